import type { FieldValue } from '../records/record.js';

/** A parsed condition of the filter language, checked against an object type. */
export interface Condition {
  /** Declared names of the fields that it reads. */
  readonly fields: readonly string[];
  /** @param value value of a field by declared name, `null` where blank */
  test(value: (field: string) => FieldValue, now: Date): boolean;
}

/** A condition that cannot be read: says where and what was expected. */
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
