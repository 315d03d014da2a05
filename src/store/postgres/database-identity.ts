import type { Query } from './database-snapshot.js';
import type { Names } from './sql-names.js';

/** By which a database is known again. */
export const databaseIdentity = ({ schema }: Names): string => `
alter table ${schema}.head add column identity uuid not null default gen_random_uuid();
`;

/**
 * Where a store was made: server, database and table, by the numbers that PostgreSQL gave them. A dump that is restored
 * gets others, so the copy is known as one. A physical copy, such as a base backup, has the same: see `serve --drill`.
 */
export const birthplaceOfStore = ({ schema }: Names): string => `
create function ${schema}.here() returns text language plpgsql as $$
declare server text := '';
begin
  -- Managed servers may keep it from roles: then the database and the table are what tells.
  if has_function_privilege('pg_catalog.pg_control_system()', 'execute') then
    select c.system_identifier::text into server from pg_catalog.pg_control_system() c;
  end if;
  return server || '/' || (select d.oid from pg_database d where d.datname = current_database())
    || '/' || '${schema}.head'::regclass::oid;
end $$;

alter table ${schema}.head add column birthplace text not null default '';
update ${schema}.head set birthplace = ${schema}.here();

-- The identity of the store, and the one that it had before where this is another place than the one it was made in.
create function ${schema}.settle_identity(anew boolean) returns table (r_identity uuid, r_former uuid)
language plpgsql as $$
declare here text := ${schema}.here(); there text;
begin
  select h.identity, h.birthplace into r_identity, there from ${schema}.head h;
  if there <> here or anew then
    -- Nodes that start at once come here one after the other, and the second finds the first one's.
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

/** By which a store is known among its copies. */
export interface StoreIdentity {
  readonly identity: string;
  /** The identity that it had where it was copied from; only for who finds the copy first. */
  readonly former: string | undefined;
}

/** @param schema quoted identifier @param anew whatever the place: for a copy that cannot be told from its original */
export async function settleIdentity(query: Query, schema: string, anew = false): Promise<StoreIdentity> {
  const [row] = await query<{ r_identity: string; r_former: string | null }>(
    `select r_identity, r_former from ${schema}.settle_identity($1)`,
    [anew],
  );
  return { identity: row!.r_identity, former: row!.r_former ?? undefined };
}
