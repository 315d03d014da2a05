import type { LogPosition } from '../log-position.js';
import { DivergedError, OutcomeUnknownError, PositionGoneError, StoreUnavailableError } from '../store-errors.js';
import type { Location } from './location.js';

/**
 * Errors that pass: serialisation, deadlock, lock timeout; a database that takes no connections, or follows another
 * server. After each of these the same is tried again, as after those of the classes below.
 */
const PASSING = new Set(['40001', '40P01', '55P03', '55000', '25P03', '25006']);
/** A connection that breaks; no memory, disk or connections left; a server that is stopped; its disk or its files. */
const PASSING_CLASSES = /^(?:08|53|57|58)/;
/** Unlogged tables of a server that follows another one. */
const NOT_SUPPORTED = '0A000';
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
  if (code === NOT_SUPPORTED) return (error as Error).message.includes('during recovery');
  if (code !== undefined)
    return PASSING.has(code) || PASSING_CLASSES.test(code) || code === TABLES_REFUSE || SYSTEM.has(code);
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

/** Seconds after which a database that cannot be asked is worth another try. */
const AGAIN_SECONDS = 2;

/** The database cannot be asked. */
class DatabaseAwayError extends StoreUnavailableError {
  /** @param isDoubtful whether what was sent may have been carried out all the same */
  constructor(
    message: string,
    readonly isDoubtful: boolean,
  ) {
    super(message, AGAIN_SECONDS);
  }
}

/**
 * The answer of the tables that nodes share beside the log. Rights and passwords change at the server, and are given
 * back there.
 *
 * @throws StoreUnavailableError in place of errors that pass
 */
export async function orAway<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!isPassing(error) && !isRefusal(error)) throw error;
    const message = `the database of the nodes cannot be asked: ${reasonOf(error)}`;
    throw new DatabaseAwayError(message, mayBeCarriedOut(error));
  });
}

/** A change that was asked for by `orAway`. @throws OutcomeUnknownError where nobody knows whether it was made */
export async function orDoubtful<T>(change: Promise<T>): Promise<T> {
  return change.catch((error: unknown) => {
    if (!(error instanceof DatabaseAwayError) || !error.isDoubtful) throw error;
    throw new OutcomeUnknownError(error.message, error.retryAfter);
  });
}

/** The server refuses a statement, or a connection, with a code; a connection that breaks may do so behind a commit. */
function mayBeCarriedOut(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return !(error instanceof AggregateError);
  return /^(?:08|57P01|57P02)/.test(code) || ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'].includes(code);
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
