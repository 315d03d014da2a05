import { join } from 'node:path';
import type { Commit, LoggedCommit } from './commit-log.js';
import { CommitRanges } from './commit-ranges.js';
import { withFile, type StoreFiles } from './store-files.js';
import { parseFileName, type Header } from './format.js';
import { eachLine, type Line } from './lines.js';
import { nextCommit, type CommitIdentity } from './log-position.js';
import { PositionGoneError } from './store-errors.js';

export interface FileExtent {
  readonly name: string;
  /** In bytes, or `undefined` for the whole file. */
  readonly length: number | undefined;
}

export interface JournalEntry {
  readonly s: number;
  /** UUID of the run that appended the commit. Only in the run's first commit. */
  readonly r?: string;
  readonly t: Commit['changes'];
  readonly by?: Commit['by'];
}

export interface JournalCommit extends LoggedCommit {
  /** UUID of the run that appended the commit. Only in the run's first commit. */
  readonly run?: string;
}

/** @param text JSON of an entry in the current format */
export function readEntry(text: string): JournalCommit {
  const { s: position, r: run, t: changes, by } = JSON.parse(text) as JournalEntry;
  return { position, ...(run !== undefined && { run }), changes, ...(by && { by }) };
}

export function withoutRun({ position, changes, by }: JournalCommit): LoggedCommit {
  return { position, changes, ...(by && { by }) };
}

/** Returns the JSON of a commit's entry. @param body see `EncodedCommit` */
export function textOfEntry(position: number, last: CommitIdentity | undefined, body: string): string {
  return last?.number === 1 ? `{"s":${position},"r":"${last.writer}",${body}` : `{"s":${position},${body}`;
}

/** Returns the identity of the commit that follows `last`. @param run Run of the entry */
export function commitBehind(last: CommitIdentity | undefined, run: string | undefined): CommitIdentity | undefined {
  return run === undefined ? nextCommit(last) : { writer: run, number: 1 };
}

/** Reads an entry's position without parsing the rest. */
function positionOf(payload: Buffer): number {
  return Number(payload.toString('latin1', '{"s":'.length, payload.indexOf(',')));
}

const HEAD = /^\{"s":(\d+),(?:"r":"([0-9a-f-]{36})")?/;
/** Maximum number of bytes matched by `HEAD`. */
const LONGEST_HEAD = 80;

export async function identitiesIn(files: StoreFiles, folder: string): Promise<CommitRanges> {
  const names = (await files.list(folder)).map((name) => ({ name, length: undefined }));
  const known = new CommitRanges();
  let last: CommitIdentity | undefined;
  for (const { name } of journalsIn(names))
    await withFile(files, join(folder, name), 'read', (file) =>
      eachLine(file, ({ number, payload }) => {
        if (payload === undefined) return;
        if (number === 1) {
          const { sequence, commits = [] } = JSON.parse(payload.toString()) as Header;
          if (last === undefined) known.extend(commits, sequence);
          last ??= known.at(sequence);
          return;
        }
        const head = HEAD.exec(payload.toString('latin1', 0, LONGEST_HEAD));
        if (head === null) return;
        last = commitBehind(last, head[2]);
        known.add(Number(head[1]), last);
      }),
    );
  return known;
}

function journalsIn(extents: readonly FileExtent[]): (FileExtent & { readonly generation: number })[] {
  return extents
    .flatMap(({ name, length }) => {
      const parsed = parseFileName(name);
      return parsed?.kind === 'journal' ? [{ name, length, generation: parsed.generation }] : [];
    })
    .sort((a, b) => a.generation - b.generation);
}

/**
 * Visits the commits after a position in a folder's journals. The store has read these lines before, so they are
 * complete and in the current format.
 * @throws PositionGoneError
 */
export async function eachCommitSince(
  files: StoreFiles,
  folder: string,
  extents: readonly FileExtent[],
  position: number,
  visit: (commit: JournalCommit) => void,
): Promise<void> {
  for (const [i, { name, length = Infinity }] of journalsIn(extents).entries()) {
    const show = ({ number, end, payload }: Line): void => {
      if (payload === undefined || end > length) return;
      if (number === 1) {
        const { sequence } = JSON.parse(payload.toString()) as Header;
        if (i === 0 && sequence > position) throw new PositionGoneError(position, sequence);
      } else if (positionOf(payload) > position) visit(readEntry(payload.toString()));
    };
    await withFile(files, join(folder, name), 'read', (file) => eachLine(file, show));
  }
}
