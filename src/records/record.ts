/** A field's value as stored and as sent in JSON. Dates are `YYYY-MM-DD`, datetimes `YYYY-MM-DDTHH:mm:ss.SSS+0000`. */
export type FieldValue = string | number | boolean | null;

/**
 * Field values by declared field name. Keys are always declared spellings taken from the object registry, never user
 * input, so a plain object is safe. An absent key and `null` both mean blank.
 */
export type FieldValues = Record<string, FieldValue>;

/**
 * One stored record. `fields` holds everything except the Id: stored fields, system fields (`CreatedDate`,
 * `LastModifiedDate`, `CreatedById`, `LastModifiedById`, `SystemModstamp`), auto-numbers, roll-up summaries and a
 * person's compound `Name`. Formula fields are not stored but calculated on request.
 */
export interface StoredRecord {
  /** 18 characters, checksum included. */
  readonly id: string;
  /** Object type name in its declared spelling, e.g. `Contact`. */
  readonly type: string;
  readonly fields: Readonly<FieldValues>;
}
