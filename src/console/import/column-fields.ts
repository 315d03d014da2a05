import type { ColumnMapping } from '../api/types.js';

/** By column, the field that it fills; `''`: left out. */
export type FieldsByColumn = readonly string[];

export function fieldsByColumn(columns: number, mapping: readonly ColumnMapping[]): FieldsByColumn {
  const fields = Array.from({ length: columns }, () => '');
  for (const { field, positions } of mapping) for (const position of positions) fields[position] = field;
  return fields;
}

/** Columns of one field are joined by a space, in the order of the file. */
export function mappingOf(fields: FieldsByColumn): ColumnMapping[] {
  const positions = new Map<string, number[]>();
  fields.forEach((field, position) => {
    if (field === '') return;
    const known = positions.get(field);
    if (known === undefined) positions.set(field, [position]);
    else known.push(position);
  });
  return [...positions].map(([field, all]) => ({ field, positions: all }));
}

/** As it stands in the address: names of fields and places of columns, no values. */
export function mappingAsText(fields: FieldsByColumn): string {
  return mappingOf(fields)
    .map(({ field, positions }) => `${field}:${positions.join('+')}`)
    .join(',');
}

export function mappingIn(text: string, columns: number): FieldsByColumn {
  const mapping = text.split(',').flatMap((one): ColumnMapping[] => {
    const [, field, positions] = /^(\w{1,80}):(\d{1,6}(?:\+\d{1,6})*)$/.exec(one) ?? [];
    if (field === undefined || positions === undefined) return [];
    const known = positions
      .split('+')
      .map(Number)
      .filter((position) => position < columns);
    return [{ field, positions: known }];
  });
  return fieldsByColumn(columns, mapping);
}
