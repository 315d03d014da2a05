import type { IncomingMessage } from 'node:http';
import { commitInWords, isOtherCommit, type CommitIdentity } from '../../store/log-position.js';
import type { StoreLag, VisibleCommits } from '../../store/record-store.js';
import { HttpError } from '../response/http-error.js';

/** Header of answers: the position of the last commit that was visible when the answer was made. */
export const POSITION_HEADER = 'Likeness-Position';
/** Header of requests: the position that must be visible before the request is begun. */
export const AT_LEAST_HEADER = 'Likeness-At-Least';
/** Header with the identity of that commit, in answers, and of the one that must be there, in requests. */
export const COMMIT_HEADER = 'Likeness-Commit';

const COMMIT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,15})$/;

export interface PositionWanted {
  readonly position: number;
  /** `undefined`: any commit will do. */
  readonly commit: CommitIdentity | undefined;
}

/** The headers of an answer that say what it shows. */
export function positionHeaders(visible: VisibleCommits): string[] {
  const { position } = visible;
  const commit = visible.commitAt(position);
  const headers = [POSITION_HEADER, String(position)];
  return commit === undefined ? headers : [...headers, COMMIT_HEADER, `${commit.writer}.${commit.number}`];
}

/**
 * The position that a request wants to see.
 *
 * @throws HttpError 400 unless it is as an answer gave it
 */
export function positionWanted({ headers }: Pick<IncomingMessage, 'headers'>): PositionWanted | undefined {
  const header = headers['likeness-at-least'];
  const commit = commitWanted(headers['likeness-commit']);
  if (header === undefined && commit === undefined) return undefined;
  const position = typeof header === 'string' && /^\d{1,16}$/.test(header) ? Number(header) : NaN;
  if (Number.isSafeInteger(position)) return { position, commit };
  throw invalid(AT_LEAST_HEADER, 'a whole number', POSITION_HEADER);
}

function commitWanted(header: string | string[] | undefined): CommitIdentity | undefined {
  if (header === undefined) return undefined;
  const [, writer, number] = (typeof header === 'string' && COMMIT.exec(header)) || [];
  if (writer === undefined) throw invalid(COMMIT_HEADER, 'a commit', COMMIT_HEADER);
  return { writer, number: Number(number) };
}

function invalid(header: string, expected: string, given: string): HttpError {
  return new HttpError(400, 'INVALID_POSITION', [`${header}: expected ${expected}, as an answer gave it in ${given}`]);
}

/**
 * Waits until reads show a position.
 *
 * @throws HttpError 503 when they do not within so many seconds; 412 when the log does not have that commit
 */
export async function waitForPosition(visible: VisibleCommits, wanted: PositionWanted, seconds: number): Promise<void> {
  const { position, commit } = wanted;
  if (visible.position < position) {
    // Nobody else has more: it is gone.
    if (commit !== undefined && visible.lag === undefined) throw lost(visible, wanted);
    await becomesVisible(visible, wanted, seconds);
  }
  if (isOtherCommit(commit, visible.commitAt(position))) throw lost(visible, wanted);
}

async function becomesVisible(visible: VisibleCommits, wanted: PositionWanted, seconds: number): Promise<void> {
  const { position, commit } = wanted;
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new Error('too long')), seconds * 1_000);
  try {
    await visible.waitFor(position, ending.signal);
  } catch {
    if (commit !== undefined && isUpToDate(visible.lag)) throw lost(visible, wanted);
    throw new HttpError(
      503,
      'SERVER_UNAVAILABLE',
      [`Position ${position} is not visible here yet (${visible.position} is); nothing was done`],
      ['Retry-After', '1', POSITION_HEADER, String(visible.position)],
    );
  } finally {
    clearTimeout(timer);
  }
}

function isUpToDate(lag: StoreLag | undefined): boolean {
  return lag === undefined || (lag.commits === 0 && lag.isCutOff !== true);
}

function lost(visible: VisibleCommits, { position, commit }: PositionWanted): HttpError {
  const known = visible.commitAt(position);
  const has =
    position > visible.position ? `ends at position ${visible.position}` : `has ${commitInWords(known)} there`;
  return new HttpError(
    412,
    'POSITION_LOST',
    [
      `The log has lost ${commitInWords(commit)} at position ${position}: it ${has}. Nothing was done. What was seen or changed there may be gone: read it again, without the position`,
    ],
    positionHeaders(visible),
  );
}
