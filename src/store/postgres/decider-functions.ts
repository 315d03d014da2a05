import type { Names } from './sql-names.js';

/** One writer at a time decides, by a lease in `head`; whoever has another epoch, or none, appends nothing. */
export const deciderFunctions = ({ schema, channel }: Names): string => `
-- Who decides, and until when unless it says so again. Each taking raises the epoch. Where it may be sent what is to be
-- decided, and by which secret it knows that another node sends it: absent for programs that serve nobody.
alter table ${schema}.head
  add column epoch bigint not null default 0,
  add column decider uuid,
  add column decider_until timestamptz not null default '-infinity',
  add column decider_url text,
  add column decider_secret text;

-- Who wants to decide next. Unlogged: who still wants to says so again.
create unlogged table ${schema}.decider_wishes (
  writer uuid primary key,
  number bigint generated always as identity,
  seen timestamptz not null,
  url text,
  secret text
) with (fillfactor = 50);

-- Renews the caller's lease, takes one that has ended where the caller wants it, or notes the wish. Returns who decides,
-- and the last position: only who has the log's own commit at the position that it knows may decide.
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
    -- Also where it has ended, as long as nobody else has taken it. Nothing is lost with it: no need to wait for the disk.
    perform set_config('synchronous_commit', 'off', true);
    update ${schema}.head h set decider_until = clock_timestamp() + lease, decider_url = my_url, decider_secret = my_secret
      where h.decider = me and h.epoch = known.epoch;
  elsif known.is_over and (wants or may_take) then
    update ${schema}.head h set epoch = h.epoch + 1, decider = me, decider_until = clock_timestamp() + lease,
      decider_url = my_url, decider_secret = my_secret
      where h.epoch = known.epoch and h.decider_until < clock_timestamp();
    if found then
      delete from ${schema}.decider_wishes w where w.writer = me;
      perform pg_notify(${channel}, 'decider');
    end if;
  elsif wants then
    insert into ${schema}.decider_wishes as w (writer, seen, url, secret) values (me, clock_timestamp(), my_url, my_secret)
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

-- The caller decides no more: whoever has wished for it longest does, else whoever looks first.
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

-- By which nodes took turns: some of it only where the schema was made by a version that did.
drop function if exists ${schema}.append_at_once(bigint, uuid, bigint, uuid, bigint, text[], boolean, boolean);
drop function if exists ${schema}.append_at_once(bigint, uuid, bigint, text[], boolean, boolean);
drop function if exists ${schema}.take_turn(boolean);
drop table if exists ${schema}.turn;
drop function ${schema}.append(bigint, uuid, bigint, text[], boolean);
drop function ${schema}.lock_and_read_log(bigint, boolean);
drop function ${schema}.lock_log(boolean);

-- Appends commits if the caller decides and knows all that is in the log, and returns nothing; else what it does not
-- know. An append renews the lease.
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
