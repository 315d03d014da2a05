import type { LogPosition } from '../log-position.js';
import { DivergedError, PositionGoneError, StoreUnavailableError } from '../store-errors.js';
import type { Location } from './location.js';

/**
 * Errors that pass: serialisation, deadlock, lock timeout; a server that stops, starts, or has no connection left; a
 * connection that breaks. After each of these the same is tried again.
 */
const PASSING = new Set([
  '40001',
  '40P01',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  '25P03',
  '25006',
]);
/** Somebody has changed the tables for SQL, and may mend them. */
export const TABLES_REFUSE = 'LK006';
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);
/** Messages of the client library, which gives these no code. */
const BROKEN = [
  ...['connection terminated', 'client has encountered', 'query read timeout', 'timeout expired', 'not queryable'],
  ...['connection error', 'connection ended'],
];

export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Whether the same may succeed later. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined)
    return (
      PASSING.has(code) || code === TABLES_REFUSE || SYSTEM.has(code) || code.startsWith('08') || code.startsWith('53')
    );
  if (error instanceof AggregateError) return error.errors.some(isPassing);
  if (!(error instanceof Error)) return false;
  const message = error.message.toLowerCase();
  return BROKEN.some((words) => message.includes(words));
}

/** Whether the connection is as before. */
export function leavesConnection(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01' || code === '53100' || code === '55P03' || code === '57014';
}

/** No such database, no such user, no rights. */
export function isRefusal(error: unknown): boolean {
  return /^(?:28|3D|42501)/.test(codeOf(error) ?? '');
}

/** Why, in words: several addresses of one name are tried, and the error of all says nothing by itself. */
export function reasonOf(error: unknown): string {
  const { message } = error as Error;
  if (message !== '' || !(error instanceof AggregateError)) return message;
  return error.errors.map(reasonOf).join(', ');
}

/** Tells what keeps a database from being used, with its address; other errors stay as they are. */
export function unusable({ shown }: Pick<Location, 'shown'>, error: unknown): unknown {
  if (!isPassing(error) && !isRefusal(error)) return error;
  return new StoreUnavailableError(`the database ${shown} cannot be used: ${reasonOf(error)}`);
}

/** An error of the functions of the log, in words; others as they are. */
export function meaningOf(error: unknown, { position, last }: LogPosition): unknown {
  const { message } = error as Error;
  switch (codeOf(error)) {
    case 'LK001':
      return new PositionGoneError(position, Number(/ \d{1,16}$/.exec(message)?.[0] ?? position));
    case 'LK002':
    case 'LK004': {
      const own = last === undefined ? '' : ` as commit ${last.number} of ${last.writer}`;
      return new DivergedError(
        position,
        `the database was set back to an earlier state: ${message}, and this node has seen position ${position}${own}`,
      );
    }
    default:
      return error;
  }
}

/** Milliseconds before the next try: 10, 20, 40 ... 1,000, each with as much again by chance. */
export function pauseBefore(attempt: number): number {
  return Math.min(10 * 2 ** attempt, 1_000) * (1 + Math.random());
}
