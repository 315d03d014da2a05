import type { FieldValue } from '../record.js';

export const MAX_SOURCE_LENGTH = 10_000;
/** Maximum nesting of parentheses and NOT. */
export const MAX_DEPTH = 50;
/** Maximum length of a LIKE pattern, in characters. A match costs text length x pattern length / 32. */
export const MAX_PATTERN = 1_000;

/** A parsed condition, checked against an object type. */
export interface Condition {
  readonly fields: readonly string[];
  /** Returns whether a record matches. @param value reads a field by declared name; `null` if blank */
  test(value: (field: string) => FieldValue, now: Date): boolean;
}

/** An invalid condition. The message gives the position and the expected syntax. */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';
  constructor(
    message: string,
    readonly position: number,
  ) {
    super(message);
  }
}
