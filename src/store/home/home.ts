import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duty } from '../../runtime/duty.js';
import type { Following } from '../../runtime/watch.js';

/** A small named string that is always replaced as a whole. */
export interface Document {
  /** Segments of letters, digits, `_`, `.` and `-`, separated by `/`, such as `proposals/Account.json`. */
  readonly name: string;
  readonly content: string;
  /** Version of the content. It can be compared only with versions of the same document. */
  readonly version: string;
}

/** Conditions of a change. If a condition is not met, nothing is changed. */
export interface ChangeCondition {
  /** A lease that this process must hold until the change is made. */
  readonly lease?: Lease | undefined;
  /** A document that must not have changed since it was read. */
  readonly unchanged?: Pick<Document, 'name' | 'version'> | undefined;
}

export interface WriteCondition extends ChangeCondition {
  /** The expected version, or `none` if the document must not exist. Default: any version. */
  readonly expected?: string | undefined;
}

/** One of several changes made together, either to a document or to content, as in `put`. */
export type HomeChange =
  | { readonly document: string; readonly text: string; readonly expected?: string | undefined }
  | { readonly content: string; readonly position: number; readonly bytes: Uint8Array };

/** Content as a file on this machine. */
export interface LocalFile {
  /** Path of the file, which has the same extension as the content. */
  readonly path: string;
  release(): Promise<void>;
}

/** Work that one process does for all processes while it holds the lease. */
export interface Lease extends Duty {
  /** Takes or renews the lease unless another process holds it. */
  take(): Promise<void>;
  /** Keeps trying to take the lease. @param onError receives the reason of a failure, once per reason */
  follow(onError: (message: string) => void): void;
  /** Releases the lease, so that another process can take it immediately. */
  close(): Promise<void>;
}

/**
 * Documents (small) and content (bytes that may be large, written in parts). A name belongs either to a document or to
 * content. A change is on disk when its promise resolves.
 */
export interface HomeDocuments {
  /** @returns `undefined` if there is no such document */
  read(name: string): Promise<Document | undefined>;
  /**
   * Lists all documents below a folder, sorted by name.
   * @param isMeant selects by name and must exclude content; default: all
   */
  list(folder: string, isMeant?: (name: string) => boolean): Promise<Document[]>;
  /** @returns whether the condition was met and the document written */
  write(name: string, content: string, condition?: WriteCondition): Promise<boolean>;
  /**
   * Removes a document or content, and everything below a folder of that name. Succeeds if nothing has the name.
   * @returns whether the condition was met; otherwise nothing is removed
   */
  remove(name: string, condition?: ChangeCondition): Promise<boolean>;
  /** Returns the names of all content below a folder, in order. */
  contents(folder: string, isMeant?: (name: string) => boolean): Promise<string[]>;
  /** Returns the size of content in bytes, or `undefined` if the content does not exist. */
  size(name: string): Promise<number | undefined>;
  /**
   * Reads content in pieces, starting at a position.
   * @throws ContentGoneError if the content does not exist, or is replaced during the read
   */
  pieces(name: string, from?: number): AsyncGenerator<Buffer>;
  /**
   * Writes at most a megabyte at a position of content, and truncates the content after the written bytes. A write at
   * position 0 creates missing content.
   * @returns whether the condition was met
   * @throws RangeError for a position after the end
   */
  put(name: string, position: number, bytes: Uint8Array, condition?: ChangeCondition): Promise<boolean>;
  /**
   * Makes several changes of different names atomically, in order. After a crash, a folder may have only the first
   * changes.
   * @returns whether the conditions and all expected versions matched
   * @throws RangeError like `put`
   */
  changeAll(changes: readonly HomeChange[], condition?: ChangeCondition): Promise<boolean>;
  /**
   * Moves a local file to the content of that name, replacing the content.
   * @returns whether the condition was met; only then is the file moved
   */
  takeOver(name: string, path: string, condition?: ChangeCondition): Promise<boolean>;
  /**
   * @param folder of this process, for a copy
   * @throws ContentGoneError
   */
  local(name: string, folder: string): Promise<LocalFile>;
}

/** Storage, shared by processes, for everything except records: a data folder, or the database of several nodes. */
export interface Home extends HomeDocuments {
  /** Whether other processes use the home at the same time, such as nodes over a database. */
  readonly isShared: boolean;
  /** Returns the Id that distinguishes this home from copies of it. */
  identity(): Promise<string>;
  /** Returns milliseconds since the epoch according to the clock that all processes of the home share. */
  readonly now: () => number;
  /** @param name in lower case */
  lease(name: string): Lease;
  /**
   * Calls `changed` immediately and after every change below a folder by any process, but never concurrently.
   * @param onError receives the reason of a failed call, once per reason; calls continue
   */
  follow(folder: string, changed: () => void | Promise<void>, onError: (message: string) => void): Following;
  close(): Promise<void>;
}

/** A version that no document has. */
export const NONE = 'none';

/**
 * Edits a document, and retries if another process changed it first.
 * @param edit returns `undefined` to change nothing
 * @param patiently retries while the home is unavailable; by default there are no retries
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

/** Retries work while the home is unavailable. @param work reports each progress */
export type Patiently = <T>(work: (progressed: () => void) => Promise<T>) => Promise<T>;

/** Thrown if the content does not exist or was replaced. */
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

/** Generates the lines of content, without line breaks. */
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

/** Checks a name, because names become file paths. @throws TypeError for an invalid name of a document or content */
export function mustBeName(name: string): void {
  if (!NAME.test(name) || /\.(?:tmp|lock)$/.test(name) || name.length > 200)
    throw new TypeError(`${name}: expected the name of a document, such as proposals/Account.json`);
}
