import type { ErrorCode } from './error-codes.js';

/** An error that the caller can correct. The message contains no internal details. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  constructor(
    readonly status: number,
    readonly errorCode: ErrorCode,
    message: string,
    readonly fields: readonly string[] = [],
    /** Id of the record into which the requested record was merged. */
    readonly mergedInto?: string,
  ) {
    super(message);
  }
}
