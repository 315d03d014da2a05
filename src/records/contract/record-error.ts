import type { ErrorCode } from './error-codes.js';

/** An error in one record of a request. The message is its `errorMessage`, which begins with the platform's code. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(`${code}: ${message}`);
  }
}

/** Splits a record's `errorMessage` into code, reason and field names. */
export function partsOf(errorMessage: string | null): { code: ErrorCode; message: string; fields: string[] } {
  const [, code = 'UNKNOWN_EXCEPTION', message = errorMessage ?? ''] = /^(\w+): ([^]*)$/.exec(errorMessage ?? '') ?? [];
  const [, missing] = /^Required fields are missing: \[(.*)\]/.exec(message) ?? [];
  const [, named] = /^'?(\w+)'?: /.exec(message) ?? [];
  return { code: code as ErrorCode, message, fields: missing?.split(', ') ?? (named === undefined ? [] : [named]) };
}
