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
   * Minimum journal size, in bytes, for an automatic compaction. The journal must also be at least as large as the
   * snapshot. `Infinity` disables automatic compactions. Default: 64 MB.
   */
  readonly compactAt?: number;
  /** Days for which changes are kept. The next compaction drops older changes. Default: 90. */
  readonly historyDays?: number;
  /** Limits for remembered responses of idempotent requests. Responses beyond them are dropped, even at startup. */
  readonly answerBounds?: AnswerBounds | undefined;
  /** Memory limit for records and history. Default: none. */
  readonly recordMemory?: RecordMemory | undefined;
  /** Returns milliseconds since the epoch. Used only for the age of remembered responses and changes. */
  readonly now?: () => number;
  /**
   * For a new store: the four characters after the key prefix in Ids of new records, `LK01` or higher. By default, they
   * are random, so that two stores do not issue the same Ids.
   */
  readonly installation?: string | undefined;
  /** The file system. Tests inject faults here. */
  readonly files?: StoreFiles;
}

const COMPACT_AT = 64 << 20;
export const HISTORY_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Opens the store in a data folder. Creates the folder if needed. Only one process can have it open.
 * @throws StoreLockedError if the store is already open, here or in another process
 * @throws StoreDamagedError if a file is damaged, missing or of a newer format; nothing is changed
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
    // The margin is 0, because only this process issues Ids in this folder.
    await new SeenIds(path).raise(low.data.committed.counters, 0);
    return new FileStore(low, adapter, now, draw, lock, tightened, options);
  } catch (error) {
    memory?.close();
    await lock.release();
    throw error;
  }
}
