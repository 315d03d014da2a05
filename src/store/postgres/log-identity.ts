import type { Names } from './sql-names.js';

/**
 * Positions with the identity of their commits (`../log-position.ts`): who knows another commit at a position than the
 * log has is refused.
 */
export const logIdentity = ({ schema }: Names): string => `
-- Which commit stood at the trimmed position: known when its row is gone.
alter table ${schema}.head add column trimmed_writer uuid, add column trimmed_number bigint;
-- The last commit whose effects a snapshot may hold. A snapshot without one belongs to no log.
alter table ${schema}.snapshots
  add column until bigint, add column until_writer uuid, add column until_number bigint;

-- Whoever trims, also a node of the version before. A log that begins anew behind a moved store has no such commit.
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
update ${schema}.head set trimmed = trimmed;

-- The commit at a position; none at 0, before what is kept, and behind the end.
create function ${schema}.commit_at(wanted bigint) returns table (r_writer uuid, r_number bigint)
language sql stable as $$
  select c.writer, c.number from ${schema}.commits c where c.position = wanted
  union all
  select h.trimmed_writer, h.trimmed_number from ${schema}.head h where h.trimmed = wanted and wanted > 0
$$;

-- Whether a snapshot holds what is not in the log: it was made of a log that has lost its end since.
create function ${schema}.is_of_other_log(snapshot ${schema}.snapshots) returns boolean language sql stable as $$
  select snapshot.until is null or snapshot.until > h.position or (snapshot.until >= h.trimmed
    and (snapshot.until_writer, snapshot.until_number) is distinct from (c.r_writer, c.r_number))
  from ${schema}.head h left join ${schema}.commit_at(snapshot.until) c on true
$$;

-- A snapshot that a node of the version before completes: it holds nothing that is not in the log now, unless it is of
-- another one.
create function ${schema}.note_until() returns trigger language plpgsql as $$
begin
  select h.position, c.r_writer, c.r_number into new.until, new.until_writer, new.until_number
    from ${schema}.head h left join lateral ${schema}.commit_at(h.position) c on true where h.position >= new.position;
  return new;
end $$;
create trigger note_until before update of is_whole on ${schema}.snapshots
  for each row when (new.is_whole and new.until is null) execute function ${schema}.note_until();
update ${schema}.snapshots set is_whole = true where is_whole;

-- Refuses who knows what the log does not have. Without a writer no commit is compared. Returns the end of the log.
create function ${schema}.must_continue(known bigint, known_writer uuid, known_number bigint) returns bigint
language plpgsql as $$
declare log record;
begin
  -- One statement: of one moment.
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

-- The commits after a position, for who knows the commit at it.
create function ${schema}.read_log(known bigint, known_writer uuid, known_number bigint)
returns table (r_position bigint, r_writer uuid, r_number bigint, r_body text) language plpgsql as $$
begin
  if ${schema}.must_continue(known, known_writer, known_number) > known then
    return query select * from ${schema}.read_log(known);
  end if;
end $$;

-- A snapshot is whole: it holds no effect of a commit behind the one that the caller knows. False where it is gone.
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

-- Removes the commits up to a position, but none that no snapshot holds: it may be gone since the caller wrote it.
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

/** Whatever role or database say: an answered commit is on disk, and where standbys are waited for, there too. */
export const appendsAreKept = ({ schema }: Names): string => `
create function ${schema}.wait_for_disk() returns trigger language plpgsql as $$
begin
  if current_setting('synchronous_commit') in ('off', 'local') then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  return null;
end $$;
-- Also for nodes of the version before.
create trigger wait_for_disk before insert on ${schema}.commits
  for each statement execute function ${schema}.wait_for_disk();
`;

/**
 * The same for all else that nodes are told is kept: clients, configuration, audit, jobs, uploads. Tables of a later
 * version need the trigger as well; a test walks them.
 */
export const changesAreKept = ({ schema }: Names): string => `
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
