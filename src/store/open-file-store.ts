import { resolve } from 'node:path';
import { Low } from 'lowdb';
import type { AnswerBounds } from './remembered-answers.js';
import { systemFiles, type StoreFiles } from './store-files.js';
import { CURRENT_FORMAT, type Format } from './format.js';
import { FileStore, type FileStoreEnd } from './file-store.js';
import { JournalAdapter } from './journal-adapter.js';
import { lockFolder } from './lock.js';
import { boundedBy, removePageFiles, type RecordMemory } from './record-memory.js';
import { makePrivate } from './private-folder.js';
import { SeenIds } from './seen-ids.js';
import { emptyData, type StoreData } from './store-data.js';

export interface FileStoreOptions extends FileStoreEnd {
  /**
   * Journal size in bytes from which the store compacts by itself, once the journal is also as large as the snapshot.
   * Default 64 MB; `Infinity`: never.
   */
  readonly compactAt?: number;
  /** Days that changes are kept in the history; then they are forgotten, at the next compaction. Default 90. */
  readonly historyDays?: number;
  /** How much is remembered of idempotent requests; what is over it is dropped, at the start too. */
  readonly answerBounds?: AnswerBounds | undefined;
  /** How much of records and history stays in memory. Default: all. */
  readonly recordMemory?: RecordMemory | undefined;
  /**
   * The clock, in milliseconds since the epoch: remembered answers expire and changes are forgotten by it, nothing else
   * looks at it.
   */
  readonly now?: () => number;
  /** The file system; tests inject faults here. */
  readonly files?: StoreFiles;
  readonly format?: Format;
}

const COMPACT_AT = 64 << 20;
export const HISTORY_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Opens the store in a data folder, making the folder if there is none. One process at a time.
 *
 * @throws StoreLockedError when another process has it open (or this one, elsewhere)
 * @throws StoreDamagedError when a file is damaged, missing or of a newer format; nothing was changed
 */
export async function openFileStore(folder: string, options: FileStoreOptions = {}): Promise<FileStore> {
  const {
    files = systemFiles,
    now = Date.now,
    format = CURRENT_FORMAT,
    compactAt = COMPACT_AT,
    answerBounds,
    recordMemory,
    note,
  } = options;
  const historyMs = (options.historyDays ?? HISTORY_DAYS) * DAY_MS;
  const path = resolve(folder);
  await files.makeFolder(path);
  const lock = await lockFolder(path);
  const memory = boundedBy(recordMemory, path, files, note);
  try {
    await removePageFiles(path, files);
    const tightened = await makePrivate(path);
    const adapter = new JournalAdapter(path, { files, format, now, compactAt, historyMs, answerBounds, memory });
    const low = new Low<StoreData>(adapter, emptyData());
    await low.read();
    // Nobody else gives out Ids of a data folder.
    await new SeenIds(path).raise(low.data.committed.counters, 0);
    return new FileStore(low, adapter, now, lock, tightened, options);
  } catch (error) {
    memory?.close();
    await lock.release();
    throw error;
  }
}
