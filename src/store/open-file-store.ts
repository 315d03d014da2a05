import { resolve, join } from 'node:path';
import { chmod, lstat, readdir } from 'node:fs/promises';
import { Low } from 'lowdb';
import type { AnswerBounds } from './remembered-answers.js';
import { systemFiles, type StoreFiles } from './store-files.js';
import { FileStore, type FileStoreEnd } from './file-store.js';
import { installationDraw } from './installation.js';
import { JournalAdapter } from './journal-adapter.js';
import { lockFolder } from './lock.js';
import { boundedBy, removePageFiles, type RecordMemory, isPageFile } from './record-memory.js';
import { SeenIds } from './seen-ids.js';
import { emptyData, type StoreData } from './store-data.js';
import { parseMarkerName } from './truncation-marker.js';
import { INDEX_SNAPSHOT, parseFileName } from './format.js';

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

const FOLDER = 0o700;
const FILE = 0o600;
const OTHERS = 0o077;
const STICKY = 0o1000;
/**
 * Files of clients and logins (see `src/service/auth`). `clients.json` and `signing.key` are not listed: if others
 * could read them, a person must decide what to do.
 */
const BESIDE = new Set([
  'identity.json',
  'assertions.used',
  'logins.used',
  'tokens.revoked',
  'audit.log',
  'audit.head',
]);
const REFUSED_ELSEWHERE = new Set(['clients.json', 'signing.key']);

/**
 * Removes other users' access to the files of a data folder. Does the same for the folder if it has no other files.
 * This is needed because older versions left the permissions to the umask. Skips symbolic links, files of other owners,
 * and shared folders.
 * @returns names of the changed files, `.` for the folder itself
 */
export async function makePrivate(folder: string): Promise<readonly string[]> {
  if (process.platform === 'win32') return [];
  const names = await readdir(folder);
  const isOwn = names.every((name) => isFile(name) || REFUSED_ELSEWHERE.has(name) || /^lock-|^damaged-\d+$/.test(name));
  const changed: string[] = [];
  for (const name of [...(isOwn ? ['.'] : []), ...names.filter(isFile)]) {
    const path = join(folder, name);
    // Temporary files may have disappeared.
    const stat = await lstat(path).catch(() => undefined);
    if (stat?.uid !== process.getuid?.() || stat === undefined || (stat.mode & OTHERS) === 0) continue;
    const isFolder = name === '.';
    if (isFolder ? (stat.mode & STICKY) !== 0 : !stat.isFile()) continue;
    await chmod(path, isFolder ? FOLDER : FILE);
    changed.push(name);
  }
  return changed;
}

function isFile(name: string): boolean {
  return (
    parseFileName(name) !== undefined ||
    parseMarkerName(name) !== undefined ||
    name === INDEX_SNAPSHOT ||
    isPageFile(name) ||
    BESIDE.has(name) ||
    /^diverged-\w+\.jsonl$/.test(name) ||
    /^(?:snapshot-\d+|index\.snapshot|journal-\d+\.fence|clients\.json)\.[\w.]*tmp$/.test(name)
  );
}
