import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFolderSync, PRIVATE } from '../runtime/make-folder.js';
import type { Following } from '../runtime/watch.js';
import type { HomeChange, Document, Home, Lease } from '../home/home.js';
import { replaceFileSync } from '../store/replace-file.js';
import { StoreUnavailableError } from '../store/store-errors.js';
import { AuditPlace } from './audit-place.js';
import { CLIENTS_FILE } from './client-store.js';
import type { NewestFiles } from './newest-files.js';
import { WrappedSecretError, wrappedSecrets, type WrappedSecrets } from '../store/wrapped-secrets.js';
import { KEY_FILE } from './signing-keys.js';

/** The secrets that sign webhooks. */
export const WEBHOOK_SECRETS_FILE = 'webhooks.secrets';
/** The secrets that all nodes over one database have alike. */
export const SHARED_FILES: readonly string[] = [CLIENTS_FILE, KEY_FILE, WEBHOOK_SECRETS_FILE];
/** Milliseconds between two looks for what is not known here, and for which one of them is waited for. */
const LOOKS_APART_MS = 50;
const LOOK_MS = 1_000;

/** Milliseconds for which a change waits for those of other processes, and between two attempts. */
const PATIENCE_MS = 20_000;
const ATTEMPTS_APART_MS = 20;

/** The document of one of these files. */
export const sharedNameOf = (name: string): string => `shared/${name}`;

/**
 * The clients, keys and secrets of nodes over one database. The database has them; each node's folder has a copy, which
 * the parts that read and change files work on as anywhere.
 */
export class SharedFiles implements NewestFiles {
  #version = 0;
  /** Versions of the documents that were taken over, by their names. */
  readonly #taken = new Map<string, string>();
  /** A look that has been asked for, and not begun. */
  #next: Promise<void> | undefined;
  #looked = -Infinity;
  #following: Following | undefined;

  constructor(
    private readonly home: Home,
    private readonly folder: string,
    private readonly secrets: WrappedSecrets = wrappedSecrets(),
  ) {
    makeFolderSync(folder, PRIVATE);
  }

  /**
   * Takes over what the database has that is newer.
   *
   * @throws WrappedSecretError for a file that this node cannot unwrap: it goes on by its own, and takes all others
   */
  async pull(): Promise<void> {
    const documents = await this.home.list('shared');
    this.#take(documents.filter(({ name, version }) => this.#taken.get(name) !== version));
  }

  get version(): number {
    return this.#version;
  }

  /** One look for all who ask until it begins, and at most one in so many milliseconds, however many ask. */
  refresh(): Promise<void> {
    return (this.#next ??= this.#lookSoon());
  }

  async #lookSoon(): Promise<void> {
    await pause(Math.max(0, this.#looked + LOOKS_APART_MS - performance.now()));
    this.#next = undefined;
    this.#looked = performance.now();
    // A database that is away refuses nobody later than it must.
    await Promise.race([this.pull().catch(() => undefined), pause(LOOK_MS, undefined, { ref: false })]);
  }

  /**
   * Works on the newest files, and shares what it made of them; no other process changes them meanwhile. What the
   * database does not have yet, it takes from the folder.
   *
   * @param work is given what notes entries for the audit log, which are kept with the change or not at all
   */
  async change<T>(work: (note: (entry: object) => void) => T | Promise<T>): Promise<T> {
    const lease = this.home.lease('shared-files');
    try {
      await mine(lease);
      const documents = await this.home.list('shared');
      this.#take(documents);
      const known = new Map(documents.map(({ name, content }) => [name, content]));
      const entries: object[] = [];
      const result = await work((entry) => void entries.push(entry));
      const changes = SHARED_FILES.flatMap((name): HomeChange[] => {
        const text = this.#read(name);
        const document = sharedNameOf(name);
        return text === undefined || text === known.get(document) ? [] : [{ document, text }];
      });
      await this.#keep(changes, entries, lease);
      return result;
    } finally {
      await lease.close();
    }
  }

  /** Takes over changes from now on. @param trouble is told, once, while the database cannot be asked */
  follow(trouble: (message: string) => void): void {
    const told = (reason: string): void => trouble(`clients and keys are those of before: ${reason}`);
    this.#following = this.home.follow('shared', () => this.pull(), told);
  }

  close(): void {
    void this.#following?.end();
  }

  async #keep(changes: readonly HomeChange[], entries: readonly object[], lease: Lease): Promise<void> {
    if (changes.length === 0 && entries.length === 0) return;
    const audit = new AuditPlace(this.home);
    for (;;) {
      const lines = entries.length === 0 ? [] : await audit.changesFor(entries);
      if (await this.home.changeAll([...changes, ...lines], { lease })) return;
      // Others append to the audit log at the same time.
      if (!lease.isOurs) throw new StoreUnavailableError('clients and keys were not changed: it took too long', 2);
    }
  }

  #take(documents: readonly Document[]): void {
    let fault: WrappedSecretError | undefined;
    for (const { name: document, version, content } of documents) {
      const name = document.slice(document.indexOf('/') + 1);
      // The name comes from a database that others may write to.
      if (!SHARED_FILES.includes(name)) continue;
      const own = this.#read(name);
      if (own !== content) {
        try {
          // Another node was given a secret to wrap by, and this one not yet: its own file still serves.
          if (own !== undefined) this.secrets.unwrap(name, content, `${name} of the database`);
        } catch (error) {
          if (!(error instanceof WrappedSecretError)) throw error;
          fault ??= error;
          continue;
        }
        replaceFileSync(join(this.folder, name), content);
      }
      if (this.#taken.get(document) !== version) this.#version++;
      this.#taken.set(document, version);
    }
    if (fault !== undefined) throw fault;
  }

  #read(name: string): string | undefined {
    try {
      return readFileSync(join(this.folder, name), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}

/** Holds a lease, once no other process does. */
async function mine(lease: Lease): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    await lease.take();
    if (lease.isOurs) break;
    if (performance.now() > deadline)
      throw new StoreUnavailableError('clients and keys are being changed elsewhere; try again', 2);
    await pause(ATTEMPTS_APART_MS);
  }
  lease.follow(() => undefined);
}
