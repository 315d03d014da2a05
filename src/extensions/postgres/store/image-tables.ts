import type { Names } from './sql-names.js';

/**
 * Index snapshots for nodes without one. Unlogged: they can be made again after a crash. When the log is trimmed beyond
 * one, it is removed, and later its parts, which may be gigabytes.
 */
export const imageTables = ({ schema }: Names): string => `
create unlogged table ${schema}.index_images (
  id bigint generated always as identity primary key,
  -- Of the log, as far as it is in it.
  position bigint not null,
  writer uuid not null,
  number bigint not null,
  -- Of the program and the configuration that it was made by.
  digest text not null,
  bytes bigint not null default 0,
  is_whole boolean not null default false,
  -- When it was begun, written to, completed.
  seen timestamptz not null default clock_timestamp()
) with (fillfactor = 50);
create unlogged table ${schema}.index_image_parts (
  image bigint not null,
  part integer not null,
  bytes bytea not null,
  primary key (image, part)
);
alter table ${schema}.index_image_parts alter column bytes set storage external;

-- Begins an image where nobody else writes one: no row where somebody does. Nothing of a record that was erased comes
-- behind the trimming that ends its erasure.
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
