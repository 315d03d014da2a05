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

/** When a change of a document is made; otherwise nothing is changed. */
export interface WriteCondition {
  /** The version that is there, or `none` where there must be none. Absent: whatever there is. */
  readonly expected?: string | undefined;
  /** It must be held by this process, and stay so until the change is made. */
  readonly lease?: Lease | undefined;
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
 * Where everything lives that is not records: a data folder, or the database of several nodes. All processes over one
 * place see one state. A change that has resolved is on disk.
 */
export interface Home {
  /** By which the place is known among its copies. */
  identity(): Promise<string>;
  /** Milliseconds since the epoch, by the clock that all processes over the place go by. */
  readonly now: () => number;
  /** @returns `undefined` where there is none */
  read(name: string): Promise<Document | undefined>;
  /** All below a folder, in the order of their names. */
  list(folder: string): Promise<Document[]>;
  /** @returns whether the condition was met: only then it is written */
  write(name: string, content: string, condition?: WriteCondition): Promise<boolean>;
  /** @param lease without which nothing is removed. That there is no such document is no failure. */
  remove(name: string, lease?: Lease): Promise<void>;
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

/** Changes a document from what it holds, again where another process was quicker. */
export async function change(
  home: Pick<Home, 'read' | 'write'>,
  name: string,
  edit: (content: string | undefined) => string | undefined,
  lease?: Lease,
): Promise<void> {
  for (;;) {
    const found = await home.read(name);
    const content = edit(found?.content);
    if (content === undefined || (await home.write(name, content, { expected: found?.version ?? NONE, lease }))) return;
    if (lease?.isOurs === false) return;
  }
}

const NAME = /^[A-Za-z0-9_-][\w.-]*(?:\/[A-Za-z0-9_-][\w.-]*)*$/;

/** @throws TypeError for what no document can be called: names become paths of files */
export function mustBeName(name: string): void {
  if (!NAME.test(name) || /\.(?:tmp|lock)$/.test(name) || name.length > 200)
    throw new TypeError(`${name}: expected the name of a document, such as proposals/Account.json`);
}
