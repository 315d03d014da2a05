import type { ClientBase } from 'pg';
import { codeOf } from './database-errors.js';
import { deciderFunctions } from './decider-functions.js';
import { appendsAreKept, changesAreKept, logIdentity } from './log-identity.js';
import type { Names } from './sql-names.js';
import { birthplaceOfStore, databaseIdentity } from './database-identity.js';
import { dropPartTables, partTables } from './part-tables.js';
import {
  contentTable,
  documentTable,
  jobTables,
  learningTables,
  sharedWorkTables,
  tellingTables,
  uploadClients,
  uploadTables,
  webhookDocuments,
  webhookTables,
} from './duty-tables.js';

/**
 * The content of the database, version by version. A released version never changes: what follows is a new one.
 */
export const MIGRATIONS: readonly ((names: Names) => string)[] = [
  ({ schema, key, channel }) => `
-- One row: where the log ends, and up to where it was trimmed. Room for many versions of it on its page.
create table ${schema}.head (
  one boolean primary key default true check (one),
  position bigint not null default 0,
  trimmed bigint not null default 0
) with (fillfactor = 10);
insert into ${schema}.head default values;

-- Positions rise by one, in the order of the commits. A writer numbers its own: it knows them again by that.
create table ${schema}.commits (
  position bigint primary key,
  writer uuid not null,
  number bigint not null,
  -- JSON; not jsonb, which refuses the character U+0000.
  body text not null,
  committed timestamptz not null default clock_timestamp()
);

-- Lines of a snapshot as in a data folder: all that was committed up to a position at least.
create table ${schema}.snapshots (
  id bigint generated always as identity primary key,
  position bigint not null,
  format integer not null,
  bytes bigint not null default 0,
  is_whole boolean not null default false,
  begun timestamptz not null default clock_timestamp()
);
create table ${schema}.snapshot_parts (
  snapshot bigint not null references ${schema}.snapshots on delete cascade,
  part integer not null,
  lines bytea not null,
  primary key (snapshot, part)
);
alter table ${schema}.snapshot_parts alter column lines set storage external;

-- Who follows the log, and how far.
create table ${schema}.nodes (
  writer uuid primary key,
  name text not null,
  position bigint not null,
  seen timestamptz not null default clock_timestamp()
);

-- Whoever has the lock is the only one to append until its transaction ends.
create function ${schema}.lock_log(by_row boolean) returns bigint language plpgsql as $$
declare last bigint;
begin
  perform set_config('lock_timeout', '20s', true);
  if by_row then
    select h.position into last from ${schema}.head h for update;
  else
    perform pg_advisory_xact_lock(${key});
    -- A statement of its own sees what was committed while it waited.
    select h.position into last from ${schema}.head h;
  end if;
  return last;
end $$;

-- The commits after a position. At its end there are none.
create function ${schema}.read_log(known bigint)
returns table (r_position bigint, r_writer uuid, r_number bigint, r_body text) language plpgsql as $$
begin
  if known < (select h.trimmed from ${schema}.head h) then
    raise exception 'the log begins after position %', (select h.trimmed from ${schema}.head h) using errcode = 'LK001';
  end if;
  return query select c.position, c.writer, c.number, c.body from ${schema}.commits c
    where c.position > known order by c.position limit 500;
end $$;

create function ${schema}.lock_and_read_log(known bigint, by_row boolean)
returns table (r_position bigint, r_writer uuid, r_number bigint, r_body text) language plpgsql as $$
begin
  if ${schema}.lock_log(by_row) < known then
    raise exception 'the log ends before position %, which it has had', known using errcode = 'LK002';
  end if;
  -- A node that stands still with the lock gives it up.
  perform set_config('idle_in_transaction_session_timeout', '30s', true);
  return query select * from ${schema}.read_log(known);
end $$;

-- Appends commits if the caller knows all that is in the log, and returns nothing; else what it does not know.
create function ${schema}.append(known bigint, appending uuid, first bigint, bodies text[], by_row boolean)
returns table (r_position bigint, r_writer uuid, r_number bigint, r_body text) language plpgsql as $$
declare last bigint := ${schema}.lock_log(by_row);
begin
  if last < known then
    raise exception 'the log ends before position %, which it has had', known using errcode = 'LK002';
  end if;
  if last > known then
    return query select * from ${schema}.read_log(known);
    return;
  end if;
  insert into ${schema}.commits (position, writer, number, body)
    select known + b.i, appending, first + b.i - 1, b.body from unnest(bodies) with ordinality b(body, i);
  -- Compared once more: right also where writers lock in different ways.
  update ${schema}.head set position = known + cardinality(bodies) where position = known;
  if not found then
    raise exception 'another writer locks the log in another way' using errcode = '40001';
  end if;
  perform pg_notify(${channel}, (known + cardinality(bodies))::text);
end $$;
`,
  ({ schema }) => `
-- Small files that all nodes share: who may call, and the keys. Versions rise with every change of any.
create table ${schema}.files (
  name text primary key,
  version bigint not null,
  content text not null
);

-- Digests of what does not count any more: assertions and login codes that were used, tokens that were revoked.
create table ${schema}.spent (
  kind text not null,
  digest text not null,
  -- Milliseconds since the epoch.
  expires bigint not null,
  number bigint generated always as identity,
  primary key (kind, digest)
);
create index on ${schema}.spent (number);
`,
  ({ schema }) => `
-- The audit log of all nodes: JSON a line, each holds its number and the digest of the one before it.
create table ${schema}.audit (
  n bigint primary key,
  line text not null
);
-- One row: number and digest of the last line, so that a cut at the end shows. Who appends locks it.
create table ${schema}.audit_head (
  one boolean primary key default true check (one),
  lines bigint not null default 0,
  digest text not null default repeat('0', 64)
) with (fillfactor = 10);
insert into ${schema}.audit_head default values;
`,
  ({ schema }) => `
-- The configuration of all nodes, version by version: the files of a configuration folder, byte by byte.
create table ${schema}.configurations (
  version bigint primary key,
  pushed timestamptz not null default clock_timestamp(),
  pushed_by text not null,
  digest text not null
);
create table ${schema}.configuration_files (
  version bigint not null references ${schema}.configurations on delete cascade,
  name text not null,
  content bytea not null,
  primary key (version, name)
);
-- Which version each node runs.
create table ${schema}.configured_nodes (
  node uuid primary key,
  version bigint not null,
  seen timestamptz not null default clock_timestamp()
);
`,
  ({ schema }) => `
-- As before, but with an end by characters as well: one of these is always given.
create or replace function ${schema}.read_log(known bigint)
returns table (r_position bigint, r_writer uuid, r_number bigint, r_body text) language plpgsql as $$
begin
  if known < (select h.trimmed from ${schema}.head h) then
    raise exception 'the log begins after position %', (select h.trimmed from ${schema}.head h) using errcode = 'LK001';
  end if;
  return query select l.position, l.writer, l.number, l.body from (
      select c.*, sum(octet_length(c.body)) over (order by c.position) - octet_length(c.body) as bytes_before
      from ${schema}.commits c where c.position > known order by c.position limit 500
    ) l where l.bytes_before < 8000000 order by l.position;
end $$;
`,
  webhookTables,
  learningTables,
  // How nodes took turns in deciding, which they do no more.
  () => '',
  databaseIdentity,
  jobTables,
  partTables,
  uploadTables,
  sharedWorkTables,
  birthplaceOfStore,
  logIdentity,
  appendsAreKept,
  changesAreKept,
  uploadClients,
  dropPartTables,
  documentTable,
  tellingTables,
  webhookDocuments,
  // Once more: the table of documents came after it.
  changesAreKept,
  deciderFunctions,
  contentTable,
  // And that of content after that.
  changesAreKept,
];

/** The slower one of two that make the schema at once is told this. */
const MADE_MEANWHILE = new Set(['23505', '42P06', '42P07']);
const MOST_TRIES = 20;

/** The database was written by a newer version of the program, or is not what its migrations say. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/**
 * Brings the schema to the version of this program, one migration after the other, all in one transaction. Nodes that
 * start at once wait for each other.
 *
 * @throws SchemaError when it is of a newer version; nothing was changed
 */
export async function migrate(
  client: ClientBase,
  names: Names,
  migrations: readonly ((names: Names) => string)[] = MIGRATIONS,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await migrateOnce(client, names, migrations);
      return;
    } catch (error) {
      if (!MADE_MEANWHILE.has(codeOf(error) ?? '') || tries === MOST_TRIES) throw error;
    }
  }
}

async function migrateOnce(
  client: ClientBase,
  names: Names,
  migrations: readonly ((names: Names) => string)[],
): Promise<void> {
  const { schema } = names;
  if ((await versionOf(client, schema)) === migrations.length) return;
  await client.query('begin');
  try {
    // Two that begin at once: one of them waits here, or is told that the other was quicker and begins again.
    await client.query(`create schema if not exists ${schema}`);
    await client.query(
      `create table if not exists ${schema}.migrations (version integer primary key, applied timestamptz not null default now())`,
    );
    await client.query(`lock table ${schema}.migrations in exclusive mode`);
    const found = await client.query<{ version: number | null }>(
      `select max(version) as version from ${schema}.migrations`,
    );
    const version = found.rows[0]!.version ?? 0;
    if (version > migrations.length)
      throw new SchemaError(
        `the database is of version ${version}, written by a newer version of the program; this one knows versions up to ${migrations.length}`,
      );
    for (let next = version; next < migrations.length; next++) {
      await client.query(migrations[next]!(names));
      await client.query(`insert into ${schema}.migrations (version) values ($1)`, [next + 1]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** `undefined`: there is no schema yet, or no right to see it. */
async function versionOf(client: ClientBase, schema: string): Promise<number | undefined> {
  const there = await client.query<{ found: string | null }>('select to_regclass($1) as found', [
    `${schema}.migrations`,
  ]);
  if (there.rows[0]!.found === null) return undefined;
  const { rows } = await client.query<{ version: number | null }>(
    `select max(version) as version from ${schema}.migrations`,
  );
  return rows[0]!.version ?? undefined;
}
