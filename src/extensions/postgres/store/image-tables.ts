import type { Names } from './sql-names.js';

/**
 * Returns the SQL of the tables for index snapshots, used by nodes that have none. The tables are unlogged, because
 * snapshots can be recreated after a crash. Trimming the log beyond a snapshot removes the snapshot, and later its
 * parts, which may be gigabytes.
 */
export const imageTables = ({ schema }: Names): string => `
create unlogged table ${schema}.index_images (
  id bigint generated always as identity primary key,
  -- Position of the log up to which it has the changes.
  position bigint not null,
  writer uuid not null,
  number bigint not null,
  -- Of the program and configuration that made it.
  digest text not null,
  bytes bigint not null default 0,
  is_whole boolean not null default false,
  -- Time of the last start, write or completion.
  seen timestamptz not null default clock_timestamp()
) with (fillfactor = 50);
create unlogged table ${schema}.index_image_parts (
  image bigint not null,
  part integer not null,
  bytes bytea not null,
  primary key (image, part)
);
alter table ${schema}.index_image_parts alter column bytes set storage external;

-- Starts an image if no other node is writing one; otherwise returns no row. After the trimming that ends an erasure, no
-- image has data of the erased record.
create function ${schema}.begin_index_image(known bigint, known_writer uuid, known_number bigint, its_digest text)
returns table (r_id bigint) language plpgsql as $$
begin
  perform 1 from ${schema}.head for share;
  perform ${schema}.must_continue(known, known_writer, known_number);
  lock table ${schema}.index_images in share row exclusive mode;
  delete from ${schema}.index_images i
    where not i.is_whole and i.seen < clock_timestamp() - interval '1 minute';
  if not exists (select from ${schema}.index_images i where not i.is_whole) then
    return query insert into ${schema}.index_images (position, writer, number, digest)
      values (known, known_writer, known_number, its_digest) returning id;
  end if;
end $$;

create function ${schema}.remove_index_images() returns trigger language plpgsql as $$
begin
  delete from ${schema}.index_images i where i.position < new.trimmed;
  return null;
end $$;
create trigger remove_index_images after update of trimmed on ${schema}.head
  for each row execute function ${schema}.remove_index_images();
`;
