import type { ErrorCode } from './error-codes.js';

/** A refusal that a caller can act upon. Never carries internals. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  constructor(
    readonly status: number,
    readonly errorCode: ErrorCode,
    message: string,
    readonly fields: readonly string[] = [],
    /** The record was merged into the record with this Id. */
    readonly mergedInto?: string,
  ) {
    super(message);
  }
}
