import type { SourceFile } from './source-files.js';

/** A column of the written files, with the columns of the input files that it comes from. */
export interface OutputColumn {
  readonly label: string;
  /** Name in rules and values: the field's name if no other column fills the field, otherwise the label. */
  readonly key: string;
  readonly field: string | undefined;
  /** Position in each file; `undefined` if the file lacks the column. */
  readonly positions: readonly (number | undefined)[];
}

/** Returns the first file's columns, then those of other files. Columns that fill the same field are combined. */
export function outputColumns(files: readonly Pick<SourceFile, 'ahead' | 'mapping'>[]): OutputColumn[] {
  const columns: { label: string; key: string; field: string | undefined; positions: (number | undefined)[] }[] = [];
  const keys = new Set<string>();
  files.forEach(({ ahead, mapping }, file) => {
    const fieldOf = new Map(
      mapping.fields.flatMap(({ field: filled, positions, part }) => {
        // A full name is written unsplit.
        const field = part === undefined ? filled : 'Name';
        return positions.map((at) => [at, { field, alone: positions.length === 1 }] as const);
      }),
    );
    const used = new Set<number>();
    ahead.table.columns.forEach((label, position) => {
      const filled = fieldOf.get(position);
      const same = columns.findIndex(
        (one, i) =>
          !used.has(i) &&
          one.positions[file] === undefined &&
          (filled?.alone === true ? one.key === filled.field : one.label === label && one.field === filled?.field),
      );
      if (file > 0 && same >= 0) {
        columns[same]!.positions[file] = position;
        used.add(same);
        return;
      }
      const wanted = filled?.alone === true ? filled.field : label;
      const key = keys.has(wanted) ? `${label} (${columns.length + 1})` : wanted;
      keys.add(key);
      const positions: (number | undefined)[] = [];
      positions[file] = position;
      used.add(columns.push({ label, key, field: filled?.field, positions }) - 1);
    });
  });
  return columns;
}

/** Returns the cells in the order of the row's own file. */
export function ownCells(columns: readonly OutputColumn[], file: number, cells: readonly string[]): string[] {
  const own: string[] = [];
  columns.forEach(({ positions }, i) => {
    const position = positions[file];
    if (position !== undefined) own[position] = cells[i]!;
  });
  return own;
}

export function columnsByField(columns: readonly OutputColumn[]): Map<string, string[]> {
  const byField = new Map<string, string[]>();
  for (const { key, field } of columns)
    if (field !== undefined) byField.set(field, [...(byField.get(field) ?? []), key]);
  return byField;
}
