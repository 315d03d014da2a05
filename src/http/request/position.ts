import type { IncomingMessage } from 'node:http';
import { commitInWords, isOtherCommit, type CommitIdentity } from '../../store/log-position.js';
import type { StoreLag, VisibleCommits } from '../../store/record-store.js';
import { HttpError } from '../response/http-error.js';

/** Response: position of the last commit visible in the answer. */
export const POSITION_HEADER = 'Likeness-Position';
/** Request: position that must be visible first. */
export const AT_LEAST_HEADER = 'Likeness-At-Least';
/** Both: identity of that commit. */
export const COMMIT_HEADER = 'Likeness-Commit';

const COMMIT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,15})$/;

export interface PositionWanted {
  readonly position: number;
  /** `undefined`: any commit. */
  readonly commit: CommitIdentity | undefined;
}

export function positionHeaders(visible: VisibleCommits): string[] {
  const { position } = visible;
  const commit = visible.commitAt(position);
  const headers = [POSITION_HEADER, String(position)];
  return commit === undefined ? headers : [...headers, COMMIT_HEADER, `${commit.writer}.${commit.number}`];
}

/** @throws HttpError 400 if it is not from an answer */
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
  return new HttpError(400, 'INVALID_POSITION', [
    `${header}: expected ${expected}, from ${given} of an earlier answer`,
  ]);
}

/** @throws HttpError 503 after a timeout; 412 when the log does not have that commit */
export async function waitForPosition(visible: VisibleCommits, wanted: PositionWanted, seconds: number): Promise<void> {
  const { position, commit } = wanted;
  if (visible.position < position) {
    // The log is not shared, so the commit is lost.
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
      [`Position ${position} is not visible yet (this node is at ${visible.position}); nothing was done`],
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
      `The log has lost ${commitInWords(commit)} at position ${position}: it ${has}. Nothing was done. Data seen or changed there may be lost: read it again without the position`,
    ],
    positionHeaders(visible),
  );
}
