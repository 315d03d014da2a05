import type { PostgresLease } from '../home/postgres/postgres-lease.js';
import type { NodeDatabase } from '../store/postgres/node-database.js';
import { csvLine, guard } from '../batch/output/csv.js';
import { REJECTS, type Counts } from './file-job.js';
import type { BatchNote, ImportNotes } from './file-place.js';
import { countsAt, keptCounts } from './folder-notes.js';
import { rejectColumns } from './reject-file.js';

/**
 * Keeps what an import counts and rejects in the database: the lines of a batch are one part, so that a batch is noted
 * in one statement, and again in the same place.
 */
export class DatabaseNotes implements ImportNotes {
  constructor(
    private readonly database: NodeDatabase,
    private readonly lease: PostgresLease,
    private readonly id: string,
  ) {}

  async begin(done: number): Promise<Counts> {
    const [row] = await this.database.query<{ counts: string | null }>(
      `select counts from ${this.database.schema}.uploads where id = $1`,
      [this.id],
    );
    return countsAt(row?.counts, done);
  }

  async keep({ from, upTo, columns, rejects, counts }: BatchNote): Promise<void> {
    const { schema } = this.database;
    const lines = rejects
      .map(({ row, reason, cells }) => csvLine([String(row), ...[reason, ...cells].map(guard)]))
      .join('');
    const text = lines === '' ? null : Buffer.from(lines);
    const rows = await this.database.query(
      `with duty as (${this.lease.guard}),
       later as (
         delete from ${schema}.upload_parts p using duty
         where p.upload = $1 and p.name = '${REJECTS}' and p.part > $2 and (p.part <> $3 or $4::bytea is null)),
       header as (
         insert into ${schema}.upload_parts (upload, name, part, content)
         select $1, '${REJECTS}', 0, $5 from duty where $4 is not null on conflict do nothing),
       lines as (
         insert into ${schema}.upload_parts (upload, name, part, content)
         select $1, '${REJECTS}', $3, $4 from duty where $4 is not null
         on conflict (upload, name, part) do update set content = excluded.content)
       update ${schema}.uploads u set counts = coalesce($6, u.counts) from duty
       where u.id = $1 and u.status = 'running' returning 1`,
      [
        ...[this.id, from, upTo, text, Buffer.from(csvLine([...rejectColumns, ...columns.map(guard)]))],
        counts === undefined ? null : keptCounts(from, upTo, counts),
      ],
    );
    if (rows.length === 0) throw new Error('it was cancelled, or another node imports by now');
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
