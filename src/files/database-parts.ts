import { open } from 'node:fs/promises';
import type { NodeDatabase } from '../store/postgres/node-database.js';

/** Bytes of a part, and parts that are read at once. */
const PART = 1 << 20;
const PARTS_AT_ONCE = 4;

/** Content of files in a table, in parts: no file is in memory as a whole. */
export class DatabaseParts {
  readonly #table: string;

  constructor(private readonly database: NodeDatabase) {
    this.#table = `${database.schema}.upload_parts`;
  }

  /** @param least number of the first part that counts */
  async has(id: string, name: string, least: number): Promise<boolean> {
    const rows = await this.database.query(
      `select 1 from ${this.#table} where upload = $1 and name = $2 and part >= $3 limit 1`,
      [id, name, least],
    );
    return rows.length > 0;
  }

  /** @param guard SQL without whose row nothing is written; empty: none is needed */
  async send(id: string, name: string, path: string, guard: string): Promise<void> {
    const duty = guard === '' ? 'select 1' : guard;
    const gone = `with duty as (${duty}) delete from ${this.#table} p using duty where p.upload = $1 and p.name = $2`;
    await this.database.query(gone, [id, name]);
    const file = await open(path);
    try {
      const buffer = Buffer.alloc(PART);
      for (let part = 0; ; part++) {
        const { bytesRead } = await file.read(buffer, 0, PART, part * PART);
        // An empty file has one part, or it would not be there.
        if (bytesRead === 0 && part > 0) return;
        const rows = await this.database.query(
          `with duty as (${duty}) insert into ${this.#table} (upload, name, part, content)
           select $1, $2, $3, $4 from duty returning 1`,
          [id, name, part, buffer.subarray(0, bytesRead)],
        );
        if (rows.length === 0) throw new Error('another node works on files by now');
      }
    } finally {
      await file.close();
    }
  }

  /** @throws Error where it changes meanwhile: part of it is never taken for all */
  async *read(id: string, name: string): AsyncGenerator<Buffer> {
    const counted = `select count(*)::integer as parts from ${this.#table} where upload = $1 and name = $2`;
    const [found] = await this.database.query<{ parts: number }>(counted, [id, name]);
    let read = 0;
    for (let last = -1; ;) {
      const rows = await this.database.query<{ part: number; content: Buffer }>(
        `select part, content from ${this.#table} where upload = $1 and name = $2 and part > $3
         order by part limit ${PARTS_AT_ONCE}`,
        [id, name, last],
      );
      for (const { content } of rows) yield content;
      read += rows.length;
      last = rows.at(-1)?.part ?? last;
      if (rows.length < PARTS_AT_ONCE) break;
    }
    if (read !== found!.parts || read === 0) throw new Error(`${id}: ${name} was changed or removed meanwhile`);
  }
}
