import { join } from 'node:path';
import { unlessMissing } from '../../../runtime/missing-file.js';
import { systemFiles, withFile } from '../../../store/store-files.js';
import { INDEX_SNAPSHOT, INDEX_SNAPSHOTS, UNFINISHED_INDEX_SNAPSHOT } from '../../../store/format.js';
import type { LogPosition } from '../../../store/log-position.js';
import type { SnapshotPlace } from '../../../store/snapshot-place.js';
import { SnapshotSaves } from '../../../store/snapshot-saves.js';
import type { Query } from './log-connection.js';
import type { IndexImages } from './index-images.js';

/** Milliseconds between two checks. */
const OFFER_MS = 60_000;

/** The node's folder with files for its next startup, which are valid only for this database's log. */
export class NodeFolder implements SnapshotPlace {
  readonly files = systemFiles;
  readonly #saves = new SnapshotSaves();
  #removal: Promise<void> = Promise.resolve();
  #offerAt = -Infinity;

  /** @param end returns the end of the log that the node shows */
  constructor(
    readonly folder: string,
    private readonly images: IndexImages,
    private readonly query: Query,
    private readonly schema: string,
    private readonly end: () => LogPosition,
  ) {}

  /** Compares the commit, because a database that was restored and then used has another commit at that position. */
  async continues({ position, last }: LogPosition): Promise<boolean> {
    if (position > this.end().position || last === undefined) return false;
    const [commit] = await this.query<{ r_writer: string; r_number: string }>(
      `select r_writer, r_number from ${this.schema}.commit_at($1)`,
      [position],
    );
    return commit?.r_writer === last.writer && Number(commit.r_number) === last.number;
  }

  save(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.#saves.run(work);
  }

  /** Downloads another node's snapshot. @returns whether there was a snapshot */
  async fetch(digest: string): Promise<boolean> {
    const image = await this.images.newest(digest, this.end().position);
    if (image === undefined) return false;
    const temporary = join(this.folder, UNFINISHED_INDEX_SNAPSHOT);
    await this.files.remove(temporary).catch(unlessMissing);
    const isWhole = await withFile(this.files, temporary, 'create', (file) => this.images.fetch(image, file));
    if (isWhole) await this.files.rename(temporary, join(this.folder, INDEX_SNAPSHOT));
    else await this.files.remove(temporary).catch(unlessMissing);
    return isWhole;
  }

  async offer(known: LogPosition, digest: string, ending: AbortSignal): Promise<void> {
    if (performance.now() < this.#offerAt) return;
    this.#offerAt = performance.now() + OFFER_MS;
    if (!(await this.images.isWanted(digest, known.position))) return;
    await this.#saves.run((signal) =>
      withFile(this.files, join(this.folder, INDEX_SNAPSHOT), 'read', async (file) => {
        await this.images.take(file, known, digest, () => signal.aborted || ending.aborted);
      }),
    );
  }

  /** Removes all snapshots, including unfinished ones, because they may contain remains of the erased record. */
  erased(): void {
    this.#removal = this.#remove();
    this.#removal.catch(() => undefined);
  }

  async #remove(): Promise<void> {
    await this.#saves.giveUp();
    for (const name of INDEX_SNAPSHOTS) await this.files.remove(join(this.folder, name)).catch(unlessMissing);
  }

  settled(): Promise<void> {
    return this.#removal;
  }
}
