import { join } from 'node:path';
import { systemFiles } from '../store-files.js';
import { INDEX_SNAPSHOT } from '../format.js';
import type { CommitIdentity, LogPosition } from '../log-position.js';
import type { SnapshotPlace } from '../snapshot-place.js';
import type { Query } from './database-snapshot.js';

/** A state of the log: two databases that agree in it hold the same up to its position. */
interface LogFingerprint {
  /** Identity of the schema, drawn when it was made. */
  readonly identity: string;
  readonly position: number;
  /** Identity of the last commit: it tells a database that was set back, and then went on, from the one that it was. */
  readonly last: string;
}

const textOf = (last: CommitIdentity | undefined): string => (last ? `${last.writer} ${last.number}` : '');

/** The folder of a node, which keeps what another process of it can begin with: valid for this database's log only. */
export class NodeFolder implements SnapshotPlace {
  readonly files = systemFiles;
  #removal: Promise<void> = Promise.resolve();

  /** @param end of the log, as the node shows it */
  constructor(
    readonly folder: string,
    private readonly query: Query,
    private readonly schema: string,
    private readonly end: () => LogPosition,
  ) {}

  /** The position that the node shows, whatever the database has there by now. */
  async fingerprint(): Promise<LogFingerprint> {
    const { position, last } = this.end();
    return { identity: await this.#identity(), position, last: textOf(last) };
  }

  async continues({ identity, position, last }: LogFingerprint): Promise<boolean> {
    if (position > this.end().position || identity !== (await this.#identity())) return false;
    const [commit] = await this.query<{ r_writer: string; r_number: string }>(
      `select r_writer, r_number from ${this.schema}.commit_at($1)`,
      [position],
    );
    return last === textOf(commit && { writer: commit.r_writer, number: Number(commit.r_number) });
  }

  /** A record was erased: what is kept may hold what is left of it. */
  erased(): void {
    this.#removal = this.files.remove(join(this.folder, INDEX_SNAPSHOT)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    });
    // Whoever waits for it is told.
    this.#removal.catch(() => undefined);
  }

  /** Resolves when nothing is left of what was erased. */
  settled(): Promise<void> {
    return this.#removal;
  }

  async #identity(): Promise<string> {
    const [head] = await this.query<{ identity: string }>(`select identity from ${this.schema}.head`);
    return head!.identity;
  }
}
