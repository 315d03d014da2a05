import type { FieldValue } from '../record.js';

/** A parsed condition of the filter language, checked against an object type. */
export interface Condition {
  /** Declared names of the fields that it reads. */
  readonly fields: readonly string[];
  /** @param value returns a field's value by declared name, `null` if blank */
  test(value: (field: string) => FieldValue, now: Date): boolean;
}

/** A condition that cannot be parsed. The message gives the position and what was expected. */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';
  constructor(
    message: string,
    /** Offset in the source. */
    readonly position: number,
  ) {
    super(message);
  }
}
