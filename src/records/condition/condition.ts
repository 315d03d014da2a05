import type { FieldValue } from '../record.js';

/** A parsed condition, checked against an object type. */
export interface Condition {
  /** Declared names. */
  readonly fields: readonly string[];
  /** @param value by declared name, `null` if blank */
  test(value: (field: string) => FieldValue, now: Date): boolean;
}

/** The message gives the position and what was expected. */
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
