import { labelsOf } from '../input/guess/guess-columns.js';
import { table } from '../output/table.js';
import type { SourceFile, Sources } from './source-files.js';

/** What the files are taken for: a table of their columns, to be corrected with `--map`. */
export function describeSources({ type, objectReason, files }: Sources): string[] {
  return [
    ...(objectReason === undefined
      ? []
      : [`the rows are taken for ${type.name}, because ${objectReason} (--object TYPE says otherwise)`]),
    ...files.flatMap((file) => [
      `${file.name}, by column (--map COLUMN=Field changes one, --map COLUMN= leaves one out):`,
      ...table(['column', 'field', 'because of'], columnsOf(file), 60).trimEnd().split('\n'),
    ]),
  ];
}

/** More columns are counted only. */
const MOST_COLUMNS = 60;

function columnsOf({ ahead, mapping, guessed, id }: SourceFile): string[][] {
  const { columns } = ahead.table;
  const mapped = mapping.fields.map(({ field, positions }) => {
    const guess = guessed.find((one) => one.field === field);
    return [labelsOf(columns, positions), field, guess?.reason ?? 'named like the field, or --map'];
  });
  const used = new Set(mapping.fields.flatMap(({ positions }) => positions));
  const rest = columns.flatMap((column, i) => {
    if (used.has(i)) return [];
    return [[column, '', column === id ? 'names the rows' : 'carried along']];
  });
  const shown = [...mapped, ...rest].slice(0, MOST_COLUMNS);
  const more = mapped.length + rest.length - shown.length;
  return more > 0 ? [...shown, [`and ${more} more`, '', 'carried along']] : shown;
}
