import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { Looks } from '../../runtime/looks.js';
import { WorkGone, type PatientDatabase } from './patient-database.js';

/** Milliseconds for which a share is given, and between two signs that it is worked at. */
const SHARE_MS = 10_000;
const RENEW_MS = 2_000;
/** Milliseconds between two looks where others have what is left. */
const PAUSE_MS = 100;
/** Pieces of a megabyte or less that are read at once. */
const PIECES_AT_ONCE = 8;

/** A piece of what a share gave. */
export interface SharePiece {
  /** Whether this is the last of the share. */
  readonly isLast: boolean;
}

/**
 * The stretches of a work in the database, which nodes take and give back with what they gave. A stretch always gives
 * the same: of one that two nodes had, whoever is first is kept.
 */
export class ShareList {
  readonly #looks = new Looks();
  /** Shares taken and worked at here. One whose taker never heard of it is not: others take it. */
  readonly #inHand = new Set<number>();

  constructor(
    private readonly database: PatientDatabase,
    private readonly work: string,
    /** Who takes shares here. */
    private readonly holder: string = randomUUID(),
  ) {}

  /** @param count of stretches, numbered from 0 */
  async begin(count: number): Promise<void> {
    await this.database.query(
      `insert into ${this.#shares} (work, stretch) select $1, n from generate_series(0, $2::integer - 1) n
       on conflict do nothing`,
      [this.work, count],
    );
  }

  /** From now on what is worked at here stays taken for as long as this process lives. */
  follow(): void {
    const renew = async (): Promise<void> => {
      await this.database.query(
        `update ${this.#shares} set expires = ${this.#end}
         where work = $1 and stretch = any($2) and holder = $3 and not is_done`,
        [this.work, [...this.#inHand], this.holder],
      );
    };
    // Else others take it: it is done twice.
    this.#looks.begin(renew, RENEW_MS, () => undefined);
  }

  /**
   * Takes one of some stretches, none that is worked at here; waits where others have all that are left.
   *
   * @returns `undefined` when all are done
   * @throws WorkGone
   */
  async take(from: number, to: number): Promise<number | undefined> {
    for (;;) {
      const [row] = await this.database.query<{ taken: number | null; is_left: boolean; is_there: boolean }>(
        `with next as (
           select work, stretch from ${this.#shares}
           where work = $1 and stretch >= $2 and stretch < $3 and not is_done
             and (expires is null or expires < clock_timestamp()) and stretch <> all($5)
           order by stretch limit 1 for update skip locked
         ), taken as (
           update ${this.#shares} s set holder = $4, expires = ${this.#end} from next
           where s.work = next.work and s.stretch = next.stretch returning s.stretch
         )
         select (select stretch from taken) as taken,
           exists (select from ${this.#shares}
             where work = $1 and stretch >= $2 and stretch < $3 and not is_done) as is_left,
           exists (select from ${this.#works} where id = $1) as is_there`,
        [this.work, from, to, this.holder, [...this.#inHand]],
      );
      const { taken, is_left: isLeft, is_there: isThere } = row!;
      if (!isThere) throw new WorkGone();
      if (taken !== null) {
        this.#inHand.add(taken);
        return taken;
      }
      if (!isLeft) return undefined;
      await pause(PAUSE_MS);
    }
  }

  /** Keeps what a stretch gave, unless another node has done that. @throws WorkGone */
  async keep(stretch: number, pieces: readonly SharePiece[]): Promise<void> {
    await this.database.transaction(async (query) => {
      // In this order, as whoever ends the work: else each would wait for the other.
      const works = await query(`select 1 from ${this.#works} where id = $1 for key share`, [this.work]);
      if (works.length === 0) throw new WorkGone();
      const rows = await query(
        `update ${this.#shares} set is_done = true where work = $1 and stretch = $2 and not is_done returning 1`,
        [this.work, stretch],
      );
      if (rows.length === 0) return;
      for (const [number, piece] of pieces.entries())
        await query(`insert into ${this.#pieces} (work, stretch, piece, bytes) values ($1, $2, $3, $4)`, [
          ...[this.work, stretch, number],
          serialize(piece),
        ]);
    });
    this.#inHand.delete(stretch);
  }

  /** The results of some stretches, in their order, as they come. @throws WorkGone */
  async *results(from: number, to: number): AsyncGenerator<{ readonly stretch: number; readonly piece: SharePiece }> {
    let next = from;
    let last = -1;
    while (next < to) {
      const done = await this.#firstToCome(next, to);
      if (done === next) await pause(PAUSE_MS);
      while (next < done) {
        const rows = await this.database.query<{ stretch: number; piece: number; bytes: Buffer }>(
          `select stretch, piece, bytes from ${this.#pieces}
           where work = $1 and (stretch, piece) > ($2, $3) and stretch < $4
           order by stretch, piece limit ${PIECES_AT_ONCE}`,
          [this.work, next, last, done],
        );
        if (rows.length === 0) throw new WorkGone();
        for (const { stretch, piece: number, bytes } of rows) {
          const piece = deserialize(bytes) as SharePiece;
          yield { stretch, piece };
          [next, last] = piece.isLast ? [stretch + 1, -1] : [stretch, number];
        }
      }
    }
  }

  /** To be called whatever has happened. */
  async close(): Promise<void> {
    await this.#looks.end();
  }

  /** All stretches before it are done. */
  async #firstToCome(from: number, to: number): Promise<number> {
    const [row] = await this.database.query<{ stretch: number | null }>(
      `select min(stretch) as stretch from ${this.#shares}
       where work = $1 and stretch >= $2 and stretch < $3 and not is_done`,
      [this.work, from, to],
    );
    return row!.stretch ?? to;
  }

  get #end(): string {
    return `clock_timestamp() + interval '${SHARE_MS} milliseconds'`;
  }

  get #works(): string {
    return `${this.database.schema}.job_work`;
  }

  get #shares(): string {
    return `${this.database.schema}.job_shares`;
  }

  get #pieces(): string {
    return `${this.database.schema}.job_pieces`;
  }
}
