import { randomUUID } from 'node:crypto';
import { RequestError } from '../../records/contract/request-error.js';
import { readFolderFiles, type FolderFiles } from '../../store/config/folder-files.js';
import type { Following } from '../../runtime/watch.js';
import { NewerConfigurationError, type ConfigurationVersions } from './configuration-versions.js';

/** Milliseconds between two reports of the version in use, and between two checks for newer versions. */
const REPORT_MS = 5_000;
const OTHERS_MS = 1_000;

export interface Unapplied {
  readonly version: number;
  readonly reason: string;
  /** Whether another node runs this version, so that only this node has failed. */
  readonly isElsewhere: boolean;
}

type Versions = Pick<
  ConfigurationVersions,
  'newest' | 'copyNewest' | 'follow' | 'push' | 'report' | 'isInUse' | 'leave'
>;

/** A node's configuration folder: a copy of the newest version in the database. */
export class NodeConfiguration {
  readonly #node = randomUUID();
  #taken = 0;
  #inUse = 0;
  /** The last version that was applied or could not be applied. */
  #tried = 0;
  #unapplied: Unapplied | undefined;
  #reported = -Infinity;
  #watch: Following | undefined;
  #again: NodeJS.Timeout | undefined;

  constructor(
    private readonly versions: Versions,
    readonly folder: string,
  ) {}

  get version(): number {
    return this.#inUse;
  }

  /** The newest version, if this node could not apply it. */
  get unapplied(): Unapplied | undefined {
    return this.#unapplied;
  }

  /** At startup, fetches the newest version, or stores `first` if the database has no version. */
  async begin(first: () => Promise<FolderFiles>): Promise<void> {
    if ((await this.versions.newest()) === 0)
      await this.versions.push(await first(), 'server', 0).catch((error: unknown) => {
        // Ignore the conflict if another node has just stored the first version.
        if (!(error instanceof NewerConfigurationError)) throw error;
      });
    await this.take();
    this.#tried = this.#inUse = this.#taken;
  }

  /** Copies the newest version to the folder. @returns whether it must still be applied */
  async take(): Promise<boolean> {
    const newest = await this.versions.copyNewest(this.folder, this.#taken);
    if (newest > this.#taken) this.#taken = newest;
    return this.#taken !== this.#tried;
  }

  /**
   * Shares the configuration in this node's folder with all nodes.
   * @throws RequestError 409 if another node was first; the folder then has that node's version
   */
  async give(by: string): Promise<void> {
    try {
      const files = await readFolderFiles(this.folder);
      this.#taken = await this.versions.push(files, by, this.#taken);
    } catch (error) {
      // Copies the shared version again, so that the folder contains no changes that are not shared.
      this.#taken = 0;
      await this.take().catch(() => undefined);
      if (!(error instanceof NewerConfigurationError)) throw error;
      const message =
        'Another node has changed the configuration in the meantime: read the current configuration, and try again';
      throw new RequestError(409, 'CONFLICT', message);
    }
  }

  applied(): void {
    this.#tried = this.#inUse = this.#taken;
    this.#unapplied = undefined;
    this.#reported = -Infinity;
  }

  refused(error: unknown): void {
    this.#tried = this.#taken;
    if (this.#inUse === this.#taken) return;
    const reason = error instanceof Error ? error.message : String(error);
    this.#unapplied = { version: this.#taken, reason, isElsewhere: false };
  }

  /**
   * Follows new versions.
   * @param use applies the newest version; may fail
   * @param trouble called with the reason for a failure, once per version
   */
  follow(use: () => Promise<void>, trouble: (message: string) => void): void {
    const look = async (): Promise<void> => {
      await use();
      await this.#report();
    };
    this.#watch = this.versions.follow(look, (reason) => trouble(`the configuration was not replaced: ${reason}`));
  }

  async close(): Promise<void> {
    clearTimeout(this.#again);
    await this.#watch?.end();
    clearTimeout(this.#again);
    await this.versions.leave(this.#node).catch(() => undefined);
  }

  async #report(): Promise<void> {
    if (performance.now() - this.#reported >= REPORT_MS) {
      await this.versions.report(this.#node, this.#inUse);
      this.#reported = performance.now();
    }
    const unapplied = this.#unapplied;
    if (unapplied === undefined) return;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#watch?.wake(), OTHERS_MS).unref();
    const isElsewhere = await this.versions.isInUse(unapplied.version);
    if (this.#unapplied === unapplied) this.#unapplied = { ...unapplied, isElsewhere };
  }
}
