import type { Column, CompiledQuery } from './compile-query.js';

/** A result column in the platform's format. Columns of parents and children are nested. */
export interface QueryColumn {
  aggregate: boolean;
  columnName: string;
  custom: boolean;
  /** Name of the field, or of the function, such as `COUNT`. */
  displayName: string;
  insertable: boolean;
  joinColumns: QueryColumn[];
  updatable: boolean;
}

/** Returns the columns of a query without running it. */
export function columnsOf({ outputs, grouped, isCount }: CompiledQuery): QueryColumn[] {
  if (isCount) return [];
  if (grouped !== undefined)
    return grouped.outputs.map(({ name, of }) =>
      'steps' in of
        ? columnOf(of.field, name)
        : { ...described(name, 'aggregate' in of ? of.aggregate : name), aggregate: true },
    );
  const columns: QueryColumn[] = [];
  for (const output of outputs) {
    if (output.kind === 'value') addAt(columns, output.column);
    else if (output.kind === 'children')
      columns.push({
        ...described(output.relationship.name!),
        aggregate: true,
        joinColumns: columnsOf(output.query),
      });
    else {
      const shown = [...output.whens.values(), output.otherwise].flat();
      const joinColumns = [...new Map(shown.map(({ field }) => [field.name, columnOf(field)])).values()];
      columns.push({ ...described(output.reference.field.relationshipName!), joinColumns });
    }
  }
  return columns;
}

function addAt(columns: QueryColumn[], { steps, field }: Column): void {
  let at = columns;
  for (const { relationshipName, isCustom } of steps) {
    let parent = at.find((one) => one.columnName === relationshipName && !one.aggregate);
    if (parent === undefined) at.push((parent = { ...described(relationshipName!), custom: isCustom }));
    at = parent.joinColumns;
  }
  at.push(columnOf(field));
}

function columnOf(
  { name, isCustom, isWritable }: Pick<Column['field'], 'name' | 'isCustom' | 'isWritable'>,
  columnName = name,
): QueryColumn {
  return { ...described(columnName, name), custom: isCustom, insertable: isWritable, updatable: isWritable };
}

function described(columnName: string, displayName = columnName): QueryColumn {
  return {
    ...{ aggregate: false, columnName, custom: false, displayName },
    ...{ insertable: false, joinColumns: [], updatable: false },
  };
}
