/** A value as stored and in JSON. Dates are `YYYY-MM-DD`, datetimes `YYYY-MM-DDTHH:mm:ss.SSS+0000`. */
export type FieldValue = string | number | boolean | null;

/** Values by declared field name, never by a name from a request, so a plain object is safe. Absent means blank. */
export type FieldValues = Record<string, FieldValue>;

/** `fields` has system fields, auto-numbers and summaries, but no Id and no formulas. */
export interface StoredRecord {
  readonly id: string;
  readonly type: string;
  readonly fields: Readonly<FieldValues>;
}
