import type { NodeDatabase } from '../store/postgres/node-database.js';
import type { Query } from '../store/postgres/database-snapshot.js';
import { chainLines, type AuditEnd } from './audit-file.js';
import type { AuditPlace } from './audit-place.js';

const LINES_AT_ONCE = 1_000;
/** Lines that may have come since one that was perhaps committed. */
const LOOKED_AT = 100_000;

/** The one audit log of all nodes over a database: the lines of a data folder's, in the order of their commits. */
export class DatabaseAudit implements AuditPlace {
  /** Lines of which it is not known whether they were committed. */
  #uncertain: readonly string[] | undefined;

  constructor(private readonly database: NodeDatabase) {}

  async append(entries: readonly object[], taken: (count: number) => void): Promise<boolean> {
    const { schema } = this.database;
    const count = await this.database.transaction(async (query) => {
      const last = await auditEnd(query, schema, 'for update');
      const before = this.#uncertain;
      if (before !== undefined && (await isThere(query, schema, before[0]!))) return before.length;
      const { lines, end } = chainLines(last, entries);
      this.#uncertain = lines;
      await putLines(query, schema, lines, end);
      return lines.length;
    });
    this.#uncertain = undefined;
    taken(count);
    return true;
  }

  async last(most: number): Promise<string[]> {
    const rows = await this.database.query<{ line: string }>(
      `select line from ${this.database.schema}.audit order by n desc limit $1`,
      [most],
    );
    return rows.map(({ line }) => line);
  }
}

/** All lines, in order, as they are read. @param schema quoted identifier */
export async function* auditLines(query: Query, schema: string): AsyncGenerator<string> {
  for (let after = 0; ;) {
    const rows = await query<{ n: string; line: string }>(
      `select n, line from ${schema}.audit where n > $1 order by n limit ${LINES_AT_ONCE}`,
      [after],
    );
    if (rows.length === 0) return;
    for (const { n, line } of rows) {
      yield line;
      after = Number(n);
    }
  }
}

/** Where the log ends, by what is kept beside it. @param schema quoted identifier */
export async function auditEnd(query: Query, schema: string, lock: '' | 'for update' = ''): Promise<AuditEnd> {
  const [end] = await query<{ lines: string; digest: string }>(
    `select lines, digest from ${schema}.audit_head ${lock}`,
  );
  return { lines: Number(end!.lines), digest: end!.digest };
}

/** As a part of a transaction. @param schema quoted identifier */
export async function appendAudit(query: Query, schema: string, entries: readonly object[]): Promise<void> {
  const { lines, end } = chainLines(await auditEnd(query, schema, 'for update'), entries);
  await putLines(query, schema, lines, end);
}

/** Whether a line was committed a while ago: each is another one, by its number and the digest before it. */
async function isThere(query: Query, schema: string, line: string): Promise<boolean> {
  const rows = await query(
    `select from (select line from ${schema}.audit order by n desc limit ${LOOKED_AT}) latest where line = $1`,
    [line],
  );
  return rows.length > 0;
}

/** Adds lines as they are, behind those that are there. @param end what the log's last line then is */
export async function putLines(query: Query, schema: string, lines: readonly string[], end: AuditEnd): Promise<void> {
  await query(
    `insert into ${schema}.audit (n, line)
     select (select coalesce(max(n), 0) from ${schema}.audit) + l.i, l.line
     from unnest($1::text[]) with ordinality l (line, i)`,
    [lines],
  );
  await query(`update ${schema}.audit_head set lines = $1, digest = $2`, [end.lines, end.digest]);
}
