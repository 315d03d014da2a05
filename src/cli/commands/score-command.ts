import type { Command } from 'commander';
import { scoresOf } from '../../batch/filters/score-filter.js';
import { writeTable } from '../../batch/tables/open-table.js';
import { note } from '../../runtime/notes.js';
import { command, flag } from '../command.js';
import { filterOptions, openFiltered, streamedFile } from '../filter-options.js';
import { objectOption, readingOptions } from '../options.js';
import { printAll } from '../output/print.js';

/** `likeness score`: which of the pairs that an engine has joined are duplicates. */
export const scoreCommand = (): Command =>
  command(
    'score',
    {
      description: 'score pairs of rows that another program has found, such as by the keys of `likeness keys`',
      inputs: {
        ...streamedFile,
        ...objectOption,
        ...filterOptions,
        raw: flag('--raw', 'the columns hold values as they are in the records: FirstName_1, FirstName_2 ...'),
        all: flag('--all', 'give every pair, with a column that says whether it is one of duplicates'),
        ...readingOptions,
      },
      remarks: `In come the columns id1 and id2, and the normal forms of both rows, named as by \`likeness keys\` with _1 and _2 behind
them. Out come id1, id2 and score of the pairs that are duplicates by the rule of \`dedupe\`, in the order in which they
came; a pair that comes twice is given twice. Scenario, threshold and configuration must be those that the keys were
made with.`,
      examples: [
        'score pairs.parquet --object Contact --scenario learned.json --out scores.parquet',
        'score - --object Contact --scenario built-in --format arrow < pairs.arrows > scores.arrows',
        'score pairs.csv --object Contact --scenario contact-default --raw --all',
      ],
    },
    async (given) => {
      const { configuration, type, table, format } = await openFiltered(given);
      const options = { ...given, raw: given.raw === true, all: given.all === true };
      const { shape, batches, counted } = await scoresOf(table, configuration, type, options);
      await writeTable({ path: given.out, format: format }, shape, batches, printAll);
      note(`${counted.pairs} pairs, ${counted.duplicates} of duplicates`);
    },
  );
