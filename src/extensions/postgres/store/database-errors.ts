import type { LogPosition } from '../../../store/log-position.js';
import {
  DivergedError,
  OutcomeUnknownError,
  PositionGoneError,
  StoreUnavailableError,
} from '../../../store/store-errors.js';
import type { Location } from './location.js';

/**
 * Codes of temporary errors that do not belong to the classes below: serialisation failure, deadlock, lock timeout, and
 * a database that accepts no connections or is a standby.
 */
const PASSING = new Set(['40001', '40P01', '55P03', '55000', '25P03', '25006']);
/** Classes of temporary errors: broken connection; lack of memory, disk or connections; server shutdown; I/O error. */
const PASSING_CLASSES = /^(?:08|53|57|58)/;
/** Raised for unlogged tables on a standby. */
const NOT_SUPPORTED = '0A000';
/** Error code for SQL tables that someone has changed and may repair. */
export const TABLES_REFUSE = 'LK006';
const SYSTEM =
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ENOENT'.split(' ');
/** Messages of the client library, whose errors have no code. */
const BROKEN = [
  ...['connection terminated', 'client has encountered', 'query read timeout', 'timeout expired', 'not queryable'],
  ...['connection error', 'connection ended'],
];

export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  if (code === NOT_SUPPORTED) return (error as Error).message.includes('during recovery');
  if (code !== undefined)
    return PASSING.has(code) || PASSING_CLASSES.test(code) || code === TABLES_REFUSE || SYSTEM.includes(code);
  if (error instanceof AggregateError) return error.errors.some(isPassing);
  if (!(error instanceof Error)) return false;
  const message = error.message.toLowerCase();
  return BROKEN.some((words) => message.includes(words));
}

/** Returns whether the connection is still usable. */
export function leavesConnection(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01' || code === '53100' || code === '55P03' || code === '57014';
}

/** Returns whether the database or user is unknown, or rights are missing. */
export function isRefusal(error: unknown): boolean {
  return /^(?:28|3D|42501)/.test(codeOf(error) ?? '');
}

/** Returns the message of an error. An error for several IP addresses has no message of its own. */
export function reasonOf(error: unknown): string {
  const { message } = error as Error;
  if (message !== '' || !(error instanceof AggregateError)) return message;
  return error.errors.map(reasonOf).join(', ');
}

/** Adds the URL to an error. Other errors are returned unchanged. */
export function unusable({ shown }: Pick<Location, 'shown'>, error: unknown): unknown {
  if (!isPassing(error) && !isRefusal(error)) return error;
  return new StoreUnavailableError(`the database ${shown} cannot be used: ${reasonOf(error)}`);
}

const AGAIN_SECONDS = 2;

class DatabaseAwayError extends StoreUnavailableError {
  /** @param isDoubtful whether the request may have been executed */
  constructor(
    message: string,
    readonly isDoubtful: boolean,
  ) {
    super(message, AGAIN_SECONDS);
  }
}

/** Treats missing rights and wrong passwords as temporary, because they can be fixed. @throws StoreUnavailableError */
export async function orAway<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!isPassing(error) && !isRefusal(error)) throw error;
    const message = `the database of the nodes cannot be queried: ${reasonOf(error)}`;
    throw new DatabaseAwayError(message, mayBeCarriedOut(error));
  });
}

/** Waits for a change. @throws OutcomeUnknownError if it is unknown whether the change was made */
export async function orDoubtful<T>(change: Promise<T>): Promise<T> {
  return change.catch((error: unknown) => {
    if (!(error instanceof DatabaseAwayError) || !error.isDoubtful) throw error;
    throw new OutcomeUnknownError(error.message, error.retryAfter);
  });
}

/** Returns whether a change may have been made. An error code means that it was rejected. */
function mayBeCarriedOut(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return !(error instanceof AggregateError);
  return /^(?:08|57P01|57P02)/.test(code) || ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'].includes(code);
}

/** Translates errors raised by the log's functions. Other errors are returned unchanged. */
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
        `the database was restored to an earlier state: ${message}, but this node has read position ${position}${own}`,
      );
    }
    default:
      return error;
  }
}

/** Returns the milliseconds before the next attempt: 10, 20, 40 ... 1,000, plus a random amount of up to 100%. */
export function pauseBefore(attempt: number): number {
  return Math.min(10 * 2 ** attempt, 1_000) * (1 + Math.random());
}
