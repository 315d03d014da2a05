import { join } from 'node:path';
import { systemFiles } from '../files.js';
import { INDEX_SNAPSHOT } from '../format.js';
import type { SnapshotPlace } from '../snapshot-place.js';
import type { Query } from './database-snapshot.js';

/** A state of the log: two databases that agree in it hold the same up to its position. */
interface LogFingerprint {
  /** Of the schema, drawn when it was made. */
  readonly identity: string;
  readonly position: number;
  /** Of the last commit: it tells a database that was set back, and then went on, from the one that it was. */
  readonly last: string;
}

/** The folder of a node, which keeps what another process of it can begin with: valid for this database's log only. */
export class NodeFolder implements SnapshotPlace {
  readonly files = systemFiles;
  #removal: Promise<void> = Promise.resolve();

  /** @param position that the node shows */
  constructor(
    readonly folder: string,
    private readonly query: Query,
    private readonly schema: string,
    private readonly position: () => number,
  ) {}

  fingerprint(): Promise<LogFingerprint> {
    return this.#fingerprintAt(this.position());
  }

  async continues(fingerprint: LogFingerprint): Promise<boolean> {
    const { identity, position, last } = fingerprint;
    if (position > this.position()) return false;
    const now = await this.#fingerprintAt(position);
    return now.identity === identity && now.last === last;
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

  async #fingerprintAt(position: number): Promise<LogFingerprint> {
    const [row] = await this.query<{ identity: string; last: string }>(
      `select h.identity, coalesce(
         (select c.writer || ' ' || c.number from ${this.schema}.commits c where c.position = $1),
         'before ' || h.trimmed || ', ' || coalesce((select max(s.id) from ${this.schema}.snapshots s where s.is_whole), 0)
       ) as last from ${this.schema}.head h`,
      [position],
    );
    return { ...row!, position };
  }
}
