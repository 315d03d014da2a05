import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withFile, type StoreFiles } from './store-files.js';
import { fileName, INDEX_SNAPSHOTS, parseFileName, temporaryName } from './format.js';
import { writeSnapshot } from './snapshot.js';
import { UnreadableError } from './store-errors.js';
import type { StoreState } from './store-state.js';

export interface CompactionOptions {
  readonly files: StoreFiles;
  readonly now: () => number;
  /** Age in milliseconds. A compaction drops older changes from the history. */
  readonly historyMs: number;
}

/** If the journal has at least this fraction of the snapshot's size, an idle or exiting process compacts it early. */
export const TIDY_SHARE = 0.25;

export interface NewGeneration {
  readonly generation: number;
  readonly sequence: number;
}

interface Compaction extends CompactionOptions {
  /** Starts the new generation's journal. No append may run at the same time. */
  readonly changeJournal: () => Promise<NewGeneration>;
  /** Returns whether to stop. Called between slices. */
  readonly stop: () => boolean;
}

/** Number of changes dropped per turn of the event loop, in one or two milliseconds. */
const FORGET_AT_ONCE = 400;

/**
 * Starts a new generation: creates a new journal, writes a snapshot in slices while the store is used, then removes the
 * old files.
 * @returns the size of the snapshot in bytes, or `undefined` if it was stopped and the old files remain
 */
export async function writeGeneration(
  folder: string,
  state: StoreState,
  { files, now, historyMs, changeJournal, stop }: Compaction,
): Promise<number | undefined> {
  while (state.history.forget(historyMs, now(), FORGET_AT_ONCE)) await nextTurn();
  const isKnown = (id: string) => state.isKnown(id);
  let from: number | undefined = 0;
  while ((from = state.reviews.forget(isKnown, from)) !== undefined) await nextTurn();
  state.pairs.forget(isKnown);
  const old = (await files.list(folder)).filter(
    (name) => parseFileName(name) !== undefined || INDEX_SNAPSHOTS.includes(name),
  );
  const { generation, sequence } = await changeJournal();
  const temporary = join(folder, temporaryName(generation));
  const bytes = await withFile(files, temporary, 'create', (file) =>
    writeSnapshot(file, state, { generation, sequence }, now(), stop),
  ).catch(async (error: unknown) => {
    // The disk works and the compaction will be retried, so the unfinished file is removed.
    if (error instanceof UnreadableError) await files.remove(temporary);
    throw error;
  });
  if (bytes === undefined) {
    await files.remove(temporary);
    return undefined;
  }
  await files.rename(temporary, join(folder, fileName('snapshot', generation)));
  await files.syncFolder(folder);
  for (const name of old) await files.remove(join(folder, name));
  await files.syncFolder(folder);
  return bytes;
}
