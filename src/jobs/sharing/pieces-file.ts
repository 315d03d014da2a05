import type { OpenFile } from '../../store/store-files.js';
import { WorkGone, type PatientDatabase } from './patient-database.js';

/** Bytes of a piece: some milliseconds of the network. */
const PIECE = 1 << 20;
/** Pieces of it stand under this number, which no stretch has. */
const OF_INDEX = -1;

/** The index of a work in the database, as a file: written once from beginning to end, then read. */
export class PiecesFile implements Pick<OpenFile, 'write' | 'sync' | 'read' | 'size'> {
  #gathered: Buffer[] = [];
  #bytes = 0;
  #pieces = 0;

  constructor(
    private readonly database: PatientDatabase,
    private readonly work: string,
  ) {}

  /** @throws WorkGone */
  async write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const some = bytes.subarray(at, at + PIECE - this.#bytes);
      this.#gathered.push(some);
      this.#bytes += some.length;
      at += some.length;
      if (this.#bytes === PIECE) await this.sync();
    }
  }

  /** @throws WorkGone */
  async sync(): Promise<void> {
    if (this.#bytes === 0) return;
    const piece = Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#bytes = 0;
    // Done twice where the answer was lost.
    await this.database.query(
      `insert into ${this.#table} (work, stretch, piece, bytes) values ($1, ${OF_INDEX}, $2, $3) on conflict do nothing`,
      [this.work, this.#pieces++, piece],
    );
  }

  /** @throws WorkGone */
  async read(buffer: Buffer, position: number): Promise<number> {
    for (let at = 0; at < buffer.length;) {
      const piece = Math.floor((position + at) / PIECE);
      const from = position + at - piece * PIECE;
      const count = Math.min(PIECE - from, buffer.length - at);
      const [row] = await this.database.query<{ bytes: Buffer }>(
        `select substring(bytes from ${from + 1} for ${count}) as bytes from ${this.#table}
         where work = $1 and stretch = ${OF_INDEX} and piece = $2`,
        [this.work, piece],
      );
      if (row === undefined) throw new WorkGone();
      row.bytes.copy(buffer, at);
      at += count;
    }
    return buffer.length;
  }

  async size(): Promise<number> {
    const [row] = await this.database.query<{ bytes: string | null }>(
      `select sum(length(bytes)) as bytes from ${this.#table} where work = $1 and stretch = ${OF_INDEX}`,
      [this.work],
    );
    return Number(row!.bytes);
  }

  get #table(): string {
    return `${this.database.schema}.job_pieces`;
  }
}
