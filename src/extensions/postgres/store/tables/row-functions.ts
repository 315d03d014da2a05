import type { Names } from '../sql-names.js';

/** Partitions per table, which PostgreSQL and Citus can distribute. */
const PARTITIONS = 16;
/** Maximum number of a record's values in a row. */
export const WIDE = 300;

/** SQL of the tables and functions for records and history. Independent of the configuration. See `SQL.md`. */
export const rowTables = ({ schema }: Names): string => `
-- The existing tables: one per object, and the history.
create table ${schema}.sql_tables (
  name text collate "C" primary key,
  -- JSON of its columns; absent for the history.
  definition text,
  -- Commits after this position are written to it; absent: it is empty and not written.
  since bigint,
  -- Last Id or change number filled in from older commits; absent: complete.
  filled text collate "C",
  -- JSON: fill only records with one of these fields; absent: all.
  only_fields text,
  -- History: changes below this number are removed.
  forgotten bigint not null default 0
) with (fillfactor = 50);
-- Roles that may read them, and tables created later.
create table ${schema}.sql_readers (
  role name primary key
);

-- One change of a commit: a record's values ('put'), its deletion ('delete', 'erase'), or a line of history.
create type ${schema}.row_change as (
  position bigint, made timestamptz, client text, request text, n bigint, kind text, id text, type text, body jsonb);

-- JSON that jsonb accepts: U+0000 and halves of surrogate pairs become U+FFFD.
create function ${schema}.storable(body text) returns jsonb language plpgsql immutable as $$
begin
  if strpos(body, '\\u0000') > 0 or strpos(body, '\\ud') > 0 then
    return regexp_replace(body, '(?<!\\\\)((?:\\\\\\\\)*)\\\\u(?:0000|d[89a-f][0-9a-f]{2})', '\\1\\\\ufffd', 'g')::jsonb;
  end if;
  return body::jsonb;
end $$;

-- Values that are not a date or time, such as those of a former text field, are null in the tables.
create function ${schema}.as_date(value text) returns date language plpgsql immutable strict as $$
begin
  if value !~ '^\\d{4}-\\d\\d-\\d\\d$' then return null; end if;
  return value::date;
exception when data_exception then return null;
end $$;
create function ${schema}.as_time(value text) returns timestamptz language plpgsql immutable strict as $$
begin
  if value !~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:?\\d\\d)$' then return null; end if;
  return value::timestamptz;
exception when data_exception then return null;
end $$;

-- Limits the values of one record so that they always fit a page of the database.
create function ${schema}.narrow(fields jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(f.key, f.value) from (
    select e.key, e.value from jsonb_each(fields) e where e.value <> 'null' order by e.key collate "C" limit ${WIDE}
  ) f
$$;

-- The changes of commits that concern tables.
create function ${schema}.row_changes(at bigint, body text) returns setof ${schema}.row_change
language sql stable as $$
  select at, coalesce(${schema}.as_time(d.doc #>> '{by,time}'), statement_timestamp()), d.doc #>> '{by,client}', d.doc #>> '{by,request}', c.n,
    c.change ->> 'kind',
    case c.change ->> 'kind' when 'put' then c.change #>> '{record,id}'
      when 'history' then c.change #>> '{entry,recordId}' else c.change ->> 'id' end,
    c.change #>> '{record,type}',
    case c.change ->> 'kind' when 'put' then c.change #> '{record,fields}' else c.change -> 'entry' end
  from (select ${schema}.storable(body) as doc offset 0) d, jsonb_array_elements(d.doc -> 't') with ordinality c(change, n)
  where c.change ->> 'kind' in ('put', 'delete', 'erase', 'history')
$$;

create table ${schema}.history (
  record_id text collate "C" not null,
  number bigint not null,
  object text not null,
  -- Position of its commit; absent: older than the table.
  position bigint,
  action text not null,
  changed timestamptz not null,
  client text not null,
  request text,
  -- The reason, as in the API.
  reason text,
  scenario_id text,
  score integer,
  undoes bigint,
  change_group bigint,
  merged_into text,
  -- The old values: of changed fields for an update, of all fields for a deletion.
  before jsonb,
  primary key (record_id, number)
) partition by hash (record_id);
create index history_number on ${schema}.history (number);
${partitionsOf(schema, 'history')}

create function ${schema}.history_of(changes ${schema}.row_change[]) returns setof ${schema}.history
language sql stable as $$
  select l.id, (l.body ->> 'number')::bigint, l.body ->> 'objectType', l.position, l.body ->> 'action', l.made,
    l.client, l.request, l.body #>> '{decision,reason}', l.body #>> '{decision,scenarioId}',
    (l.body #>> '{decision,score}')::integer, (l.body ->> 'undoes')::bigint, (l.body ->> 'group')::bigint,
    l.body ->> 'mergedInto', l.body -> 'before'
  from unnest(changes) l where l.kind = 'history'
$$;

-- Writes the records among these changes into their tables and removes deleted ones. Replaced with each change of the
-- tables (\`table-sql.ts\`); without tables it does nothing.
create function ${schema}.put_rows(changes ${schema}.row_change[]) returns void language plpgsql as $$
begin end $$;
create function ${schema}.drop_rows(ids text[]) returns void language plpgsql as $$
begin end $$;

-- Applies the changes of commits, in their transaction.
create function ${schema}.write_rows() returns trigger language plpgsql as $$
declare
  changes ${schema}.row_change[];
  -- The last change of each record.
  latest ${schema}.row_change[];
  gone text[];
begin
  if not exists (select from ${schema}.sql_tables t where t.name = 'history' and t.since is not null) then
    return null;
  end if;
  changes := array(
    select r from added a cross join lateral ${schema}.row_changes(a.position, a.body) r);
  latest := array(
    select distinct on (c.id) c from unnest(changes) c where c.kind <> 'history'
    order by c.id, c.position desc, c.n desc);
  if cardinality(latest) > 0 then
    perform ${schema}.put_rows(latest);
    gone := array(select l.id from unnest(latest) l where l.kind <> 'put');
    if cardinality(gone) > 0 then perform ${schema}.drop_rows(gone); end if;
  end if;
  insert into ${schema}.history select * from ${schema}.history_of(changes) on conflict do nothing;
  gone := array(select distinct c.id from unnest(changes) c where c.kind = 'erase');
  if cardinality(gone) > 0 then delete from ${schema}.history h where h.record_id = any(gone); end if;
  return null;
exception when others then
  -- Errors of locks, disk and memory are reported unchanged.
  if sqlstate ~ '^(40|53|57|58|55P03)' then raise; end if;
  raise exception 'the tables for SQL take no commit: %', sqlerrm using errcode = 'LK006';
end $$;
create trigger write_rows after insert on ${schema}.commits referencing new table as added
  for each statement execute function ${schema}.write_rows();

-- Records that have changed since a position, by changes of these kinds.
create function ${schema}.changed_since(known bigint, kinds text[]) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct r.id), '{}') from ${schema}.commits c
    cross join lateral ${schema}.row_changes(c.position, c.body) r
    where c.position > known and r.kind = any(kinds)
$$;

-- Fills a table with a node's records at a position, while nothing is appended. Does nothing if another node has
-- filled it since the caller checked, or if the node is behind the table.
create function ${schema}.fill_rows(known bigint, known_writer uuid, known_number bigint,
  filling text, from_key text, to_key text, rows text[]) returns void language plpgsql as $$
declare
  changes ${schema}.row_change[];
  old text[];
begin
  perform set_config('lock_timeout', '2s', true);
  perform 1 from ${schema}.head for update;
  perform ${schema}.must_continue(known, known_writer, known_number);
  update ${schema}.sql_tables t set filled = to_key
    where t.name = filling and t.filled = from_key and t.since <= known;
  if not found then return; end if;
  -- An erasure also removes the history, other changes keep it.
  old := ${schema}.changed_since(known,
    case filling when 'history' then array['erase'] else array['put', 'delete', 'erase'] end);
  changes := array(select r from unnest(rows) b cross join lateral ${schema}.row_changes(known, b) r where r.id <> all(old));
  perform ${schema}.put_rows(changes);
  insert into ${schema}.history
    select h.record_id, h.number, h.object, null, h.action, h.changed, h.client, h.request, h.reason, h.scenario_id,
      h.score, h.undoes, h.change_group, h.merged_into, h.before
    from ${schema}.history_of(changes) h
    where h.number >= (select t.forgotten from ${schema}.sql_tables t where t.name = 'history')
    on conflict do nothing;
end $$;

-- Ids of records, or numbers of changes, that differ between a table and a node at a position, in one statement.
-- Ignores later commits.
create function ${schema}.compare_rows(known bigint, comparing text, from_key text, to_key text, rows text[])
returns setof text language plpgsql as $$
begin
  if comparing = 'history' then
    return query select coalesce(e.number, a.number)::text
      from (
        select h.* from unnest(rows) b
          cross join lateral ${schema}.history_of(array(select r from ${schema}.row_changes(known, b) r)) h
      ) e full join (
        select h.* from ${schema}.history h where h.number > from_key::bigint
          and (to_key is null or h.number <= to_key::bigint) and (h.position is null or h.position <= known)
      ) a on a.number = e.number
      where coalesce(e.record_id, a.record_id) <> all((select ${schema}.changed_since(known, array['erase']))::text[])
        and coalesce(e.number, a.number) >= (select t.forgotten from ${schema}.sql_tables t where t.name = 'history')
        and to_jsonb(e) - 'position' is distinct from to_jsonb(a) - 'position'
      order by coalesce(e.number, a.number);
  else
    return query execute format('
      select coalesce(e.id, a.id)
      from (select r.id, r.body from unnest($4) b cross join lateral ${schema}.row_changes($1, b) r) e
        full join (
          select t.* from ${schema}.%1$I t where t.id > $2 and ($3 is null or t.id <= $3)
        ) a on a.id = e.id
        left join lateral ${schema}.%2$I(e.id, e.body, a._position) v on true
      where coalesce(e.id, a.id) <> all((select ${schema}.changed_since($1, $5))::text[])
        and (e.id is null or a.id is null or not to_jsonb(a) @> to_jsonb(v))
      order by coalesce(e.id, a.id)',
      comparing, regexp_replace(comparing, '^record_', 'row_of_')) using known, from_key, to_key, rows,
      array['put', 'delete', 'erase'];
  end if;
end $$;

-- Removes part of the history below a number. Returns whether there may be more.
create function ${schema}.forget_rows(below bigint) returns boolean language plpgsql as $$
declare first bigint;
begin
  update ${schema}.sql_tables t set forgotten = below where t.name = 'history' and t.forgotten < below;
  select min(h.number) into first from ${schema}.history h where h.number < below;
  if first is null then return false; end if;
  delete from ${schema}.history h where h.number between first and least(first + 5000, below - 1);
  return true;
end $$;

-- Lets a role read the tables and views, also those created later, and nothing else.
create function ${schema}.grant_reader(reader name) returns void language plpgsql as $$
begin
  insert into ${schema}.sql_readers values (reader) on conflict do nothing;
  perform ${schema}.grant_readers();
end $$;
create function ${schema}.grant_readers() returns void language plpgsql as $$
declare reader name; kept name;
begin
  for reader in select r.role from ${schema}.sql_readers r join pg_roles p on p.rolname = r.role loop
    execute format('grant usage on schema ${schema} to %I', reader);
    for kept in
      select x.name from ${schema}.sql_tables t
        cross join lateral unnest(array[t.name, regexp_replace(t.name, '^record_', 'view_')]) x(name)
    loop
      execute format('grant select on ${schema}.%I to %I', kept, reader);
    end loop;
  end loop;
end $$;
`;

/** @param name Name of the table, unquoted */
export function partitionsOf(schema: string, name: string): string {
  // No object's table name begins with this prefix.
  const part = name.replace(/^record_/, 'part_');
  return Array.from(
    { length: PARTITIONS },
    (_, i) => `create table ${schema}."${part}_${i}" partition of ${schema}."${name}"
  for values with (modulus ${PARTITIONS}, remainder ${i}) with (fillfactor = 90);`,
  ).join('\n');
}
