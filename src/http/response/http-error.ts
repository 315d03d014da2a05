import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import { BusyError } from '../../store/transactions/busy-error.js';
import { ERROR_CODES, type ErrorCode } from '../../records/contract/error-codes.js';
import { RequestError } from '../../records/contract/request-error.js';
import {
  DivergedError,
  OutcomeUnknownError,
  StoreUnavailableError,
  UnreadableError,
} from '../../store/store-errors.js';
import { json, type Answer } from './answer.js';

export const CANNOT_WRITE = 'The store currently cannot write. Nothing was changed, and reads continue to work.';
const BUILT_ANEW =
  'The database was restored to an earlier state, and this node is reloading it. Nothing was changed. Try again.';
const CANNOT_READ = 'The store currently cannot read records from its disk. Nothing was changed.';
const OUTCOME_UNKNOWN =
  'The store currently cannot write, and it is unknown whether this change was saved. Repeat the request with the same Idempotency-Key, or check the result first. Reads continue to work.';

export const platformErrorsSchema = z
  .array(
    z.strictObject({
      message: z.string(),
      errorCode: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]).meta({ id: 'ErrorCode' }),
      fields: z.array(z.string()),
      mergedInto: z.string().optional().describe('For a merged record: Id of the surviving record'),
    }),
  )
  .min(1)
  .max(10)
  .meta({ id: 'Errors' });

export interface PlatformError {
  readonly message: string;
  readonly errorCode: ErrorCode;
  readonly fields: readonly string[];
  readonly mergedInto?: string;
}

/** A RequestError with several messages or additional headers. */
export class HttpError extends RequestError {
  constructor(
    status: number,
    errorCode: ErrorCode,
    readonly messages: readonly string[],
    readonly headers: readonly string[] = [],
  ) {
    super(status, errorCode, messages[0] ?? '');
  }
}

export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

export function unknownPath(): HttpError {
  return new HttpError(404, 'NOT_FOUND', ['Could not find a match for URL']);
}

export function wrongVerb(method: string, allowed: readonly string[]): HttpError {
  const list = allowed.join(', ');
  return new HttpError(
    405,
    'METHOD_NOT_ALLOWED',
    [`HTTP Method '${method}' not allowed. Allowed are ${list}`],
    ['Allow', list],
  );
}

/** Builds a 403 error. With 401, the platform's clients would log in and retry endlessly. */
export function missingScope(scope: string): HttpError {
  return new HttpError(403, 'INSUFFICIENT_ACCESS', [`This client lacks the scope '${scope}'`]);
}

export function keptToObjects(objects: readonly string[]): HttpError {
  const only = objects.length === 0 ? 'no object' : objects.join(', ');
  return new HttpError(403, 'INSUFFICIENT_ACCESS', [
    `This client is limited to ${only}. This endpoint covers all objects and requires a client without that limit`,
  ]);
}

export function notJson(...messages: string[]): HttpError {
  return new HttpError(400, 'JSON_PARSER_ERROR', messages);
}

/** Seconds before a retry if the service may recover by itself. */
const SOON_SECONDS = 5;
/** Seconds before a retry if a person must first repair a disk, a folder or permissions. */
const REPAIR_SECONDS = 30;

/** Converts an error to a response. An unexpected error is shown only as an Id that also appears in the log. */
export function errorResponse(error: unknown, logger: Logger): Answer {
  if (error instanceof HttpError) {
    const { errorCode, fields } = error;
    return platformErrors(
      error.status,
      error.messages.map((message) => ({ message, errorCode, fields })),
      error.headers,
    );
  }
  if (error instanceof BusyError) return busyResponse(error);
  if (error instanceof RequestError) {
    const { message, errorCode, fields, mergedInto } = error;
    // RFC 6750 requires the scheme. The platform's clients read only the status.
    const scheme = error.status === 401 ? ['WWW-Authenticate', 'Bearer'] : [];
    const headers = error.status === 503 ? ['Retry-After', String(SOON_SECONDS)] : scheme;
    return platformErrors(error.status, [{ message, errorCode, fields, ...(mergedInto && { mergedInto }) }], headers);
  }
  if (error instanceof StoreUnavailableError) {
    const message = messageOf(error);
    // If the outcome is unknown, the client must check before it retries.
    const retryAfter = error.retryAfter ?? (error instanceof OutcomeUnknownError ? undefined : REPAIR_SECONDS);
    const headers = retryAfter === undefined ? [] : ['Retry-After', String(retryAfter)];
    return plainErrorResponse(503, 'SERVER_UNAVAILABLE', message, headers);
  }
  if (isDiskFull(error)) {
    logger.error(withoutValues(error), 'the disk is full');
    return plainErrorResponse(507, 'INSUFFICIENT_STORAGE', "The service's disk is full. The request was not saved");
  }
  const errorId = randomUUID();
  logger.error({ errorId, ...withoutValues(error) }, 'unexpected error');
  const message = `An unexpected error occurred. Please include this error id if you report it: ${errorId}`;
  return plainErrorResponse(500, 'UNKNOWN_EXCEPTION', message);
}

function messageOf(error: StoreUnavailableError): string {
  if (error instanceof OutcomeUnknownError) return OUTCOME_UNKNOWN;
  if (error instanceof UnreadableError) return CANNOT_READ;
  return error instanceof DivergedError ? BUILT_ANEW : CANNOT_WRITE;
}

/** Error codes for a full disk, from the operating system and PostgreSQL (`disk_full`). */
const DISK_FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Returns whether a write outside the store failed because the disk is full. The store reports its own failures. */
function isDiskFull(error: unknown): boolean {
  return error instanceof Error && DISK_FULL.has((error as NodeJS.ErrnoException).code);
}

export function busyResponse({ status, message, errorCode, fields, retryAfter }: BusyError): Answer {
  return platformErrors(status, [{ message, errorCode, fields }], ['Retry-After', String(retryAfter)]);
}

/**
 * Builds the response to a forwarded request that this node does not handle. The sender is a node, which then looks for
 * the deciding node, or a client that forged the header.
 */
export function misdirected(): Answer {
  return plainErrorResponse(421, 'MISDIRECTED_REQUEST', 'This node rejects forwarded requests');
}

export function plainErrorResponse(
  status: number,
  errorCode: ErrorCode,
  message: string,
  headers?: readonly string[],
): Answer {
  return platformErrors(status, [{ message, errorCode, fields: [] }], headers);
}

function platformErrors(status: number, errors: readonly PlatformError[], headers: readonly string[] = []): Answer {
  return json(errors, status, headers);
}

/** Returns the kind and location of an unexpected error. The error's message may quote record values or tokens. */
function withoutValues(error: unknown): object {
  if (!(error instanceof Error)) return { kind: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { kind: error.name, code: (error as NodeJS.ErrnoException).code, frames };
}
