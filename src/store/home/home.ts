import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duty } from '../../runtime/duty.js';
import type { Following } from '../../runtime/watch.js';

/** A named small text, replaced as a whole. */
export interface Document {
  /** Segments of letters, digits, `_`, `.` and `-`, separated by `/`, such as `proposals/Account.json`. */
  readonly name: string;
  readonly content: string;
  /** Changes with the content. Compare only with versions of the same document. */
  readonly version: string;
}

/** Conditions of a change; if one is not met, nothing changes. */
export interface ChangeCondition {
  /** This process must hold it until the change is made. */
  readonly lease?: Lease | undefined;
  /** A document that must not have changed since it was read. */
  readonly unchanged?: Pick<Document, 'name' | 'version'> | undefined;
}

export interface WriteCondition extends ChangeCondition {
  /** The expected version; `none` if it must not exist. Absent: any. */
  readonly expected?: string | undefined;
}

/** One of several changes made together: to a document, or to content as in `put`. */
export type HomeChange =
  | { readonly document: string; readonly text: string; readonly expected?: string | undefined }
  | { readonly content: string; readonly position: number; readonly bytes: Uint8Array };

/** Content as a file on this machine. */
export interface LocalFile {
  /** Has the same extension as the content. */
  readonly path: string;
  release(): Promise<void>;
}

/** Work that one of several processes does for all, while it holds the lease. */
export interface Lease extends Duty {
  /** Takes or renews it, unless another process holds it. */
  take(): Promise<void>;
  /** Keeps trying to take it. @param onError is called with the reason of a failure, once per reason */
  follow(onError: (message: string) => void): void;
  /** Releases it, so that another process can take it immediately. */
  close(): Promise<void>;
}

/**
 * Documents (small) and content (bytes that may be large, written in parts). A name belongs to a document or to
 * content, never to both. A change is on disk when its promise resolves.
 */
export interface HomeDocuments {
  /** @returns `undefined` if there is none */
  read(name: string): Promise<Document | undefined>;
  /**
   * All documents below a folder, sorted by name.
   * @param isMeant selects by name and must exclude content. Default: all
   */
  list(folder: string, isMeant?: (name: string) => boolean): Promise<Document[]>;
  /** @returns whether the condition was met and the document written */
  write(name: string, content: string, condition?: WriteCondition): Promise<boolean>;
  /**
   * Removes a document or content, and everything below a folder of that name. Succeeds if there is nothing.
   * @returns whether the condition was met; otherwise nothing is removed
   */
  remove(name: string, condition?: ChangeCondition): Promise<boolean>;
  /** Names of all content below a folder, in order. */
  contents(folder: string, isMeant?: (name: string) => boolean): Promise<string[]>;
  /** Bytes of content; `undefined` if there is none. */
  size(name: string): Promise<number | undefined>;
  /**
   * Reads content from a position on, in pieces.
   * @throws ContentGoneError if there is none, or it is replaced during the read
   */
  pieces(name: string, from?: number): AsyncGenerator<Buffer>;
  /**
   * Writes bytes (at most a megabyte) at a position of content and truncates it after them; at 0 it may be new.
   * @returns whether the condition was met
   * @throws RangeError for a position after the end
   */
  put(name: string, position: number, bytes: Uint8Array, condition?: ChangeCondition): Promise<boolean>;
  /**
   * Makes several changes of different names atomically, in order. After a crash a folder may have only the first of
   * them.
   * @returns whether the conditions and all expected versions matched
   * @throws RangeError as `put`
   */
  changeAll(changes: readonly HomeChange[], condition?: ChangeCondition): Promise<boolean>;
  /**
   * Moves a local file to the content of that name, replacing it.
   * @returns whether the condition was met; only then the file is moved
   */
  takeOver(name: string, path: string, condition?: ChangeCondition): Promise<boolean>;
  /**
   * @param folder of this process, for a copy
   * @throws ContentGoneError
   */
  local(name: string, folder: string): Promise<LocalFile>;
}

/**
 * Storage for everything except records: a data folder, or the database of several nodes. All processes that use it see
 * one state.
 */
export interface Home extends HomeDocuments {
  /** Whether other processes use it at the same time, such as nodes over a database. */
  readonly isShared: boolean;
  /** Identifies the place among its copies. */
  identity(): Promise<string>;
  /** Milliseconds since the epoch, by the clock that all processes of the home share. */
  readonly now: () => number;
  /** @param name in lower case */
  lease(name: string): Lease;
  /**
   * Calls `changed` immediately, and after every change below a folder by any process; never concurrently.
   * @param onError is called with the reason of a failed call, once per reason; calls continue
   */
  follow(folder: string, changed: () => void | Promise<void>, onError: (message: string) => void): Following;
  close(): Promise<void>;
}

/** No document has this version. */
export const NONE = 'none';

/**
 * Edits a document; retries if another process was faster.
 * @param edit returns `undefined` to change nothing
 * @param patiently retries while the home is unavailable; absent: no retries
 * @returns whether it was changed: false if the lease is lost
 */
export async function change(
  home: Pick<Home, 'read' | 'write'>,
  name: string,
  edit: (content: string | undefined) => string | undefined,
  lease?: Lease,
  patiently: Patiently = (work) => work(() => undefined),
): Promise<boolean> {
  /** Sent before the home became unavailable: it may have been written. */
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

/** The content does not exist, or was replaced. */
export class ContentGoneError extends Error {
  override readonly name = 'ContentGoneError';
  constructor(name: string) {
    super(`${name} was changed or removed meanwhile`);
  }
}

/** Reads content into memory from a position on. @throws ContentGoneError */
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

/** The lines of content, without line breaks. */
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

/** @throws TypeError for an invalid name of a document or content: names become file paths */
export function mustBeName(name: string): void {
  if (!NAME.test(name) || /\.(?:tmp|lock)$/.test(name) || name.length > 200)
    throw new TypeError(`${name}: expected the name of a document, such as proposals/Account.json`);
}
