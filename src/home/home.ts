import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duty } from '../runtime/duty.js';
import type { Following } from '../runtime/watch.js';

/** A small text with a name, replaced whole. */
export interface Document {
  /** Segments of letters, digits, `_`, `.` and `-`, with `/` between them, such as `proposals/Account.json`. */
  readonly name: string;
  readonly content: string;
  /** Changes with the content. To be compared only with that of the same document. */
  readonly version: string;
}

/** When something is changed; otherwise nothing is. */
export interface ChangeCondition {
  /** It must be held by this process, and stay so until the change is made. */
  readonly lease?: Lease | undefined;
  /** A document that must still be as it was read. */
  readonly unchanged?: Pick<Document, 'name' | 'version'> | undefined;
}

export interface WriteCondition extends ChangeCondition {
  /** The version that is there, or `none` where there must be none. Absent: whatever there is. */
  readonly expected?: string | undefined;
}

/** One of several changes that are made together: of a document, or of content as `put` makes it. */
export type HomeChange =
  | { readonly document: string; readonly text: string; readonly expected?: string | undefined }
  | { readonly content: string; readonly position: number; readonly bytes: Uint8Array };

/** Content as a file of this machine. */
export interface LocalFile {
  /** Ends as the content's name does. */
  readonly path: string;
  release(): Promise<void>;
}

/** Work that one of several processes does for all of them, for as long as it holds the lease. */
export interface Lease extends Duty {
  /** Takes it or renews it, unless another process holds it. */
  take(): Promise<void>;
  /** Keeps asking for it. @param onError is told why it cannot be asked for, once a reason */
  follow(onError: (message: string) => void): void;
  /** Gives it back: another process can take it at once. */
  close(): Promise<void>;
}

/**
 * Documents and content. Small things are documents; what may be large is content: bytes by name, sent in parts. A
 * name is that of a document or of content, never of both. A change that has resolved is on disk.
 */
export interface HomeDocuments {
  /** @returns `undefined` where there is none */
  read(name: string): Promise<Document | undefined>;
  /**
   * All documents below a folder, in the order of their names.
   *
   * @param isMeant by name; it must leave out what is content. Default: all are
   */
  list(folder: string, isMeant?: (name: string) => boolean): Promise<Document[]>;
  /** @returns whether the condition was met: only then it is written */
  write(name: string, content: string, condition?: WriteCondition): Promise<boolean>;
  /**
   * Removes a document, or content, and everything below a folder of that name. That there is nothing is no failure.
   *
   * @returns whether the condition was met: only then it is removed
   */
  remove(name: string, condition?: ChangeCondition): Promise<boolean>;
  /** Names of all content below a folder, in order. */
  contents(folder: string, isMeant?: (name: string) => boolean): Promise<string[]>;
  /** Bytes of content; `undefined`: there is none. */
  size(name: string): Promise<number | undefined>;
  /**
   * Content from a position on, piece by piece.
   *
   * @throws ContentGoneError where there is none, or it is replaced meanwhile: pieces of two are never taken for one
   */
  pieces(name: string, from?: number): AsyncGenerator<Buffer>;
  /**
   * Puts bytes (a megabyte at the most) at a position of content, which ends behind them then; at 0 there may be none.
   *
   * @returns whether the condition was met
   * @throws RangeError for a position behind the end
   */
  put(name: string, position: number, bytes: Uint8Array, condition?: ChangeCondition): Promise<boolean>;
  /**
   * Makes several changes in their order, each of another name: all or none. Where the process ends meanwhile a folder
   * may have the first of them.
   *
   * @returns whether the conditions were met, and what was expected of each document
   * @throws RangeError as `put`
   */
  changeAll(changes: readonly HomeChange[], condition?: ChangeCondition): Promise<boolean>;
  /**
   * Makes a file of this machine the content of that name, whole, in place of what was there.
   *
   * @returns whether the condition was met: only then, and the file is gone
   */
  takeOver(name: string, path: string, condition?: ChangeCondition): Promise<boolean>;
  /**
   * @param folder of this process, for a copy
   * @throws ContentGoneError
   */
  local(name: string, folder: string): Promise<LocalFile>;
}

/**
 * Where everything lives that is not records: a data folder, or the database of several nodes. All processes over one
 * place see one state.
 */
export interface Home extends HomeDocuments {
  /** Whether other processes work on it at the same time, as nodes over a database do. */
  readonly isShared: boolean;
  /** By which the place is known among its copies. */
  identity(): Promise<string>;
  /** Milliseconds since the epoch, by the clock that all processes over the place go by. */
  readonly now: () => number;
  /** @param name small letters */
  lease(name: string): Lease;
  /**
   * Calls at once, and whenever anything below a folder may have changed, here or in another process: at least once
   * after each change, never twice at the same time.
   *
   * @param onError is told why a call failed, once a reason; it is called again all the same
   */
  follow(folder: string, changed: () => void | Promise<void>, onError: (message: string) => void): Following;
  close(): Promise<void>;
}

/** No document has a version like this one. */
export const NONE = 'none';

/**
 * Changes a document from what it holds, again where another process was quicker.
 *
 * @param edit `undefined` leaves it as it is
 * @param patiently carries out again what a home that is away has refused; absent: nothing is
 * @returns whether it was changed: not where the lease is lost
 */
export async function change(
  home: Pick<Home, 'read' | 'write'>,
  name: string,
  edit: (content: string | undefined) => string | undefined,
  lease?: Lease,
  patiently: Patiently = (work) => work(() => undefined),
): Promise<boolean> {
  /** Sent before the home was away: it may be there. */
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

/** Carries work out again while the home is away. @param work says whenever it has come further */
export type Patiently = <T>(work: (progressed: () => void) => Promise<T>) => Promise<T>;

/** There is no such content, or another one by now. */
export class ContentGoneError extends Error {
  override readonly name = 'ContentGoneError';
  constructor(name: string) {
    super(`${name} was changed or removed meanwhile`);
  }
}

/** Content that fits into memory, from a position on. @throws ContentGoneError */
export async function wholeContent(home: Pick<Home, 'pieces'>, name: string, from?: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of home.pieces(name, from)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Makes bytes the content of a name, in one step. @returns whether the condition was met */
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

/** The lines of content, without their ends. */
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

/** @throws TypeError for what no document and no content can be called: names become paths of files */
export function mustBeName(name: string): void {
  if (!NAME.test(name) || /\.(?:tmp|lock)$/.test(name) || name.length > 200)
    throw new TypeError(`${name}: expected the name of a document, such as proposals/Account.json`);
}
