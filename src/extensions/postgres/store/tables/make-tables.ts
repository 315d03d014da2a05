import type { ClientBase } from 'pg';
import type { ObjectType } from '../../../../records/object-type.js';
import type { Query } from '../log-connection.js';
import type { Names } from '../sql-names.js';
import { definitionOf, lacking, type TableDefinition, type TableColumn } from './table-definitions.js';
import { partitionsOf, WIDE } from './row-functions.js';

export interface KnownTable {
  readonly name: string;
  /** Omitted for the history. */
  readonly definition?: TableDefinition;
  /** Position after which commits are written to the table. `undefined` if the table is unused and empty. */
  readonly since: number | undefined;
  /** Key up to which the table is filled. `undefined` if it is complete. */
  readonly filled: string | undefined;
  /** Names of the fields that remain to be filled. `undefined` for all fields. */
  readonly onlyFields: readonly string[] | undefined;
}

interface Row {
  readonly name: string;
  readonly definition: string | null;
  readonly since: string | null;
  readonly filled: string | null;
  readonly only_fields: string | null;
}

export const HISTORY = 'history';
/** Maximum wait for a reader's lock. A longer wait would block all appends. */
const LOCK_TIMEOUT = '1s';

export async function knownTables(query: Query, schema: string): Promise<KnownTable[]> {
  const rows = await query<Row & Record<string, unknown>>(
    `select name, definition, since, filled, only_fields from ${schema}.sql_tables order by name`,
  );
  return rows.map(({ name, definition, since, filled, only_fields: onlyFields }) => ({
    name,
    ...(definition !== null && { definition: JSON.parse(definition) as TableDefinition }),
    since: since === null ? undefined : Number(since),
    filled: filled ?? undefined,
    onlyFields: onlyFields === null ? undefined : (JSON.parse(onlyFields) as string[]),
  }));
}

/**
 * Adds tables and columns of the configuration, and drops none, so that nodes with an older configuration keep working.
 * Without objects, the tables are emptied and no longer written.
 * @throws Error 55P03 if a table is locked for too long; nothing was changed
 */
export async function makeTables(client: ClientBase, names: Names, types: readonly ObjectType[] | undefined) {
  const { schema } = names;
  const query: Query = async (text, values) => (await client.query<never>(text, values)).rows;
  if (changesTo(await knownTables(query, schema), types).length === 0) return;
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(`lock table ${schema}.migrations in exclusive mode`);
    const known = await knownTables(query, schema);
    const changes = changesTo(known, types);
    // Create the tables first, because this does not block other work. The lock on `head` below makes appends wait.
    for (const { before, definition } of changes)
      if (before === undefined && definition !== undefined) await client.query(createTable(names, definition));
    await client.query(`select from ${schema}.head for update`);
    if (types === undefined) await empty(client, names, known);
    else await apply(client, names, known, changes);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

interface TableChange {
  readonly name: string;
  readonly before: KnownTable | undefined;
  /** `undefined` for the history. */
  readonly definition: TableDefinition | undefined;
}

function changesTo(known: readonly KnownTable[], types: readonly ObjectType[] | undefined): TableChange[] {
  if (types === undefined)
    return known
      .filter(({ since }) => since !== undefined)
      .map((before) => ({ name: before.name, before, definition: before.definition }));
  const byObject = new Map(known.map((table) => [table.definition?.object, table]));
  const taken = new Set(known.flatMap(({ definition }) => definition?.name ?? []));
  const wanted: (TableDefinition | undefined)[] = [undefined];
  for (const type of types) {
    const definition = definitionOf(type, byObject.get(type.name)?.definition, taken);
    taken.add(definition.name);
    wanted.push(definition);
  }
  // Keep tables of undeclared objects, because they are still written.
  for (const { definition } of known)
    if (definition !== undefined && !types.some(({ name }) => name === definition.object)) wanted.push(definition);
  return wanted
    .map((definition) => {
      const name = definition === undefined ? HISTORY : tableOf(definition);
      return { name, before: byObject.get(definition?.object), definition };
    })
    .filter(
      ({ before, definition }) =>
        before?.since === undefined || JSON.stringify(before.definition) !== JSON.stringify(definition),
    );
}

async function apply(
  client: ClientBase,
  names: Names,
  known: readonly KnownTable[],
  changes: readonly TableChange[],
): Promise<void> {
  const { schema } = names;
  for (const { name, before, definition } of changes) {
    if (definition !== undefined) {
      if (before?.definition !== undefined) await client.query(alterTable(names, before.definition, definition));
      await client.query(putView(names, before?.definition, definition));
    }
    const isNew = before?.since === undefined;
    const { filled, onlyFields } = isNew ? { filled: '', onlyFields: undefined } : toFill(before, definition);
    // A table created before the first commit is complete.
    await client.query(
      `insert into ${schema}.sql_tables as t (name, definition, since, filled, only_fields)
         select $1, $2, h.position, case when h.position > 0 then $3 end, $4 from ${schema}.head h
       on conflict (name) do update set definition = excluded.definition, since = coalesce(t.since, excluded.since),
         filled = excluded.filled, only_fields = excluded.only_fields`,
      [name, definition && JSON.stringify(definition), filled, onlyFields && JSON.stringify(onlyFields)],
    );
  }
  const all = new Map(known.map(({ name, definition }) => [name, definition]));
  for (const { name, definition } of changes) all.set(name, definition);
  await client.query(
    putFunctions(
      names,
      [...all.values()].filter((each) => each !== undefined),
    ),
  );
  await client.query(`select ${schema}.grant_readers()`);
}

function toFill(
  before: KnownTable,
  definition: TableDefinition | undefined,
): Pick<KnownTable, 'filled' | 'onlyFields'> {
  const lacks = definition && lacking(before.definition, definition);
  if (lacks === undefined) return before;
  const isWhole = before.filled === undefined;
  if (lacks === 'all' || (!isWhole && before.onlyFields === undefined)) return { filled: '', onlyFields: undefined };
  return { filled: '', onlyFields: [...new Set([...(isWhole ? [] : before.onlyFields!), ...lacks])] };
}

/** Empties the tables, so that an erasure does not have to remove anything from them. */
async function empty(client: ClientBase, { schema }: Names, known: readonly KnownTable[]): Promise<void> {
  const tables = known.map(({ name }) => `${schema}."${name.replaceAll('"', '""')}"`);
  await client.query(`truncate ${tables.join(', ')}`);
  await client.query(`update ${schema}.sql_tables set since = null, filled = '', only_fields = null`);
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const tableOf = ({ name }: TableDefinition): string => `record_${name}`;

function createTable({ schema }: Names, definition: TableDefinition): string {
  const columns = definition.columns.map(({ name, type }) => `,\n  ${quoted(name)} ${type}`);
  const table = tableOf(definition);
  return `create table ${schema}.${quoted(table)} (
  id text collate "C" primary key,
  -- Position of the commit that wrote the row.
  _position bigint not null${columns.join('')}
) partition by hash (id);
${partitionsOf(schema, table)}`;
}

/** Returns the SQL that changes the table. Columns that are no longer written are renamed. */
function alterTable({ schema }: Names, before: TableDefinition, after: TableDefinition): string {
  const table = `${schema}.${quoted(tableOf(after))}`;
  const renamed = before.columns.flatMap(({ name }, i) => {
    const now = after.columns[i]!.name;
    return now === name ? [] : [`alter table ${table} rename column ${quoted(name)} to ${quoted(now)};`];
  });
  const added = after.columns
    .slice(before.columns.length)
    .map(({ name, type }) => `alter table ${table} add column ${quoted(name)} ${type};`);
  return [...renamed, ...added].join('\n');
}

/**
 * Returns the SQL that creates or replaces the view. Columns keep their positions, so that dependent views remain
 * valid.
 */
function putView({ schema }: Names, before: TableDefinition | undefined, after: TableDefinition): string {
  const view = `${schema}.${quoted(`view_${after.name}`)}`;
  const changed = (before?.columns ?? []).flatMap(({ label }, i) => {
    const now = after.columns[i]!.label;
    return now === label ? [] : [{ label, between: `renamed ${i}`, now }];
  });
  const renamed = [
    ...changed.map(({ label, between }) => [label, between] as const),
    ...changed.map(({ between, now }) => [between, now] as const),
  ].map(([from, to]) => `alter view ${view} rename column ${quoted(from)} to ${quoted(to)};`);
  const columns = after.columns.map(({ name, label }) => `,\n  ${quoted(name)} as ${quoted(label)}`);
  return `${renamed.join('\n')}
create or replace view ${view} as select id as "Id", _position as "Position"${columns.join('')}
from ${schema}.${quoted(tableOf(after))};`;
}

function putFunctions(names: Names, definitions: readonly TableDefinition[]): string {
  const { schema } = names;
  return `${definitions.map((definition) => rowFunction(names, definition)).join('\n')}
create or replace function ${schema}.put_rows(changes ${schema}.row_change[]) returns void language plpgsql as $$
#variable_conflict use_column
declare types text[] := array(select distinct c.type from unnest(changes) c where c.kind = 'put');
begin
${definitions.map((definition) => putRows(names, definition)).join('\n')}
end $$;
create or replace function ${schema}.drop_rows(ids text[]) returns void language plpgsql as $$
declare these text[];
begin
${definitions.map((definition) => dropRows(names, definition)).join('\n')}
end $$;`;
}

/** Returns the SQL of the row function. A value that does not fit its column becomes `null`. */
function rowFunction({ schema }: Names, { name, columns }: TableDefinition): string {
  const row = `${schema}.${quoted(`row_of_${name}`)}`;
  return `drop function if exists ${row}(text, jsonb, bigint);
create function ${row}(text, jsonb, bigint) returns table (id text, _position bigint${columns
    .map((column) => `, ${quoted(column.name)} ${column.type}`)
    .join('')}) language sql stable as $$
  select $1, $3${columns.map((column) => `,\n    ${valueSql(schema, column)}`).join('')}
  from (select ${columns.length > WIDE ? `${schema}.narrow($2)` : '$2'} as fields offset 0) f
$$;`;
}

function valueSql(schema: string, { field, type }: TableColumn): string {
  if (field === null) return `null::${type}`;
  const name = literal(field);
  switch (type) {
    case 'text':
      return `f.fields ->> ${name}`;
    case 'date':
      return `${schema}.as_date(f.fields ->> ${name})`;
    case 'timestamptz':
      return `${schema}.as_time(f.fields ->> ${name})`;
    case 'numeric':
      return `case jsonb_typeof(f.fields -> ${name}) when 'number' then (f.fields ->> ${name})::numeric end`;
    case 'boolean':
      return `case jsonb_typeof(f.fields -> ${name}) when 'boolean' then (f.fields ->> ${name})::boolean end`;
  }
}

function putRows({ schema }: Names, definition: TableDefinition): string {
  const { object, name } = definition;
  const columns = ['id', '_position', ...definition.columns.map((column) => quoted(column.name))];
  return `  if ${literal(object)} = any(types) then
    insert into ${schema}.${quoted(tableOf(definition))} (${columns.join(', ')})
      select v.* from unnest(changes) c cross join lateral ${schema}.${quoted(`row_of_${name}`)}(c.id, c.body, c.position) v
      where c.kind = 'put' and c.type = ${literal(object)}
      on conflict (id) do update set ${columns
        .slice(1)
        .map((column) => `${column} = excluded.${column}`)
        .join(', ')};
  end if;`;
}

function dropRows({ schema }: Names, definition: TableDefinition): string {
  const prefixes = definition.prefixes.map(literal).join(', ');
  return `  these := array(select i from unnest(ids) i where left(i, 3) in (${prefixes}));
  if cardinality(these) > 0 then
    delete from ${schema}.${quoted(tableOf(definition))} r where r.id = any(these);
  end if;`;
}
