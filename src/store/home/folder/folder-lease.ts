import { dirname } from 'node:path';
import { poll, type Following } from '../../../runtime/watch.js';
import { makeFolderSync, PRIVATE } from '../../../runtime/make-folder.js';
import { tryFileLock } from '../../try-file-lock.js';
import type { Lease } from '../home.js';

const RETRY_MS = 1_000;

/** A lease as a lock file. If its holder exits, another process takes it over. */
export class FolderLease implements Lease {
  #release: (() => void) | undefined;
  #polling: Following | undefined;

  constructor(private readonly path: string) {}

  get isOurs(): boolean {
    return this.#release !== undefined;
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- creating a lock file is synchronous
  async take(): Promise<void> {
    if (this.#release !== undefined) return;
    makeFolderSync(dirname(this.path), PRIVATE);
    this.#release = tryFileLock(this.path);
  }

  follow(onError: (message: string) => void): void {
    this.#polling = poll(() => this.take(), RETRY_MS, onError);
  }

  async close(): Promise<void> {
    const ended = this.#polling?.end();
    this.#release?.();
    this.#release = undefined;
    await ended;
  }
}
