import type { ErrorCode } from './error-codes.js';

/** Fails one record of a request. The text begins with the platform's error code and is the record's `errorMessage`. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(`${code}: ${message}`);
  }
}

/** @param errorMessage of a record: code, reason, field names */
export function partsOf(errorMessage: string | null): { code: ErrorCode; message: string; fields: string[] } {
  const [, code = 'UNKNOWN_EXCEPTION', message = errorMessage ?? ''] = /^(\w+): ([^]*)$/.exec(errorMessage ?? '') ?? [];
  const [, missing] = /^Required fields are missing: \[(.*)\]/.exec(message) ?? [];
  const [, named] = /^'?(\w+)'?: /.exec(message) ?? [];
  return { code: code as ErrorCode, message, fields: missing?.split(', ') ?? (named === undefined ? [] : [named]) };
}
