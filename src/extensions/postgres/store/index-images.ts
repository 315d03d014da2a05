import { setTimeout as pause } from 'node:timers/promises';
import type { LogPosition } from '../../../store/log-position.js';
import type { OpenFile } from '../../../store/store-files.js';
import { continuing, type Query } from './log-connection.js';
import { readParts, type CopiesOut } from './copy-out.js';

/** Bytes per part. Transferring a part takes a few milliseconds. */
const PART = 1 << 20;
/** Pause after each part, relative to the time that the part took. */
const REST = 3;
/** Hours for which the part of the log that follows an image is kept. */
const KEPT_HOURS = 24;

export interface KeptImage {
  readonly id: string;
  readonly bytes: number;
}

/** Index snapshots for nodes that have none. */
export class IndexImages {
  constructor(
    private readonly connection: { readonly query: Query } & CopiesOut,
    private readonly schema: string,
  ) {}

  /** Returns the newest image of this program and configuration, up to a position. */
  async newest(digest: string, end: number): Promise<KeptImage | undefined> {
    const [row] = await this.connection.query<{ id: string; bytes: string }>(
      `select id, bytes from ${this.schema}.index_images
       where is_whole and digest = $1 and position <= $2 order by position desc limit 1`,
      [digest, end],
    );
    return row && { id: row.id, bytes: Number(row.bytes) };
  }

  /** @param file an empty file for the image @returns false if the image no longer exists */
  async fetch({ id, bytes }: KeptImage, file: Pick<OpenFile, 'write' | 'sync'>): Promise<boolean> {
    let end = 0;
    const parts = `select bytes from ${this.schema}.index_image_parts where image = ${id}`;
    for await (const part of readParts(this.connection, parts)) {
      await file.write(part, end);
      end += part.length;
    }
    await file.sync();
    return end === bytes;
  }

  /**
   * Returns whether an image is needed for this program and configuration. An image is needed if the newest image is
   * missing, older than a day, or older than the record snapshot. The log is trimmed up to that snapshot.
   */
  async isWanted(digest: string, position: number): Promise<boolean> {
    const { schema } = this;
    const [row] = await this.connection.query<{ wanted: boolean }>(
      `select not exists (
         select from ${schema}.index_images where is_whole and digest = $1 and (position >= $2
           or position >= (select coalesce(max(s.position), 0) from ${schema}.snapshots s where s.is_whole)
             and seen > clock_timestamp() - interval '${KEPT_HOURS} hours')) as wanted`,
      [digest, position],
    );
    return row!.wanted;
  }

  /**
   * Stores an index snapshot. Older snapshots are removed at the end.
   * @param known end of the log in the snapshot @param stop called between parts; true aborts
   * @returns false if another node is writing a snapshot, or this snapshot was removed
   * @throws DivergedError, PositionGoneError if the log does not continue from there
   */
  async take(
    file: Pick<OpenFile, 'read' | 'size'>,
    known: LogPosition,
    digest: string,
    stop: () => boolean,
  ): Promise<boolean> {
    const { connection, schema } = this;
    const begin = `select r_id from ${schema}.begin_index_image($1, $2, $3, $4)`;
    const [row] = await continuing<{ r_id: string }>(connection, known, begin, [digest]);
    if (row === undefined) return false;
    const id = row.r_id;
    try {
      const bytes = await file.size();
      const buffer = Buffer.allocUnsafeSlow(PART);
      for (let part = 0; part * PART < bytes; part++) {
        const begun = performance.now();
        const read = await file.read(buffer, part * PART);
        if (stop() || !(await this.#addPart(id, part, buffer.subarray(0, read)))) return false;
        await pause(REST * (performance.now() - begun));
      }
      const whole = await connection.query(
        `update ${schema}.index_images set is_whole = true, bytes = $2, seen = clock_timestamp()
         where id = $1 returning id`,
        [id, bytes],
      );
      if (whole.length === 0) return false;
      await connection.query(
        `delete from ${schema}.index_images
         where is_whole and id < $1 and (digest = $2 or seen < clock_timestamp() - interval '${KEPT_HOURS} hours')`,
        [id, digest],
      );
      return true;
    } finally {
      await connection.query(`delete from ${schema}.index_images where id = $1 and not is_whole`, [id]);
      await this.tidy();
    }
  }

  async #addPart(id: string, part: number, bytes: Buffer): Promise<boolean> {
    const { schema } = this;
    const added = await this.connection.query(
      `with image as (update ${schema}.index_images set seen = clock_timestamp() where id = $1 returning id)
       insert into ${schema}.index_image_parts (image, part, bytes) select id, $2, $3 from image returning part`,
      [id, part, bytes],
    );
    return added.length > 0;
  }

  async tidy(): Promise<void> {
    const { schema } = this;
    await this.connection.query(
      `delete from ${schema}.index_image_parts where image not in (select id from ${schema}.index_images)`,
    );
  }

  /** Returns the position up to which the log may be trimmed without making the newest image useless. */
  async needed(): Promise<number> {
    const [row] = await this.connection.query<{ position: string | null }>(
      `select max(position) as position from ${this.schema}.index_images
       where is_whole and seen > clock_timestamp() - interval '${KEPT_HOURS} hours'`,
    );
    return Number(row?.position ?? Infinity);
  }
}
