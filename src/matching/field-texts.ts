/** Values of a record or query by field name, as entered. Blank fields are omitted. */
export type FieldTexts = Readonly<Record<string, string>>;
