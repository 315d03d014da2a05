/** As stored and in JSON. Dates are `YYYY-MM-DD`, datetimes `YYYY-MM-DDTHH:mm:ss.SSS+0000`. */
export type FieldValue = string | number | boolean | null;

/** By declared field name, never by user input, so a plain object is safe. An absent key and `null` both mean blank. */
export type FieldValues = Record<string, FieldValue>;

/** `fields`: all but the Id and formulas; with system fields, auto-numbers, roll-up summaries and compound `Name`. */
export interface StoredRecord {
  readonly id: string;
  /** In declared spelling, e.g. `Contact`. */
  readonly type: string;
  readonly fields: Readonly<FieldValues>;
}
