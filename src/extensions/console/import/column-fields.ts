import type { ColumnMapping } from '../api/types.js';

/** The field that each column fills. `''` omits the column, and `WHOLE_NAME` fills both fields of a name. */
export type FieldsByColumn = readonly string[];

/** Marks a column of full names. No field has this name. */
export const WHOLE_NAME = '@name';

export function fieldsByColumn(columns: number, mapping: readonly ColumnMapping[]): FieldsByColumn {
  const fields = Array.from({ length: columns }, () => '');
  for (const { field, positions, part } of mapping)
    for (const position of positions) fields[position] = part === undefined ? field : WHOLE_NAME;
  return fields;
}

/** Builds the mapping. Columns of the same field are joined by a space, in file order. */
export function mappingOf(fields: FieldsByColumn): ColumnMapping[] {
  const positions = new Map<string, number[]>();
  fields.forEach((field, position) => {
    if (field === '') return;
    const known = positions.get(field);
    if (known === undefined) positions.set(field, [position]);
    else known.push(position);
  });
  return [...positions].flatMap(([field, all]): ColumnMapping[] =>
    field === WHOLE_NAME
      ? [
          { field: 'FirstName', positions: all, part: 'first' },
          { field: 'LastName', positions: all, part: 'last' },
        ]
      : [{ field, positions: all }],
  );
}

/** Formats the mapping for the URL. The result contains names of fields and positions of columns, but no values. */
export function mappingAsText(fields: FieldsByColumn): string {
  return fields.flatMap((field, position) => (field === '' ? [] : [`${field}:${position}`])).join(',');
}

export function mappingIn(text: string, columns: number): FieldsByColumn {
  const fields = Array.from({ length: columns }, () => '');
  for (const one of text.split(',')) {
    const [, field = '', position] = /^(@?\w{1,80}):(\d{1,6})$/.exec(one) ?? [];
    if (Number(position) < columns) fields[Number(position)] = field;
  }
  return fields;
}
