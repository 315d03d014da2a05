/** Raw texts of a record or of a query by declared field name; blank ones are absent. */
export type FieldTexts = Readonly<Record<string, string>>;
