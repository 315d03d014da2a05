import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { chmod, copyFile, open, readdir, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isMissing, unlessMissing } from '../../../runtime/missing-file.js';
import { systemFiles } from '../../store-files.js';
import { replaceFile } from '../../replace-file.js';
import { folderIdentity } from '../../folder-identity.js';
import { tryFileLock } from '../../try-file-lock.js';
import { Watch, type Following } from '../../../runtime/watch.js';
import {
  ContentGoneError,
  mustBeName,
  NONE,
  type HomeChange,
  type ChangeCondition,
  type WriteCondition,
  type Document,
  type Home,
  type Lease,
  type LocalFile,
} from '../home.js';
import { FolderLease } from './folder-lease.js';

/** Milliseconds between two attempts to lock. All attempts together take at most `PATIENCE_MS`. */
const RETRY_MS = 5;
const PATIENCE_MS = 10_000;
const POLL_MS = 500;

interface Watched {
  readonly folder: string;
  readonly watch: Watch;
}

/**
 * Storage in a data folder. Each document and each content is a file that only the owner can read. Documents are
 * replaced as a whole. Writers hold `home.lock`. Readers never wait.
 */
export class FolderHome implements Home {
  readonly isShared = false;
  readonly now: () => number;
  readonly #watched = new Set<Watched>();
  readonly #leases = new Set<FolderLease>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly path: string,
    now: () => number = Date.now,
  ) {
    this.now = now;
  }

  identity(): Promise<string> {
    return folderIdentity(this.path);
  }

  async read(name: string): Promise<Document | undefined> {
    mustBeName(name);
    try {
      const content = await readFile(join(this.path, name), 'utf8');
      return { name, content, version: versionOf(content) };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async list(folder: string, isMeant?: (name: string) => boolean): Promise<Document[]> {
    const found = await Promise.all((await this.#names(folder, isMeant)).map((name) => this.read(name)));
    // Omits documents that another process has removed in the meantime.
    return found.filter((document) => document !== undefined);
  }

  write(name: string, text: string, { expected, ...condition }: WriteCondition = {}): Promise<boolean> {
    return this.changeAll([{ document: name, text, expected }], condition);
  }

  remove(name: string, condition: ChangeCondition = {}): Promise<boolean> {
    const path = join(this.path, name);
    return this.#change([name], condition, async () => {
      // Documents are removed first, because they refer to the content.
      for (const each of await this.#names(name, (each) => each.endsWith('.json')))
        await rm(join(this.path, each), { force: true });
      await rm(path, { recursive: true, force: true });
      await systemFiles.syncFolder(dirname(path)).catch(unlessMissing);
      return true;
    });
  }

  contents(folder: string, isMeant?: (name: string) => boolean): Promise<string[]> {
    return this.#names(folder, isMeant);
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- the system has it in memory
  async size(name: string): Promise<number | undefined> {
    mustBeName(name);
    const found = statSync(join(this.path, name), { throwIfNoEntry: false });
    return found?.isFile() === true ? found.size : undefined;
  }

  async *pieces(name: string, from = 0): AsyncGenerator<Buffer> {
    mustBeName(name);
    // An open file does not change when the content is replaced.
    const file = await open(join(this.path, name)).catch((error: unknown) => {
      throw isMissing(error) ? new ContentGoneError(name) : error;
    });
    try {
      yield* file.createReadStream({ start: from, autoClose: false }) as AsyncIterable<Buffer>;
    } finally {
      await file.close();
    }
  }

  put(name: string, position: number, bytes: Uint8Array, condition: ChangeCondition = {}): Promise<boolean> {
    return this.changeAll([{ content: name, position, bytes }], condition);
  }

  changeAll(changes: readonly HomeChange[], condition: ChangeCondition = {}): Promise<boolean> {
    const names = changes.map((change) => ('document' in change ? change.document : change.content));
    return this.#change(names, condition, async () => {
      for (const change of changes) {
        if ('document' in change) {
          const { document, expected } = change;
          if (expected !== undefined && ((await this.read(document))?.version ?? NONE) !== expected) return false;
        } else this.#mustReach(change);
      }
      for (const change of changes)
        await ('document' in change ? this.#replace(change.document, change.text) : this.#put(change));
      return true;
    });
  }

  takeOver(name: string, from: string, condition: ChangeCondition = {}): Promise<boolean> {
    const path = join(this.path, name);
    return this.#change([name], condition, async () => {
      await systemFiles.makeFolder(dirname(path));
      const temporary = `${path}.tmp`;
      await rename(from, temporary).catch(async (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
        await copyFile(from, temporary);
        await rm(from);
      });
      await chmod(temporary, 0o600);
      const file = await open(temporary, 'r+');
      await file.datasync().finally(() => file.close());
      await rename(temporary, path);
      await systemFiles.syncFolder(dirname(path));
      return true;
    });
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- it is a file already
  async local(name: string): Promise<LocalFile> {
    mustBeName(name);
    const path = join(this.path, name);
    if (!existsSync(path)) throw new ContentGoneError(name);
    return { path, release: () => Promise.resolve() };
  }

  lease(name: string): Lease {
    const lease = new FolderLease(join(this.path, 'leases', `${name}.lock`));
    this.#leases.add(lease);
    return lease;
  }

  follow(folder: string, changed: () => void | Promise<void>, onError: (message: string) => void): Following {
    let seen: string | undefined;
    const look = async (): Promise<void> => {
      const signature = await this.#signature(folder);
      if (signature !== seen) watch.wake();
      seen = signature;
    };
    // Ignores errors, because the reader reports an unreadable folder.
    const timer = setInterval(() => void look().catch(() => watch.wake()), POLL_MS).unref();
    const onEnd = (): void => {
      clearInterval(timer);
      this.#watched.delete(watched);
    };
    const watch = new Watch(changed, onError, { onEnd });
    const watched = { folder, watch };
    this.#watched.add(watched);
    watch.wake();
    return watch;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#watched].map(({ watch }) => watch.end()));
    await this.#last;
    for (const lease of this.#leases) await lease.close();
  }

  async #replace(name: string, text: string): Promise<void> {
    const path = join(this.path, name);
    await systemFiles.makeFolder(dirname(path));
    await replaceFile(path, text);
  }

  #mustReach({ content, position }: { readonly content: string; readonly position: number }): void {
    const size = statSync(join(this.path, content), { throwIfNoEntry: false })?.size ?? 0;
    if (position > size) throw new RangeError(`${content} ends before position ${position}`);
  }

  async #put({ content, position, bytes }: Extract<HomeChange, { content: string }>): Promise<void> {
    const path = join(this.path, content);
    await systemFiles.makeFolder(dirname(path));
    const isNew = !existsSync(path);
    const file = await open(path, isNew ? 'wx' : 'r+', 0o600);
    try {
      await file.truncate(position);
      try {
        await writeAll(file, bytes, position);
      } catch (error) {
        await file.truncate(position);
        throw error;
      }
      await file.datasync();
    } finally {
      await file.close();
    }
    if (isNew) await systemFiles.syncFolder(dirname(path));
  }

  /** Makes one change at a time, within this process and among processes. */
  #change(names: readonly string[], condition: ChangeCondition, make: () => Promise<boolean>): Promise<boolean> {
    names.forEach(mustBeName);
    const done = this.#last.then(() => this.#locked(names, condition, make));
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #locked(
    names: readonly string[],
    { unchanged, lease }: ChangeCondition,
    make: () => Promise<boolean>,
  ): Promise<boolean> {
    await systemFiles.makeFolder(this.path);
    const release = await lockOf(join(this.path, 'home.lock'));
    try {
      if (unchanged !== undefined && (await this.read(unchanged.name))?.version !== unchanged.version) return false;
      if (lease?.isOurs === false) return false;
      for (const name of names) await this.#clear(name);
      if (!(await make())) return false;
    } finally {
      release();
    }
    for (const { folder, watch } of this.#watched)
      if (names.some((name) => name.startsWith(`${folder}/`))) watch.wake();
    return true;
  }

  /** Removes unfinished files. The caller holds the lock, so the processes that wrote them have exited. */
  async #clear(name: string): Promise<void> {
    const folder = dirname(join(this.path, name));
    if (!name.includes('/')) return;
    const names = await readdir(folder).catch(() => []);
    for (const each of names) if (each.endsWith('.tmp')) await rm(join(folder, each), { force: true });
  }

  async #names(folder: string, isMeant: (name: string) => boolean = () => true): Promise<string[]> {
    mustBeName(folder);
    try {
      const entries = await readdir(join(this.path, folder), { withFileTypes: true });
      const below: string[] = [];
      for (const entry of entries) {
        const name = `${folder}/${entry.name}`;
        if (entry.isDirectory()) below.push(...(await this.#names(name, isMeant)));
        else if (!/\.(?:tmp|lock)$/.test(name) && isMeant(name)) below.push(name);
      }
      return below.sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** Returns a string that differs after each change to a document. Files are replaced, never modified. */
  async #signature(folder: string): Promise<string> {
    const names = await this.#names(folder);
    const signatures = names.map((name) => {
      const stat = statSync(join(this.path, name), { bigint: true, throwIfNoEntry: false });
      return `${name} ${stat?.ino} ${stat?.mtimeNs} ${stat?.size}`;
    });
    return signatures.join('\n');
  }
}

function versionOf(content: string): string {
  return createHash('sha256').update(content).digest('base64');
}

async function lockOf(path: string): Promise<() => void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const release = tryFileLock(path);
    if (release !== undefined) return release;
    if (performance.now() > deadline)
      throw new Error(`${path}: another process holds this lock; if no other process is running, remove the file`);
    await pause(RETRY_MS);
  }
}

/** Writes all bytes. A single `write` may write fewer without an error, for example if the disk is full. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
