/** Raw texts of a record or query by declared field name; blank ones are absent. */
export type FieldTexts = Readonly<Record<string, string>>;
