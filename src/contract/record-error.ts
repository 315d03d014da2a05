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

/** Takes code, reason and the fields named in it out of a record's `errorMessage`. */
export function partsOf(errorMessage: string | null): { code: string; message: string; fields: string[] } {
  const [, code = 'UNKNOWN_EXCEPTION', message = errorMessage ?? ''] = /^(\w+): ([^]*)$/.exec(errorMessage ?? '') ?? [];
  const [, missing] = /^Required fields are missing: \[(.*)\]/.exec(message) ?? [];
  const [, named] = /^'?(\w+)'?: /.exec(message) ?? [];
  return { code, message, fields: missing?.split(', ') ?? (named === undefined ? [] : [named]) };
}
