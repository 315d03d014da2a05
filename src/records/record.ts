/** A value as stored and in JSON. Dates are `YYYY-MM-DD`, datetimes `YYYY-MM-DDTHH:mm:ss.SSS+0000`. */
export type FieldValue = string | number | boolean | null;

/** Values by declared field name, never by user input, so a plain object is safe. Absent keys and `null` mean blank. */
export type FieldValues = Record<string, FieldValue>;

/** `fields`: all but the Id and formulas, including system fields, auto-numbers, summaries and compound `Name`. */
export interface StoredRecord {
  readonly id: string;
  /** In declared spelling, such as `Contact`. */
  readonly type: string;
  readonly fields: Readonly<FieldValues>;
}
