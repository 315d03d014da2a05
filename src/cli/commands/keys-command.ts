import { InvalidArgumentError, type Command } from 'commander';
import { describeKeys, keysOf, VALUES } from '../../batch/filters/keys-filter.js';
import { writeTable } from '../../batch/tables/open-table.js';
import { note } from '../../runtime/notes.js';
import { command, flag, parsedOr, required } from '../command.js';
import { filterOptions, oneOf, openFiltered, streamedFile } from '../filter-options.js';
import { mapOption, objectOption, readingOptions } from '../options.js';
import { printAll } from '../output/print.js';

/** `likeness keys`: keys by which any engine finds the rows that may be duplicates. */
export const keysCommand = (): Command =>
  command(
    'keys',
    {
      description: 'give every row keys that any two duplicates share: for a join in DuckDB, Spark or another engine',
      inputs: {
        ...streamedFile,
        ...objectOption,
        id: required('--id <column>', 'column that names a row'),
        ...filterOptions,
        values: parsedOr(
          '--values <beside|none|only>',
          'normal forms beside each key, none, or only them, once a row',
          oneOf(VALUES),
          'beside',
        ),
        fieldsPerList: parsedOr(
          '--fields-per-list <n>',
          'fields that keys are made of, at the most: more of them make shorter lists and more keys',
          parseFields,
          2,
        ),
        rows: parsedOr(
          '--rows <n>',
          'rows of the whole table, roughly, for which lists are chosen; the same in all processes',
          parseRows,
          10_000_000,
        ),
        explain: flag('--explain', 'say of each list what it is needed for'),
        ...mapOption,
        ...readingOptions,
      },
      remarks: `Out come list, key, side and id, and the normal forms of the compared fields. Any two rows that \`dedupe\` finds to be
duplicates have a key of one list in common that one of them asks for (side 2 or 3) and the other is filed under (side 1
or 3), whichever of the two is which:
  SELECT DISTINCT a.id AS id1, b.id AS id2 FROM keys a JOIN keys b ON a.list = b.list AND a.key = b.key
  WHERE a.id < b.id AND a.side <> 1 AND b.side <> 2
\`likeness score\` decides about these pairs. Lists depend on the scenario, the columns and the options alone, so that any
number of processes may share the rows. Columns fill the fields that are named like them, or as --map says.`,
      examples: [
        'keys people.parquet --object Contact --id id --scenario learned.json --out keys.parquet',
        'keys - --object Contact --id id --scenario built-in --format arrow < part.arrows > keys.arrows',
        'keys people.csv --object Contact --id id --scenario learned.json --values none --explain --out keys.csv',
      ],
    },
    async (given) => {
      const { configuration, type, table, format } = await openFiltered(given);
      const keys = await keysOf(table, configuration, type, given);
      for (const line of describeKeys(keys, given.explain === true)) note(line);
      await writeTable({ path: given.out, format: format }, keys.shape, keys.batches, printAll);
      const { rows, keys: count } = keys.counted;
      if (given.values !== 'only') note(`${rows} rows, ${count} keys`);
    },
  );

function parseFields(text: string): number {
  if (/^[1-4]$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number from 1 to 4.');
}

function parseRows(text: string): number {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : 0;
  if (value > 0) return value;
  throw new InvalidArgumentError('Expected a whole number.');
}
