import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duty } from '../../runtime/duty.js';
import type { Following } from '../../runtime/watch.js';

/** A short string with a name, always replaced as a whole. */
export interface Document {
  /** Letters, digits, `_`, `.` and `-`, in segments separated by `/`, such as `proposals/Account.json`. */
  readonly name: string;
  readonly content: string;
  /** Version of the content. Only versions of the same document can be compared. */
  readonly version: string;
}

/** If one of these conditions is not met, nothing is changed. */
export interface ChangeCondition {
  /** A lease that this process must still hold when the change is made. */
  readonly lease?: Lease | undefined;
  /** A document that must not have changed since it was read. */
  readonly unchanged?: Pick<Document, 'name' | 'version'> | undefined;
}

export interface WriteCondition extends ChangeCondition {
  /** The version that must exist, or `none` if no document may exist. Default: any version. */
  readonly expected?: string | undefined;
}

/** One of several changes that are made together: replaces a document, or writes content like `put`. */
export type HomeChange =
  | { readonly document: string; readonly text: string; readonly expected?: string | undefined }
  | { readonly content: string; readonly position: number; readonly bytes: Uint8Array };

/** Content as a file on this machine. */
export interface LocalFile {
  /** Path of the file, with the content's extension. */
  readonly path: string;
  release(): Promise<void>;
}

/** Work that one process does for all processes while it has the lease. */
export interface Lease extends Duty {
  /** Takes or renews the lease. Does nothing if another process holds it. */
  take(): Promise<void>;
  /**
   * Tries to take the lease until it succeeds.
   * @param onError called with the reason for a failure, unless it is the same as before
   */
  follow(onError: (message: string) => void): void;
  /** Releases the lease, so that another process can take it immediately. */
  close(): Promise<void>;
}

/**
 * Documents, which are small, and content, which may be large and is written in parts. A name is for either a document
 * or content. When the promise of a change resolves, the change is on disk.
 */
export interface HomeDocuments {
  /** @returns `undefined` if there is no such document */
  read(name: string): Promise<Document | undefined>;
  /**
   * Lists all documents in a folder and its subfolders, sorted by name.
   * @param isMeant selects by name and must exclude content; default: all
   */
  list(folder: string, isMeant?: (name: string) => boolean): Promise<Document[]>;
  /** @returns whether the condition was met and the document written */
  write(name: string, content: string, condition?: WriteCondition): Promise<boolean>;
  /**
   * Removes a document or content, and everything in a folder with this name. Succeeds even if nothing has this name.
   * @returns whether the condition was met; otherwise, nothing is removed
   */
  remove(name: string, condition?: ChangeCondition): Promise<boolean>;
  /** Returns the names of all content in a folder and its subfolders, in order. */
  contents(folder: string, isMeant?: (name: string) => boolean): Promise<string[]>;
  /** Returns the size of the content in bytes, or `undefined` if there is no such content. */
  size(name: string): Promise<number | undefined>;
  /**
   * Reads content piece by piece, starting at a position.
   * @throws ContentGoneError if it does not exist or is replaced
   */
  pieces(name: string, from?: number): AsyncGenerator<Buffer>;
  /**
   * Writes at most a megabyte at a position of the content, and removes everything after it. At position 0, creates
   * content that does not exist.
   * @returns whether the condition was met
   * @throws RangeError if the position is after the end
   */
  put(name: string, position: number, bytes: Uint8Array, condition?: ChangeCondition): Promise<boolean>;
  /**
   * Makes changes with different names atomically, in order. In a folder, a crash may leave only the first changes.
   * @returns whether the conditions and all expected versions were met
   * @throws RangeError like `put`
   */
  changeAll(changes: readonly HomeChange[], condition?: ChangeCondition): Promise<boolean>;
  /**
   * Makes a local file the content with this name.
   * @returns whether the condition was met; only then is the file moved
   */
  takeOver(name: string, path: string, condition?: ChangeCondition): Promise<boolean>;
  /** @param folder Folder of this process, in case a copy is needed @throws ContentGoneError */
  local(name: string, folder: string): Promise<LocalFile>;
}

/** Storage for everything except records, shared by processes: a data folder, or the database of several nodes. */
export interface Home extends HomeDocuments {
  /** Whether other processes use the home at the same time, such as nodes with one database. */
  readonly isShared: boolean;
  /** Returns an Id that no copy of this storage has. */
  identity(): Promise<string>;
  /** Returns milliseconds since the epoch, by the clock that all processes of the home share. */
  readonly now: () => number;
  /** @param name in lower case */
  lease(name: string): Lease;
  /**
   * Calls `changed` immediately, and after every change in a folder by any process, one call at a time.
   * @param onError receives the reason for a failed call, unless it is the same as before; later calls are still made
   */
  follow(folder: string, changed: () => void | Promise<void>, onError: (message: string) => void): Following;
  close(): Promise<void>;
}

export const NONE = 'none';

/**
 * Edits a document. If another process changes it first, edits it again.
 * @param edit returns `undefined` to change nothing
 * @param patiently retries while the home is unavailable; default: no retries
 * @returns whether the document was changed; false if the lease has been lost
 */
export async function change(
  home: Pick<Home, 'read' | 'write'>,
  name: string,
  edit: (content: string | undefined) => string | undefined,
  lease?: Lease,
  patiently: Patiently = (work) => work(() => undefined),
): Promise<boolean> {
  /** Content that was sent before the home became unavailable, and may have been written. */
  let sent: string | undefined;
  return patiently(async () => {
    for (;;) {
      const found = await home.read(name);
      if (sent !== undefined && found?.content === sent) return true;
      const content = edit(found?.content);
      if (content === undefined) return false;
      sent = content;
      if (await home.write(name, content, { expected: found?.version ?? NONE, lease })) return true;
      sent = undefined;
      if (lease?.isOurs === false) return false;
    }
  });
}

/** Retries work while the home is unavailable. @param work reports its progress */
export type Patiently = <T>(work: (progressed: () => void) => Promise<T>) => Promise<T>;

export class ContentGoneError extends Error {
  override readonly name = 'ContentGoneError';
  constructor(name: string) {
    super(`${name} was changed or removed in the meantime`);
  }
}

/** Reads content into memory, starting at a position. @throws ContentGoneError */
export async function wholeContent(home: Pick<Home, 'pieces'>, name: string, from?: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of home.pieces(name, from)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Replaces content in one step. @returns whether the condition was met */
export async function putWhole(
  home: Pick<Home, 'takeOver'>,
  name: string,
  bytes: Uint8Array,
  condition?: ChangeCondition,
): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'likeness-content-'));
  try {
    const path = join(folder, 'content');
    await writeFile(path, bytes, { mode: 0o600 });
    return await home.takeOver(name, path, condition);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Yields the lines of content without line breaks. */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const piece of pieces) {
    let from = 0;
    for (let at = piece.indexOf(LINE_END); at >= 0; at = piece.indexOf(LINE_END, from)) {
      const end = piece.subarray(from, at);
      yield rest.length === 0 ? end.toString() : Buffer.concat([...rest, end]).toString();
      rest = [];
      from = at + 1;
    }
    if (from < piece.length) rest.push(Buffer.from(piece.subarray(from)));
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString();
}

const LINE_END = 10;

const NAME = /^[A-Za-z0-9_-][\w.-]*(?:\/[A-Za-z0-9_-][\w.-]*)*$/;

/** Checks a name, because names become paths of files. @throws TypeError if no document or content can have it */
export function mustBeName(name: string): void {
  if (!NAME.test(name) || /\.(?:tmp|lock)$/.test(name) || name.length > 200)
    throw new TypeError(`${name}: expected the name of a document, such as proposals/Account.json`);
}
