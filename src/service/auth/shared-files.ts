import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFolderSync, PRIVATE } from '../../runtime/make-folder.js';
import type { Following } from '../../runtime/watch.js';
import type { HomeChange, Document, Home, Lease } from '../../store/home/home.js';
import { replaceFileSync } from '../../store/replace-file.js';
import { StoreUnavailableError } from '../../store/store-errors.js';
import { AuditPlace } from './audit-place.js';
import { CLIENTS_FILE } from './client-store.js';
import type { NewestFiles } from './newest-files.js';
import { WrappedSecretError, wrappedSecrets, type WrappedSecrets } from '../../store/wrapped-secrets.js';
import { KEY_FILE } from './signing-keys.js';
import { textOfFile } from '../../runtime/text-of-file.js';

export const WEBHOOK_SECRETS_FILE = 'webhooks.secrets';
export const SHARED_FILES: readonly string[] = [CLIENTS_FILE, KEY_FILE, WEBHOOK_SECRETS_FILE];
/** Minimum milliseconds between two refreshes, and maximum milliseconds that a caller waits for one. */
const LOOKS_APART_MS = 50;
const LOOK_MS = 1_000;

/** Milliseconds that a change waits for other processes, and milliseconds between two attempts. */
const PATIENCE_MS = 20_000;
const ATTEMPTS_APART_MS = 20;

export const sharedNameOf = (name: string): string => `shared/${name}`;

/**
 * Clients, keys and secrets of nodes with one database. If the database and a folder differ, the database takes
 * precedence. Each node has a copy in its folder, for code that reads and changes files.
 */
export class SharedFiles implements NewestFiles {
  #version = 0;
  readonly #taken = new Map<string, string>();
  /** A refresh that was requested and has not started. */
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
   * Copies newer files from the database. If this node cannot unwrap a file, it keeps its own copy of that file, and
   * still copies the others.
   * @throws WrappedSecretError for such a file
   */
  async pull(): Promise<void> {
    const documents = await this.home.list('shared');
    this.#take(documents.filter(({ name, version }) => this.#taken.get(name) !== version));
  }

  get version(): number {
    return this.#version;
  }

  /** Until a refresh starts, all callers share it. There is a minimum time between refreshes. */
  refresh(): Promise<void> {
    return (this.#next ??= this.#lookSoon());
  }

  async #lookSoon(): Promise<void> {
    await pause(Math.max(0, this.#looked + LOOKS_APART_MS - performance.now()));
    this.#next = undefined;
    this.#looked = performance.now();
    // Error responses must not wait for an unavailable database.
    await Promise.race([this.pull().catch(() => undefined), pause(LOOK_MS, undefined, { ref: false })]);
  }

  /**
   * Changes the newest files and shares the result, while no other process changes them. Files missing from the
   * database are taken from the folder.
   * @param work receives a function that adds audit entries, which are saved together with the change
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

  /** Follows changes from now on. @param trouble called once per reason while the database is unavailable */
  follow(trouble: (message: string) => void): void {
    const told = (reason: string): void => trouble(`clients and keys are not up to date: ${reason}`);
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
      // Try again, because another node may have appended to the audit log in the meantime.
      if (!lease.isOurs)
        throw new StoreUnavailableError('clients and keys were not changed: the database took too long', 2);
    }
  }

  #take(documents: readonly Document[]): void {
    let fault: WrappedSecretError | undefined;
    for (const { name: document, version, content } of documents) {
      const name = document.slice(document.indexOf('/') + 1);
      // Check the name, because other programs may write to the database.
      if (!SHARED_FILES.includes(name)) continue;
      const own = this.#read(name);
      if (own !== content) {
        try {
          // If another node has wrapped the file with a secret that this node does not have, this node keeps its copy.
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
    return textOfFile(join(this.folder, name));
  }
}

async function mine(lease: Lease): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    await lease.take();
    if (lease.isOurs) break;
    if (performance.now() > deadline)
      throw new StoreUnavailableError('another process is changing clients and keys; try again', 2);
    await pause(ATTEMPTS_APART_MS);
  }
  lease.follow(() => undefined);
}
