import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Query } from '../store/postgres/database-snapshot.js';
import { replaceFileSync } from '../store/replace-file.js';
import { AUDIT_FILE, digestOfLine, NO_LINE, readHead, writeHead, type AuditEnd } from './audit-file.js';
import { auditEnd, auditLines, putLines } from './database-audit.js';
import { readDenylist, writeDenylist, type SpentDigest } from './denylist.js';
import { DENYLIST_FILES } from './denylists.js';
import { SHARED_FILES } from './shared-files.js';

/** Who may call, the keys, what does not count any more, and who did what: it goes along with the records. */
export interface ClientsAndKeys {
  /** By name: `clients.json`, `signing.key`. */
  readonly files: Readonly<Record<string, string>>;
  /** By kind, in the order of the digests. */
  readonly spent: Readonly<Record<string, readonly SpentDigest[]>>;
  /** Lines of the audit log, whole or not, and where it ends by its head. */
  readonly audit: { readonly lines: readonly string[]; readonly end: AuditEnd };
}

export function clientsOfFolder(folder: string, now: number): ClientsAndKeys {
  const names = SHARED_FILES.filter((name) => existsSync(join(folder, name)));
  const lists = DENYLIST_FILES.map(({ file, kind }) => [kind, inOrder(readDenylist(join(folder, file), now))] as const);
  return {
    files: Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')])),
    spent: Object.fromEntries(lists.filter(([, list]) => list.length > 0)),
    audit: auditOfFolder(folder),
  };
}

export function putClientsInFolder(folder: string, { files, spent, audit }: ClientsAndKeys): void {
  for (const name of SHARED_FILES) if (files[name] !== undefined) replaceFileSync(join(folder, name), files[name]);
  for (const { file, kind } of DENYLIST_FILES)
    if (spent[kind] !== undefined) writeDenylist(join(folder, file), spent[kind]);
  if (audit.end.lines === 0 && audit.lines.length === 0) return;
  const text = audit.lines.map((line) => `${line}\n`).join('');
  replaceFileSync(join(folder, AUDIT_FILE), text);
  writeHead(folder, { ...audit.end, bytes: Buffer.byteLength(text) });
}

function auditOfFolder(folder: string): ClientsAndKeys['audit'] {
  const path = join(folder, AUDIT_FILE);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
  const { lines: number, digest } = readHead(folder) ?? lastLine(lines);
  return { lines, end: { lines: number, digest } };
}

/** @param schema quoted identifier */
export async function clientsOfDatabase(query: Query, schema: string, now: number): Promise<ClientsAndKeys> {
  const files = await query<{ name: string; content: string }>(
    `select name, content from ${schema}.files where name = any($1) order by name`,
    [SHARED_FILES],
  );
  const lines: string[] = [];
  for await (const line of auditLines(query, schema)) lines.push(line);
  const rows = await query<{ kind: string; digest: string; expires: string }>(
    `select kind, digest, expires from ${schema}.spent where expires > $1`,
    [now],
  );
  const lists = DENYLIST_FILES.map(({ kind }) => {
    const own = rows.filter((row) => row.kind === kind);
    return [kind, inOrder(own.map(({ digest, expires }) => ({ digest, expires: Number(expires) })))] as const;
  });
  return {
    files: Object.fromEntries(files.map(({ name, content }) => [name, content])),
    spent: Object.fromEntries(lists.filter(([, list]) => list.length > 0)),
    audit: { lines, end: await auditEnd(query, schema) },
  };
}

export async function putClientsInDatabase(
  query: Query,
  schema: string,
  { files, spent, audit }: ClientsAndKeys,
): Promise<void> {
  let version = 0;
  for (const [name, content] of Object.entries(files))
    await query(`insert into ${schema}.files (name, version, content) values ($1, $2, $3)`, [name, ++version, content]);
  for (const [kind, list] of Object.entries(spent))
    await query(
      `insert into ${schema}.spent (kind, digest, expires)
       select $1, s.digest, s.expires from unnest($2::text[], $3::bigint[]) s (digest, expires)`,
      [kind, list.map(({ digest }) => digest), list.map(({ expires }) => expires)],
    );
  await putLines(query, schema, audit.lines, audit.end);
}

/** Each digest once. */
function inOrder(list: readonly SpentDigest[]): SpentDigest[] {
  const latest = new Map<string, number>();
  for (const { digest, expires } of list) latest.set(digest, Math.max(expires, latest.get(digest) ?? 0));
  const ordered = [...latest].sort(([a], [b]) => (a < b ? -1 : 1));
  return ordered.map(([digest, expires]) => ({ digest, expires }));
}

/** The end of a log whose head is missing. */
function lastLine(lines: readonly string[]): AuditEnd {
  const last = lines.at(-1);
  return { lines: lines.length, digest: last === undefined ? NO_LINE : digestOfLine(last) };
}
