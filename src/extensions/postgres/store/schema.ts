import { imageTables } from './image-tables.js';
import type { Names } from './sql-names.js';
import { rowTables } from './tables/row-functions.js';

export function schemaSql(names: Names): string {
  const tables = [logTables, wishTable, documentTable, contentTable, homeTables, tellingTables];
  const functions = [logFunctions, deciderFunctions, identityFunctions, rowTables, keptChanges];
  return [...tables, ...functions, imageTables].map((part) => part(names)).join('\n');
}

const logTables = ({ schema }: Names): string => `
-- One row: end of the log, trimmed position, decider. Its page has room for many versions of the row.
create table ${schema}.head (
  one boolean primary key default true check (one),
  position bigint not null default 0,
  trimmed bigint not null default 0,
  -- Distinguishes the store from its copies.
  identity uuid not null default gen_random_uuid(),
  -- Where it was created.
  birthplace text not null default '',
  -- The commit at the trimmed position, whose row is removed.
  trimmed_writer uuid,
  trimmed_number bigint,
  -- The decider and the end of its lease. Each new decider raises the epoch.
  epoch bigint not null default 0,
  decider uuid,
  decider_until timestamptz not null default '-infinity',
  -- Address for forwarded requests, and the secret that authenticates other nodes; absent for programs that serve
  -- nobody.
  decider_url text,
  decider_secret text
) with (fillfactor = 10);
insert into ${schema}.head default values;

-- Positions rise by one, in commit order. A writer numbers its own commits and recognises them by that.
create table ${schema}.commits (
  position bigint primary key,
  writer uuid not null,
  number bigint not null,
  -- JSON; not jsonb, which refuses the character U+0000.
  body text not null,
  committed timestamptz not null default clock_timestamp()
);

-- Lines of a snapshot, as in a data folder: everything committed at least up to a position.
create table ${schema}.snapshots (
  id bigint generated always as identity primary key,
  position bigint not null,
  format integer not null,
  bytes bigint not null default 0,
  is_whole boolean not null default false,
  begun timestamptz not null default clock_timestamp(),
  -- The last commit whose effects it may hold. A snapshot without one belongs to no log.
  until bigint,
  until_writer uuid,
  until_number bigint
);
create table ${schema}.snapshot_parts (
  snapshot bigint not null references ${schema}.snapshots on delete cascade,
  part integer not null,
  lines bytea not null,
  primary key (snapshot, part)
);
alter table ${schema}.snapshot_parts alter column lines set storage external;

-- The nodes that follow the log, with their positions.
create table ${schema}.nodes (
  writer uuid primary key,
  name text not null,
  position bigint not null,
  seen timestamptz not null default clock_timestamp()
);

`;

const wishTable = ({ schema }: Names): string => `
-- Requests to decide next. Unlogged: they are repeated.
create unlogged table ${schema}.decider_wishes (
  writer uuid primary key,
  number bigint generated always as identity,
  seen timestamptz not null,
  url text,
  secret text
) with (fillfactor = 50);
`;

const documentTable = ({ schema }: Names): string => `
-- Small documents other than records, by name.
create sequence ${schema}.document_versions;
create table ${schema}.documents (
  name text collate "C" primary key,
  -- Unique among all documents; changes with each write.
  version bigint not null,
  content text not null
) with (fillfactor = 50);
`;

const contentTable = ({ schema }: Names): string => `
-- Large documents, in parts.
create table ${schema}.contents (
  name text collate "C" not null,
  -- Position of the part's first byte.
  start bigint not null,
  -- Of the whole content; changes when it is replaced.
  edition bigint not null,
  bytes bytea not null,
  primary key (name, start)
);
alter table ${schema}.contents alter column bytes set storage external;
`;

const homeTables = ({ schema }: Names): string => `
-- Tasks that one node does for all: holder and end.
create table ${schema}.leases (
  name text primary key,
  holder uuid not null,
  expires timestamptz not null
) with (fillfactor = 10);

-- Digests of invalid credentials: used assertions and login codes, revoked tokens.
create table ${schema}.spent (
  kind text not null,
  digest text not null,
  -- Milliseconds since the epoch.
  expires bigint not null,
  number bigint generated always as identity,
  primary key (kind, digest)
);
create index on ${schema}.spent (number);
`;

/** Sends notifications for changed tables. The statements that write documents send their own notifications. */
const tellingTables = ({ schema, channel }: Names): string => `
create function ${schema}.tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], 'table/' || tg_table_name || '/');
  return null;
end $$;
create trigger tells after insert or update or delete on ${schema}.spent
  for each row execute function ${schema}.tell_change('${channel.slice(1, -1)} home');
`;

/** Rejects a node whose commit at a position differs from the log's (`../../../store/log-position.ts`). */
const logFunctions = ({ schema }: Names): string => `
-- The commit at a position; none at 0, before the trimmed position, and after the end.
create function ${schema}.commit_at(wanted bigint) returns table (r_writer uuid, r_number bigint)
language sql stable as $$
  select c.writer, c.number from ${schema}.commits c where c.position = wanted
  union all
  select h.trimmed_writer, h.trimmed_number from ${schema}.head h where h.trimmed = wanted and wanted > 0
$$;

-- Whether a snapshot has commits that the log lacks, because the log has lost its end since.
create function ${schema}.is_of_other_log(snapshot ${schema}.snapshots) returns boolean language sql stable as $$
  select snapshot.until is null or snapshot.until > h.position or (snapshot.until >= h.trimmed
    and (snapshot.until_writer, snapshot.until_number) is distinct from (c.r_writer, c.r_number))
  from ${schema}.head h left join ${schema}.commit_at(snapshot.until) c on true
$$;

-- Notes the commit at the trimmed position. The log of a moved store starts without such a commit.
create function ${schema}.note_trimmed() returns trigger language plpgsql as $$
begin
  select c.writer, c.number into new.trimmed_writer, new.trimmed_number
    from ${schema}.commits c where c.position = new.trimmed;
  if not found then
    new.trimmed_writer := gen_random_uuid();
    new.trimmed_number := new.trimmed;
  end if;
  return new;
end $$;
create trigger note_trimmed before update of trimmed on ${schema}.head
  for each row when (new.trimmed > 0 and (new.trimmed <> old.trimmed or new.trimmed_writer is null))
  execute function ${schema}.note_trimmed();

-- A snapshot completed by a node of the previous version: the log has all of its commits, unless it belongs to another
-- log.
create function ${schema}.note_until() returns trigger language plpgsql as $$
begin
  select h.position, c.r_writer, c.r_number into new.until, new.until_writer, new.until_number
    from ${schema}.head h left join lateral ${schema}.commit_at(h.position) c on true where h.position >= new.position;
  return new;
end $$;
create trigger note_until before update of is_whole on ${schema}.snapshots
  for each row when (new.is_whole and new.until is null) execute function ${schema}.note_until();

-- The commits after a position, limited by number and characters, but at least one; none at the end.
create function ${schema}.read_log(known bigint)
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

-- Refuses a caller with commits that the log lacks. Without a writer, no commit is compared. Returns the end of the log.
create function ${schema}.must_continue(known bigint, known_writer uuid, known_number bigint) returns bigint
language plpgsql as $$
declare log record;
begin
  -- One statement, so one snapshot of the data.
  select h.position, h.trimmed, c.r_writer as writer, c.r_number as number into log
    from ${schema}.head h left join lateral ${schema}.commit_at(known) c on true;
  if known < log.trimmed then
    raise exception 'the log begins after position %', log.trimmed using errcode = 'LK001';
  end if;
  if known > log.position then
    raise exception 'the log ends at position %', log.position using errcode = 'LK002';
  end if;
  if known_writer is not null and (known_writer, known_number) is distinct from (log.writer, log.number) then
    raise exception 'the log has commit % of % at position %', log.number, log.writer, known using errcode = 'LK004';
  end if;
  return log.position;
end $$;

-- The commits after a position, for a caller with the same commit there.
create function ${schema}.read_log(known bigint, known_writer uuid, known_number bigint)
returns table (r_position bigint, r_writer uuid, r_number bigint, r_body text) language plpgsql as $$
begin
  if ${schema}.must_continue(known, known_writer, known_number) > known then
    return query select * from ${schema}.read_log(known);
  end if;
end $$;

-- Marks a snapshot as complete: it has no effects of commits after the caller's last. False if it was removed.
create function ${schema}.complete_snapshot(
  snapshot bigint, size bigint, known bigint, known_writer uuid, known_number bigint)
returns boolean language plpgsql as $$
begin
  perform 1 from ${schema}.head for share;
  perform ${schema}.must_continue(known, known_writer, known_number);
  update ${schema}.snapshots set is_whole = true, bytes = size,
    until = known, until_writer = known_writer, until_number = known_number where id = snapshot;
  return found;
end $$;

-- Removes the commits up to a position if a snapshot has them: the caller's snapshot may have been removed since.
create function ${schema}.trim_log(up_to bigint, known bigint, known_writer uuid, known_number bigint)
returns void language plpgsql as $$
declare held bigint;
begin
  perform 1 from ${schema}.head for update;
  perform ${schema}.must_continue(known, known_writer, known_number);
  select max(s.position) into held from ${schema}.snapshots s where s.is_whole and not ${schema}.is_of_other_log(s);
  update ${schema}.head set trimmed = greatest(trimmed, least(up_to, coalesce(held, 0)));
  delete from ${schema}.commits c using ${schema}.head h where c.position <= h.trimmed;
end $$;
`;

/** Lets one writer at a time decide, using a lease in `head`. A node with another epoch, or none, cannot append. */
const deciderFunctions = ({ schema, channel }: Names): string => `
-- Renews the caller's lease, takes an expired one on request, or notes the wish. Returns the decider and the last
-- position. Only a caller with the log's commit at its own position may decide.
create function ${schema}.look_decider(known_position bigint, known_writer uuid, known_number bigint,
  me uuid, lease_ms integer, my_url text, my_secret text, wants boolean, may_take boolean)
returns table (r_epoch bigint, r_decider uuid, r_url text, r_secret text, r_left double precision, r_position bigint,
  r_wanted boolean) language plpgsql as $$
declare
  known record;
  lease interval := lease_ms * interval '1 millisecond';
  is_new boolean;
begin
  perform ${schema}.must_continue(known_position, known_writer, known_number);
  select h.epoch, h.decider, h.decider_until < clock_timestamp() as is_over into known from ${schema}.head h;
  if known.decider = me then
    -- Also if it has expired and nobody else has taken it. Losing it is harmless, so this does not wait for the disk.
    perform set_config('synchronous_commit', 'off', true);
    update ${schema}.head h set decider_until = clock_timestamp() + lease, decider_url = my_url,
      decider_secret = my_secret where h.decider = me and h.epoch = known.epoch;
  elsif known.is_over and (wants or may_take) then
    update ${schema}.head h set epoch = h.epoch + 1, decider = me, decider_until = clock_timestamp() + lease,
      decider_url = my_url, decider_secret = my_secret
      where h.epoch = known.epoch and h.decider_until < clock_timestamp();
    if found then
      delete from ${schema}.decider_wishes w where w.writer = me;
      perform pg_notify(${channel}, 'decider');
    end if;
  elsif wants then
    insert into ${schema}.decider_wishes as w (writer, seen, url, secret)
      values (me, clock_timestamp(), my_url, my_secret)
      on conflict (writer) do update set seen = excluded.seen, url = excluded.url, secret = excluded.secret
      returning xmax = 0 into is_new;
    if is_new then
      perform pg_notify(${channel}, 'decider');
    end if;
  else
    delete from ${schema}.decider_wishes w where w.writer = me;
  end if;
  return query select h.epoch, h.decider, h.decider_url, h.decider_secret,
    greatest(0, extract(epoch from h.decider_until - clock_timestamp()) * 1000)::double precision, h.position,
    exists (select from ${schema}.decider_wishes w where w.writer <> me and w.seen > clock_timestamp() - lease)
    from ${schema}.head h;
end $$;

-- The caller stops deciding. The oldest wish comes next, else the first node that asks.
create function ${schema}.hand_over(me uuid, deciding bigint, lease_ms integer) returns void language plpgsql as $$
declare
  next record;
  lease interval := lease_ms * interval '1 millisecond';
begin
  delete from ${schema}.decider_wishes w where w.writer = me or w.seen < clock_timestamp() - lease;
  select w.writer, w.url, w.secret into next from ${schema}.decider_wishes w order by w.number limit 1;
  update ${schema}.head h set epoch = h.epoch + 1, decider = next.writer, decider_url = next.url,
    decider_secret = next.secret,
    decider_until = case when next.writer is null then '-infinity' else clock_timestamp() + lease end
    where h.decider = me and h.epoch = deciding;
  if found then
    delete from ${schema}.decider_wishes w where w.writer = next.writer;
    perform pg_notify(${channel}, 'decider');
  end if;
end $$;

-- Appends commits if the caller is the decider and has the whole log, and returns nothing; else returns the commits that
-- it lacks. An append renews the lease.
create function ${schema}.append(known bigint, known_writer uuid, known_number bigint,
  appending uuid, first bigint, bodies text[], deciding bigint, lease_ms integer)
returns table (r_position bigint, r_writer uuid, r_number bigint, r_body text) language plpgsql as $$
declare log record;
begin
  perform set_config('lock_timeout', '2s', true);
  select h.epoch, h.decider into log from ${schema}.head h for update;
  if log.epoch <> deciding or log.decider is distinct from appending then
    raise exception 'another writer decides, in epoch %', log.epoch using errcode = 'LK005';
  end if;
  if ${schema}.must_continue(known, known_writer, known_number) > known then
    return query select * from ${schema}.read_log(known);
    return;
  end if;
  insert into ${schema}.commits (position, writer, number, body)
    select known + b.i, appending, first + b.i - 1, b.body from unnest(bodies) with ordinality b(body, i);
  update ${schema}.head h set position = known + cardinality(bodies),
    decider_until = greatest(h.decider_until, clock_timestamp() + lease_ms * interval '1 millisecond');
  perform pg_notify(${channel}, (known + cardinality(bodies))::text);
end $$;
`;

/**
 * Identifies the server, database and table in which a store was created, using PostgreSQL's own numbers. These numbers
 * differ in a restored dump, so that the copy is detected, but not in a physical copy such as a base backup (see `serve
 * --drill`).
 */
const identityFunctions = ({ schema }: Names): string => `
create function ${schema}.here() returns text language plpgsql as $$
declare server text := '';
begin
  -- Managed servers may deny it to roles: then the database and the table identify the store.
  if has_function_privilege('pg_catalog.pg_control_system()', 'execute') then
    select c.system_identifier::text into server from pg_catalog.pg_control_system() c;
  end if;
  return server || '/' || (select d.oid from pg_database d where d.datname = current_database())
    || '/' || '${schema}.head'::regclass::oid;
end $$;
update ${schema}.head set birthplace = ${schema}.here();

-- The identity of the store, and its former identity if this is a copy in another place.
create function ${schema}.settle_identity(anew boolean) returns table (r_identity uuid, r_former uuid)
language plpgsql as $$
declare here text := ${schema}.here(); there text;
begin
  select h.identity, h.birthplace into r_identity, there from ${schema}.head h;
  if there <> here or anew then
    -- Nodes that start at the same time run this in turn; later ones find the first one's identity.
    select h.identity, h.birthplace into r_identity, there from ${schema}.head h for update;
    if anew or split_part(there, '/', 2) <> split_part(here, '/', 2)
      or split_part(there, '/', 3) <> split_part(here, '/', 3)
      or (split_part(there, '/', 1) <> split_part(here, '/', 1) and there !~ '^/' and here !~ '^/')
    then
      r_former := r_identity;
      r_identity := gen_random_uuid();
    end if;
    if there <> here or anew then
      update ${schema}.head set identity = r_identity, birthplace = here;
    end if;
  end if;
  return next;
end $$;
`;

/** Ensures that acknowledged changes are on disk and on synchronous standbys, regardless of other settings. */
const keptChanges = ({ schema, ...names }: Names): string => `
create function ${schema}.wait_for_disk() returns trigger language plpgsql as $$
begin
  if current_setting('synchronous_commit') in ('off', 'local') then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  return null;
end $$;
create trigger wait_for_disk before insert on ${schema}.commits
  for each statement execute function ${schema}.wait_for_disk();
${changesAreKept({ schema, ...names })}`;

/** Applies `keptChanges` to all other logged tables. Must be called again after a table is added (tested). */
const changesAreKept = ({ schema }: Names): string => `
do $each$
declare kept regclass;
begin
  for kept in select c.oid::regclass from pg_class c
    where c.relnamespace = '${schema}'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'wait_for_disk')
  loop
    execute format('create trigger wait_for_disk before insert or update or delete on %s
      for each statement execute function ${schema}.wait_for_disk()', kept);
  end loop;
end $each$;
`;
