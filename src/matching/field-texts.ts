/** Raw texts of a record or query by declared field name. Blank fields are omitted. */
export type FieldTexts = Readonly<Record<string, string>>;
