import type { ArenaMemory } from '../../../runtime/memory/arena-memory.js';
import type { AnswerBounds } from '../../../store/remembered-answers.js';
import type { LogPosition } from '../../../store/log-position.js';
import { changesOf, type BlockChange, type ChangeBlock } from '../../../store/change-block.js';
import { FORMAT, readHeader } from '../../../store/format.js';
import { eachLine, type Line } from '../../../store/lines.js';
import { SnapshotReader, writeSnapshot } from '../../../store/snapshot.js';
import { DivergedError, StoreDamagedError } from '../../../store/store-errors.js';
import { StoreState } from '../../../store/store-state.js';
import { readParts, type CopiesOut } from './copy-out.js';
import { continuing, type Query } from './log-connection.js';

/** Bytes per part. Transferring a part takes a few milliseconds. */
const PART = 1 << 20;
const BLOCK_START = Buffer.from('["b",');
/** Generation in the header. The number is constant because, unlike in a folder, there are no journals per snapshot. */
const GENERATION = 1;

interface SnapshotHead {
  readonly id: string;
  readonly position: string;
  readonly format: number;
  /** Identity of the commit at the position. `null` at position 0. */
  readonly r_writer: string | null;
  readonly r_number: string | null;
}

/**
 * Snapshots in the line format of a data folder's snapshot. A snapshot contains everything committed up to its
 * position, and possibly effects of later commits, which are replayed from the log.
 */
export class DatabaseSnapshots {
  constructor(
    private readonly connection: { readonly query: Query } & CopiesOut,
    private readonly schema: string,
    private readonly now: () => number,
  ) {}

  /** Loads the newest complete snapshot. The state is empty if there is none. */
  async load(answerBounds?: AnswerBounds, memory?: () => ArenaMemory | undefined): Promise<StoreState> {
    for (;;) {
      const newest = await this.#newest();
      const state = new StoreState(answerBounds, memory?.());
      try {
        return await this.#load(newest, state);
      } catch (error) {
        state.close();
        // Try again if another node has replaced the snapshot during the read.
        if ((await this.#newest())?.id === newest?.id) throw error;
      }
    }
  }

  /** Visits the changes of the newest complete snapshot in order. @param visit returns false to stop */
  async eachChange(visit: (change: BlockChange) => boolean): Promise<void> {
    const newest = await this.#newest();
    if (newest === undefined) return;
    let isWanted = true;
    const whole = this.#file(newest.id);
    const file = { read: (buffer: Buffer, at: number) => (isWanted ? whole.read(buffer, at) : Promise.resolve(0)) };
    await eachLine(file, ({ payload }) => {
      if (!isWanted || payload?.indexOf(BLOCK_START) !== 0) return;
      for (const change of changesOf(JSON.parse(payload.toString()) as ChangeBlock))
        if (!(isWanted &&= visit(change))) return;
    });
  }

  /** Returns the newest snapshot. Removes snapshots that the log no longer continues, because they are unusable. */
  async #newest(): Promise<SnapshotHead | undefined> {
    const { connection, schema } = this;
    const [head] = await connection.query<SnapshotHead & Record<string, unknown>>(
      `with others as (
         delete from ${schema}.snapshots s where s.is_whole and ${schema}.is_of_other_log(s) returning id
       )
       select s.id, s.position, s.format, c.r_writer, c.r_number
       from ${schema}.snapshots s left join lateral ${schema}.commit_at(s.position) c on true
       where s.is_whole and s.id not in (select id from others) order by s.id desc limit 1`,
    );
    return head;
  }

  async #load(head: SnapshotHead | undefined, state: StoreState): Promise<StoreState> {
    if (head === undefined) return state;
    const name = `snapshot ${head.id} of the database`;
    const refuse = (what: string): never => {
      throw new StoreDamagedError(`${name}: ${what}`);
    };
    let reader: SnapshotReader | undefined;
    let sequence = 0;
    const visit = ({ number, payload }: Line): void => {
      if (payload === undefined) return refuse(`line ${number}: its checksum is wrong`);
      if (number === 1) {
        ({ sequence } = readHeader(payload, 'snapshot', GENERATION));
        reader = new SnapshotReader(state, this.now());
      } else reader!.take(payload);
    };
    await eachLine(this.#file(head.id), visit, (lines, start, end) => reader?.takeRecord(lines, start, end) === true);
    if (reader?.until === undefined) refuse('the last line is missing');
    state.standsAt(sequence, head.r_writer === null ? [] : [[sequence, head.r_writer, Number(head.r_number)]]);
    return state;
  }

  /**
   * Writes the state while it is in use. Older snapshots are removed at the end.
   * @param stop called between slices; true aborts @returns its position; `undefined` if aborted
   * @throws DivergedError if the log does not match the state; nothing is kept
   */
  async save(state: StoreState, stop: () => boolean): Promise<number | undefined> {
    const { connection, schema } = this;
    const position = state.sequence;
    const [row] = await connection.query<{ id: string }>(
      `insert into ${schema}.snapshots (position, format) values ($1, $2) returning id`,
      [position, FORMAT],
    );
    const { id } = row!;
    const header = { generation: GENERATION, sequence: position };
    const parts = new PartWriter((part, lines) =>
      connection.query(`insert into ${schema}.snapshot_parts (snapshot, part, lines) values ($1, $2, $3)`, [
        id,
        part,
        lines,
      ]),
    );
    const bytes = await writeSnapshot(parts, state, header, this.now(), stop);
    const isWhole = bytes !== undefined && (await this.#complete(id, bytes, state.end));
    await connection.query(
      isWhole
        ? `delete from ${schema}.snapshots
           where id < $1 and (is_whole or begun < clock_timestamp() - interval '1 day')`
        : `delete from ${schema}.snapshots where id = $1`,
      [id],
    );
    return isWhole ? position : undefined;
  }

  /**
   * Marks the snapshot as complete. @param end end of the visible log, up to which the snapshot may contain effects of
   * commits
   */
  async #complete(id: string, bytes: number, end: LogPosition): Promise<boolean> {
    const { connection, schema } = this;
    const text = `select ${schema}.complete_snapshot($4, $5, $1, $2, $3) as is_whole`;
    try {
      const [row] = await continuing<{ is_whole: boolean }>(connection, end, text, [id, bytes]);
      return row!.is_whole;
    } catch (error) {
      if (error instanceof DivergedError)
        await connection.query(`delete from ${schema}.snapshots where id = $1`, [id]).catch(() => undefined);
      throw error;
    }
  }

  async bytes(): Promise<number> {
    const [row] = await this.connection.query<{ bytes: string | null }>(
      `select max(bytes) as bytes from ${this.schema}.snapshots where is_whole`,
    );
    return Number(row?.bytes ?? 0);
  }

  /** Returns a file for sequential reading. */
  #file(id: string): { read(buffer: Buffer, position: number): Promise<number> } {
    const parts = readParts(this.connection, `select lines from ${this.schema}.snapshot_parts where snapshot = ${id}`);
    let left: Buffer = Buffer.alloc(0);
    return {
      read: async (buffer) => {
        const next = left.length === 0 ? await parts.next() : undefined;
        if (next?.done === false) left = next.value;
        const copied = left.copy(buffer);
        left = left.subarray(copied);
        return copied;
      },
    };
  }
}

class PartWriter {
  #gathered: Buffer[] = [];
  #bytes = 0;
  #part = 0;

  constructor(private readonly save: (part: number, lines: Buffer) => Promise<unknown>) {}

  async write(bytes: Buffer): Promise<void> {
    // Copy the bytes, because the caller reuses its buffer.
    this.#gathered.push(Buffer.from(bytes));
    this.#bytes += bytes.length;
    if (this.#bytes >= PART) await this.sync();
  }

  async sync(): Promise<void> {
    if (this.#bytes === 0) return;
    const lines = Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#bytes = 0;
    await this.save(this.#part++, lines);
  }
}
