import type { Names } from '../sql-names.js';
import { partitionsOf, WIDE } from './row-functions.js';
import type { TableColumn, TableDefinition } from './table-definitions.js';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const tableOf = ({ name }: TableDefinition): string => `record_${name}`;

export function createTable({ schema }: Names, definition: TableDefinition): string {
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
export function alterTable({ schema }: Names, before: TableDefinition, after: TableDefinition): string {
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
export function putView({ schema }: Names, before: TableDefinition | undefined, after: TableDefinition): string {
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

export function putFunctions(names: Names, definitions: readonly TableDefinition[]): string {
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
