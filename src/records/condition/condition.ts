import type { FieldValue } from '../record.js';

export const MAX_SOURCE_LENGTH = 10_000;
/** Maximum nesting of parentheses and NOT. */
export const MAX_DEPTH = 50;
/** Maximum characters of a LIKE pattern. A match costs text length x pattern length / 32. */
export const MAX_PATTERN = 1_000;

/** A parsed condition, checked against an object type. */
export interface Condition {
  readonly fields: readonly string[];
  /** @param value reads by declared name, `null` if blank */
  test(value: (field: string) => FieldValue, now: Date): boolean;
}

/** The message gives the position and what was expected. */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';
  constructor(
    message: string,
    readonly position: number,
  ) {
    super(message);
  }
}
