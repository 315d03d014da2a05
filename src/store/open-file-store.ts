import { resolve } from 'node:path';
import { Low } from 'lowdb';
import type { AnswerBounds } from './remembered-answers.js';
import { systemFiles, type StoreFiles } from './store-files.js';
import { FileStore, type FileStoreEnd } from './file-store.js';
import { installationDraw } from './installation.js';
import { JournalAdapter } from './journal-adapter.js';
import { lockFolder } from './lock.js';
import { boundedBy, removePageFiles, type RecordMemory } from './record-memory.js';
import { makePrivate } from './private-folder.js';
import { SeenIds } from './seen-ids.js';
import { emptyData, type StoreData } from './store-data.js';

export interface FileStoreOptions extends FileStoreEnd {
  /**
   * Journal size in bytes for an automatic compaction, if the journal is also as large as the snapshot. Default 64 MB;
   * `Infinity`: never.
   */
  readonly compactAt?: number;
  /** Days that changes are kept; the next compaction drops older ones. Default 90. */
  readonly historyDays?: number;
  /** Limits for remembered answers of idempotent requests; excess ones are dropped, also at the start. */
  readonly answerBounds?: AnswerBounds | undefined;
  /** Memory limit for records and history. Default: none. */
  readonly recordMemory?: RecordMemory | undefined;
  /** The clock in milliseconds since the epoch; used only to expire remembered answers and changes. */
  readonly now?: () => number;
  /**
   * The four characters after the key prefix in Ids of new records, from `LK01` on, for a new store. Default: drawn, so
   * that no two stores give out the same Ids.
   */
  readonly installation?: string | undefined;
  /** The file system; tests inject faults here. */
  readonly files?: StoreFiles;
}

const COMPACT_AT = 64 << 20;
export const HISTORY_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Opens the store in a data folder, and creates the folder if necessary. One process at a time.
 * @throws StoreLockedError when it is already open, in another process or in this one
 * @throws StoreDamagedError when a file is damaged, missing or of a newer format; nothing is changed
 */
export async function openFileStore(folder: string, options: FileStoreOptions = {}): Promise<FileStore> {
  const {
    files = systemFiles,
    now = Date.now,
    compactAt = COMPACT_AT,
    answerBounds,
    recordMemory,
    note,
    installation,
  } = options;
  const draw = installationDraw(installation);
  const historyMs = (options.historyDays ?? HISTORY_DAYS) * DAY_MS;
  const path = resolve(folder);
  await files.makeFolder(path);
  const lock = await lockFolder(path);
  const memory = boundedBy(recordMemory, path, files, note);
  try {
    await removePageFiles(path, files);
    const tightened = await makePrivate(path);
    const adapter = new JournalAdapter(path, { files, now, compactAt, historyMs, answerBounds, memory });
    const low = new Low<StoreData>(adapter, emptyData());
    await low.read();
    // Only this process gives out Ids of a data folder, so no margin is needed.
    await new SeenIds(path).raise(low.data.committed.counters, 0);
    return new FileStore(low, adapter, now, draw, lock, tightened, options);
  } catch (error) {
    memory?.close();
    await lock.release();
    throw error;
  }
}
