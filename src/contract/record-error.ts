/**
 * A record that cannot be saved. Unlike a `RequestError` it fails one record of a well-formed request: its text becomes
 * that record's `errorMessage`, which begins with the platform's code.
 */
export class RecordError extends Error {
  override readonly name = 'RecordError';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(`${code}: ${message}`);
  }
}
