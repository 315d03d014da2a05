/** A refusal that a caller can act upon: HTTP status, platform error code, message. Never carries internals. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  constructor(
    readonly status: number,
    readonly errorCode: string,
    message: string,
    readonly fields: readonly string[] = [],
    /** For a record that was merged: the Id of the record that it is part of now. */
    readonly mergedInto?: string,
  ) {
    super(message);
  }
}
