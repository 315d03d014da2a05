import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import { BusyError } from '../../transactions/busy-error.js';
import { RequestError } from '../../contract/request-error.js';
import {
  DivergedError,
  OutcomeUnknownError,
  StoreUnavailableError,
  UnreadableError,
} from '../../store/store-errors.js';
import { json, type Answer } from './answer.js';

export const CANNOT_WRITE = 'The store cannot write at the moment; nothing was changed. Reading goes on.';
export const BUILT_ANEW =
  'The database was set back to an earlier state, and this node reads it anew; nothing was changed. Try again.';
const CANNOT_READ = 'The store cannot read records from its disk at the moment; nothing was changed.';
const OUTCOME_UNKNOWN =
  'The store cannot write at the moment, and whether this change was kept is not known: send it again with the same Idempotency-Key, or look first. Reading goes on.';

export const platformErrorsSchema = z
  .array(
    z.strictObject({
      message: z.string(),
      errorCode: z.string(),
      fields: z.array(z.string()),
      mergedInto: z
        .string()
        .optional()
        .describe('Of a record that was merged: the Id of the record that it is part of now'),
    }),
  )
  .min(1)
  .max(10)
  .meta({ id: 'Errors' });

/** One element of the platform's error array. */
export interface PlatformError {
  readonly message: string;
  readonly errorCode: string;
  readonly fields: readonly string[];
  readonly mergedInto?: string;
}

/** A refusal with several messages (one for each fault of an envelope) or with headers of its own. */
export class HttpError extends RequestError {
  constructor(
    status: number,
    errorCode: string,
    readonly messages: readonly string[],
    readonly headers: readonly string[] = [],
  ) {
    super(status, errorCode, messages[0] ?? '');
  }
}

/** The client went away in the middle of its request: there is nobody to answer. */
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

/**
 * The licence counts, but the client may not do this. 403, not 401: with a 401 the platform's clients log in again and
 * retry, without end.
 */
export function missingScope(scope: string): HttpError {
  return new HttpError(403, 'INSUFFICIENT_ACCESS', [`This client lacks the scope '${scope}'`]);
}

/** @param objects that the client is kept to */
export function keptToObjects(objects: readonly string[]): HttpError {
  const only = objects.length === 0 ? 'no object' : objects.join(', ');
  return new HttpError(403, 'INSUFFICIENT_ACCESS', [
    `This client is kept to ${only}: what is about all objects needs a client without that limit`,
  ]);
}

export function notJson(...messages: string[]): HttpError {
  return new HttpError(400, 'JSON_PARSER_ERROR', messages);
}

/** Seconds after which a request is worth another try: where others take up the time, or the service starts anew. */
const SOON_SECONDS = 5;
/** The same where people have to mend something first: a disk, a folder, rights. */
const REPAIR_SECONDS = 30;

/**
 * The answer to whatever was thrown: refusals as they say, anything unforeseen as an error id that stands in the log.
 */
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
    // RFC 6750 wants the scheme named; the platform's clients look at the status only.
    const scheme = error.status === 401 ? ['WWW-Authenticate', 'Bearer'] : [];
    const headers = error.status === 503 ? ['Retry-After', String(SOON_SECONDS)] : scheme;
    return platformErrors(error.status, [{ message, errorCode, fields, ...(mergedInto && { mergedInto }) }], headers);
  }
  if (error instanceof StoreUnavailableError) {
    const message = messageOf(error);
    // Whoever cannot tell whether a change was kept looks first, and does not send it again unasked.
    const retryAfter = error.retryAfter ?? (error instanceof OutcomeUnknownError ? undefined : REPAIR_SECONDS);
    const headers = retryAfter === undefined ? [] : ['Retry-After', String(retryAfter)];
    return platformErrors(503, [{ message, errorCode: 'SERVER_UNAVAILABLE', fields: [] }], headers);
  }
  if (isDiskFull(error)) {
    logger.error(withoutValues(error), 'the disk is full');
    const message = 'The disk of the service is full; what was sent could not be kept';
    return platformErrors(507, [{ message, errorCode: 'INSUFFICIENT_STORAGE', fields: [] }]);
  }
  const errorId = randomUUID();
  logger.error({ errorId, ...withoutValues(error) }, 'unforeseen error');
  const message = `An unexpected error occurred. Please include this error id if you report it: ${errorId}`;
  return platformErrors(500, [{ message, errorCode: 'UNKNOWN_EXCEPTION', fields: [] }]);
}

function messageOf(error: StoreUnavailableError): string {
  if (error instanceof OutcomeUnknownError) return OUTCOME_UNKNOWN;
  if (error instanceof UnreadableError) return CANNOT_READ;
  return error instanceof DivergedError ? BUILT_ANEW : CANNOT_WRITE;
}

/** Error codes of the system and of PostgreSQL (`disk_full`). */
const DISK_FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether there is no room on a disk. Records are not meant: where they cannot be written the store says so. */
function isDiskFull(error: unknown): boolean {
  return error instanceof Error && DISK_FULL.has((error as NodeJS.ErrnoException).code);
}

/** There is too much to do: clients are told when to come again. */
export function busyResponse({ status, message, errorCode, fields, retryAfter }: BusyError): Answer {
  return platformErrors(status, [{ message, errorCode, fields }], ['Retry-After', String(retryAfter)]);
}

/** To another node, which looks for the one that decides; clients are answered this where they forge its header. */
export function misdirected(): Answer {
  return plainErrorResponse(421, 'MISDIRECTED_REQUEST', 'This node takes nothing that is passed on; nothing was done');
}

/** A refusal of transport, of which no endpoint knows. */
export function plainErrorResponse(status: number, errorCode: string, message: string): Answer {
  return platformErrors(status, [{ message, errorCode, fields: [] }]);
}

export function platformErrors(
  status: number,
  errors: readonly PlatformError[],
  headers: readonly string[] = [],
): Answer {
  return json(errors, status, headers);
}

/**
 * Messages of unforeseen errors may quote record values or tokens, so only the kind of the error and its place are
 * logged.
 */
function withoutValues(error: unknown): object {
  if (!(error instanceof Error)) return { kind: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { kind: error.name, code: (error as NodeJS.ErrnoException).code, frames };
}
