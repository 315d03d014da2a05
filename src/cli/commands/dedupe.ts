import type { Command } from 'commander';
import { command, flag, parsed, required, text } from '../command.js';
import { configurationOf, objectType } from '../data-folder.js';
import { comparedText, expectedAt, notesOn, shownScenario } from '../dedupe/describe-compared.js';
import { prepare, type Prepared } from '../dedupe/prepare.js';
import { recordsFile, recordsOptions, rowOptions } from '../dedupe/records-options.js';
import { writePairs } from '../dedupe/write-pairs.js';
import { jsonOption, parsePercent, parseThreads } from '../options.js';
import { OutputFile } from '../output/output-file.js';
import { note, show } from '../output/print.js';
import { progress } from '../output/progress.js';
import { comparisonReport } from '../report/comparison-report.js';
import { PairCollector } from '../report/pair-collector.js';
import { reportOption, writeReport } from '../report/write-report.js';

/** `likeness dedupe`: every pair of duplicates within a file or a data folder. */
export const dedupeCommand = (): Command =>
  command(
    'dedupe',
    {
      description: 'find every pair of duplicates in a file (no server, nothing saved) or in a data folder',
      inputs: {
        ...recordsFile,
        ...rowOptions,
        ...recordsOptions,
        scenario: text(
          '--scenario <file>',
          'scenarios to use instead of a learned one: one, or an array; `built-in` takes those of the REST search',
        ),
        learn: flag('--learn', 'learn, or fail: from however few rows and fields'),
        threshold: parsed('--threshold <percent>', 'score from which a pair counts', parsePercent),
        precision: parsed(
          '--precision <percent>',
          'raise the learned threshold until this precision is expected',
          parsePercent,
        ),
        out: required('--out <file>', 'where the pairs go: id1,id2,score'),
        clusters: text('--clusters <file>', 'where the groups go: cluster,id'),
        threads: parsed(
          '--threads <n>',
          'threads that index and compare (default: all processors; one for small files)',
          parseThreads,
        ),
        ...reportOption,
        ...jsonOption,
      },
      remarks: `Rows are compared by a scenario learned from the rows themselves, where they are 200 or more and two fields can be compared (\`learningRecords\` of the
settings); else by the scenarios of the REST search, and a note says why.
A pair counts when either row, searched for, finds the other as a duplicate; its score is the higher of the two. Every row takes part, however incomplete.
A group is what pairs join, directly or through other rows; rows without a duplicate are in none.`,
      examples: [
        'dedupe people.csv --object Contact --id record_id --map given_name=FirstName --map surname=LastName --out pairs.csv',
        'dedupe both.csv --object Account --id id --source system --out pairs.csv --clusters groups.csv',
        'dedupe --data data/store --object Contact --out pairs.csv',
        'dedupe people.csv --object Contact --precision 99 --out pairs.csv',
        'dedupe people.csv --object Contact --scenario built-in --out pairs.csv',
        'dedupe people.csv --object Contact --out pairs.csv --report report.html',
      ],
    },
    async (options) => {
      const started = performance.now();
      await OutputFile.checkAll(options.report, options.out, options.clusters);
      const configuration = await configurationOf(options.config);
      const type = objectType(configuration, options.object);
      const prepared = await prepare(options, configuration, type);
      const { rows, scenarios, learned, notLearned } = prepared;
      const notes = notesOn(prepared, options.precision);
      for (const line of notes) note(line);
      const collector = options.report === undefined ? undefined : new PairCollector(rows.ids.length, scenarios);
      const result = await compare(prepared, options, collector).finally(() => prepared.index.end());
      if (collector && options.report !== undefined) {
        const collected = collector.finish();
        const told = { command: 'dedupe', input: options, configuration, type, rows, scenarios, learned, notes };
        await writeReport(options.report, await comparisonReport({ ...told, collected }));
      }
      const seconds = Math.round(performance.now() - started) / 1000;
      const report = {
        object: type.name,
        rows: rows.ids.length,
        scenarios: scenarios.map(({ id }) => id),
        ...result,
        compared: scenarios.map(shownScenario),
        ...(learned && { expected: expectedAt(learned, scenarios[0]!) }),
        ...(notLearned !== undefined && { notLearned }),
        seconds,
      };
      if (report.pairs > report.rows) note(`${outnumbered(report)}: the fields compared do not tell records apart`);
      show(options.json, report, () => {
        const groups = report.clusters === undefined ? '' : ` in ${report.clusters} groups`;
        const counts = `${report.rows} rows compared: ${report.pairs} pairs of duplicates${groups} (${seconds.toFixed(1)} s)`;
        return `${counts}\n${comparedText(prepared)}`;
      });
    },
  );

async function compare(
  { rows, index, scenarios }: Prepared,
  files: { readonly out: string; readonly clusters: string | undefined },
  collector: PairCollector | undefined,
): Promise<{ pairs: number; clusters?: number }> {
  const bar = progress('comparing', rows.ids.length);
  let found = 0;
  const pairs = index.pairs({
    scenarios: collector?.looked ?? scenarios,
    progress: (done) => bar.update(done, `${found} pairs`),
  });
  return writePairs(rows, collector?.duplicates(pairs) ?? pairs, files, (count) => (found = count)).finally(() =>
    bar.stop(),
  );
}

function outnumbered({ pairs, rows }: { readonly pairs: number; readonly rows: number }): string {
  const [many, few] = [pairs, rows].map((count) => count.toLocaleString('en-US'));
  return `${many} pairs among ${few} rows`;
}
