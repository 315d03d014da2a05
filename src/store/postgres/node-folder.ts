import { join } from 'node:path';
import { systemFiles } from '../store-files.js';
import { INDEX_SNAPSHOTS } from '../format.js';
import type { LogPosition } from '../log-position.js';
import type { SnapshotPlace } from '../snapshot-place.js';
import { SnapshotSaves } from '../snapshot-saves.js';
import type { Query } from './database-snapshot.js';

/** The folder of a node, which keeps what another process of it can begin with: valid for this database's log only. */
export class NodeFolder implements SnapshotPlace {
  readonly files = systemFiles;
  readonly #saves = new SnapshotSaves();
  #removal: Promise<void> = Promise.resolve();

  /** @param end of the log, as the node shows it */
  constructor(
    readonly folder: string,
    private readonly query: Query,
    private readonly schema: string,
    private readonly end: () => LogPosition,
  ) {}

  /** A database that was set back, and then went on, has another commit there than the one that it was. */
  async continues({ position, last }: LogPosition): Promise<boolean> {
    if (position > this.end().position || last === undefined) return false;
    const [commit] = await this.query<{ r_writer: string; r_number: string }>(
      `select r_writer, r_number from ${this.schema}.commit_at($1)`,
      [position],
    );
    return commit?.r_writer === last.writer && Number(commit.r_number) === last.number;
  }

  /** See `SnapshotPlace`. */
  save(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.#saves.run(work);
  }

  /** A record was erased: what is kept, or being saved, may hold what is left of it. */
  erased(): void {
    this.#removal = this.#remove();
    // Whoever waits for it is told.
    this.#removal.catch(() => undefined);
  }

  async #remove(): Promise<void> {
    await this.#saves.giveUp();
    for (const name of INDEX_SNAPSHOTS)
      await this.files.remove(join(this.folder, name)).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      });
  }

  /** Resolves when nothing is left of what was erased. */
  settled(): Promise<void> {
    return this.#removal;
  }
}
