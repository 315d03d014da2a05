import type { IncomingMessage } from 'node:http';
import { commitInWords, isOtherCommit, type CommitIdentity } from '../../store/log-position.js';
import type { StoreLag, VisibleCommits } from '../../store/record-store.js';
import { HttpError } from '../response/http-error.js';

/** Response header: position of the last commit that the response reflects. */
export const POSITION_HEADER = 'Likeness-Position';
/** Request header: position that must be visible before the request is handled. */
export const AT_LEAST_HEADER = 'Likeness-At-Least';
/** Request and response header: identity of the commit at that position. */
export const COMMIT_HEADER = 'Likeness-Commit';

const COMMIT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,15})$/;

export interface PositionWanted {
  readonly position: number;
  /** Required commit at the position. If `undefined`, any commit is accepted. */
  readonly commit: CommitIdentity | undefined;
}

export function positionHeaders(visible: VisibleCommits): string[] {
  const { position } = visible;
  const commit = visible.commitAt(position);
  const headers = [POSITION_HEADER, String(position)];
  return commit === undefined ? headers : [...headers, COMMIT_HEADER, `${commit.writer}.${commit.number}`];
}

/** Parses the request headers. @throws HttpError 400 if their values cannot come from a response */
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
    `${header}: expected ${expected}, from ${given} of an earlier response`,
  ]);
}

/** Waits until a position is visible. @throws HttpError 503 after a timeout; 412 if the log lacks that commit */
export async function waitForPosition(visible: VisibleCommits, wanted: PositionWanted, seconds: number): Promise<void> {
  const { position, commit } = wanted;
  if (visible.position < position) {
    // Without a shared log, a commit that is missing now will never arrive.
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
      [`Position ${position} is not yet visible (this node is at ${visible.position}). The request had no effect`],
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
      `The log has lost ${commitInWords(commit)} at position ${position}: it ${has}. The request had no effect. Data that was read or changed at that position may be lost. Read it again without the position`,
    ],
    positionHeaders(visible),
  );
}
