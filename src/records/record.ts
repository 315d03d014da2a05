/** A value as stored and in JSON. Dates are `YYYY-MM-DD`, datetimes `YYYY-MM-DDTHH:mm:ss.SSS+0000`. */
export type FieldValue = string | number | boolean | null;

/** Values by declared field name, never by user input, so a plain object is safe. Absent keys and `null` mean blank. */
export type FieldValues = Record<string, FieldValue>;

/** `fields` has all fields but the Id and formulas, including system fields, auto-numbers and summaries. */
export interface StoredRecord {
  readonly id: string;
  /** The object type in declared spelling, such as `Contact`. */
  readonly type: string;
  readonly fields: Readonly<FieldValues>;
}
