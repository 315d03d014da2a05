import type { Names } from './names.js';

/** Turns in deciding: a lock of their own, and appends by whoever has the turn on another connection. */
export const turnFunctions = ({ schema, key, channel }: Names): string => `
-- Whose turn it is to decide, where advisory locks are not to be had: a row of its own, for \`head\` changes meanwhile.
create table ${schema}.turn (one boolean primary key default true check (one));
insert into ${schema}.turn default values;

-- As before, but the row is another one.
create or replace function ${schema}.lock_log(by_row boolean) returns bigint language plpgsql as $$
declare last bigint;
begin
  perform set_config('lock_timeout', '2s', true);
  if by_row then
    perform 1 from ${schema}.turn for update;
  else
    perform pg_advisory_xact_lock(${key});
  end if;
  -- A statement of its own sees what was committed while it waited.
  select h.position into last from ${schema}.head h;
  return last;
end $$;

-- It is the caller's turn until its transaction ends. A node that gives no sign of life meanwhile loses it.
create function ${schema}.take_turn(by_row boolean) returns bigint language plpgsql as $$
declare last bigint := ${schema}.lock_log(by_row);
begin
  perform set_config('idle_in_transaction_session_timeout', '5s', true);
  return last;
end $$;

-- Appends commits if the caller knows all that is in the log, and returns nothing; else what it does not know. Whose
-- turn it is has said so on another connection; whoever has none waits for nobody (55P03).
create function ${schema}.append_at_once(
  known bigint, appending uuid, first bigint, bodies text[], by_row boolean, has_turn boolean)
returns table (r_position bigint, r_writer uuid, r_number bigint, r_body text) language plpgsql as $$
declare last bigint;
begin
  perform set_config('lock_timeout', '2s', true);
  if has_turn then
    null;
  elsif by_row then
    perform 1 from ${schema}.turn for update nowait;
  elsif not pg_try_advisory_xact_lock(${key}) then
    raise exception 'it is the turn of another writer' using errcode = '55P03';
  end if;
  -- Compared under a lock of its own: right also where a turn was lost, and where writers lock in different ways.
  select h.position into last from ${schema}.head h for update;
  if last < known then
    raise exception 'the log ends before position %, which it has had', known using errcode = 'LK002';
  end if;
  if last > known then
    return query select * from ${schema}.read_log(known);
    return;
  end if;
  insert into ${schema}.commits (position, writer, number, body)
    select known + b.i, appending, first + b.i - 1, b.body from unnest(bodies) with ordinality b(body, i);
  update ${schema}.head set position = known + cardinality(bodies);
  perform pg_notify(${channel}, (known + cardinality(bodies))::text);
end $$;

-- As before, for nodes of the version before this one, in the order in which the one above locks.
create or replace function ${schema}.append(known bigint, appending uuid, first bigint, bodies text[], by_row boolean)
returns table (r_position bigint, r_writer uuid, r_number bigint, r_body text) language plpgsql as $$
begin
  perform ${schema}.lock_log(by_row);
  return query select * from ${schema}.append_at_once(known, appending, first, bodies, by_row, true);
end $$;
`;

/** By which a database is known again. */
export const databaseIdentity = ({ schema }: Names): string => `
alter table ${schema}.head add column identity uuid not null default gen_random_uuid();
`;
