import { join } from 'node:path';
import type { Commit, LoggedCommit } from './commit-log.js';
import { withFile, type Files } from './files.js';
import { parseFileName, type Header } from './format.js';
import { eachLine, type Line } from './lines.js';
import type { FileExtent } from './journal-adapter.js';
import { PositionGoneError } from './store-errors.js';

/** The payload of a journal's line: one commit. */
export interface JournalEntry {
  /** Position of the commit. */
  readonly s: number;
  readonly t: Commit['changes'];
  readonly by?: Commit['by'];
}

/** @param text JSON of an entry in the current format */
export function readEntry(text: string): LoggedCommit {
  const { s: position, t: changes, by } = JSON.parse(text) as JournalEntry;
  return { position, changes, ...(by && { by }) };
}

/** What `readEntry` reads. */
export function entryText({ position: s, changes: t, by }: LoggedCommit): string {
  return JSON.stringify({ s, t, by } satisfies JournalEntry);
}

/** The position of an entry, of which nothing else is read. */
function positionOf(payload: Buffer): number {
  return Number(payload.toString('latin1', '{"s":'.length, payload.indexOf(',')));
}

/**
 * Shows the commits after a position that stand in a folder's journals. The store has read these lines before: they are
 * whole, and of the current format.
 *
 * @throws PositionGoneError
 */
export async function eachCommitSince(
  files: Files,
  folder: string,
  extents: readonly FileExtent[],
  position: number,
  visit: (commit: LoggedCommit) => void,
): Promise<void> {
  const journals = extents
    .flatMap(({ name, length = Infinity }) => {
      const parsed = parseFileName(name);
      return parsed?.kind === 'journal' ? [{ name, length, generation: parsed.generation }] : [];
    })
    .sort((a, b) => a.generation - b.generation);
  for (const [i, { name, length }] of journals.entries()) {
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
