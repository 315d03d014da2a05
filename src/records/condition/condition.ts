import type { FieldValue } from '../record.js';

export const MAX_SOURCE_LENGTH = 10_000;
/** Maximum nesting of parentheses and NOT. */
export const MAX_DEPTH = 50;
/** Maximum length of a LIKE pattern, in characters. The cost of a match is text length x pattern length / 32. */
export const MAX_PATTERN = 1_000;

export interface Condition {
  readonly fields: readonly string[];
  /** @param value reads a field by its declared name; `null` if blank */
  test(value: (field: string) => FieldValue, now: Date): boolean;
}

/** An invalid condition. The message states the position and the expected syntax. */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';
  constructor(
    message: string,
    readonly position: number,
  ) {
    super(message);
  }
}
