import type { Command } from 'commander';
import type { Configuration } from '../../config/configuration.js';
import type { ExpectedQuality } from '../../learning/expected-quality.js';
import { sourceNumbers } from '../../learning/table.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import { command, flag, parsed, required, text } from '../command.js';
import { configurationOf, objectType } from '../data-folder.js';
import { learnWithProgress } from '../dedupe/learn-scenario.js';
import { readInput, type InputOptions } from '../dedupe/read-input.js';
import type { DedupeRows } from '../dedupe/read-rows.js';
import { recordsFile, recordsOptions, rowOptions } from '../dedupe/records-options.js';
import { RowIndex } from '../dedupe/row-index.js';
import { chooseScenarios, methodOptions, reduceAll } from '../dedupe/scenarios.js';
import { writePairs } from '../dedupe/write-pairs.js';
import { WrongUse } from '../errors.js';
import { describeLeftOut } from '../input/describe-unused.js';
import { jsonOption, parseThreads } from '../options.js';
import { note, show } from '../output/print.js';
import { progress } from '../output/progress.js';

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
        scenario: text('--scenario <file>', 'scenarios to use instead of those of the REST search: one, or an array'),
        learn: flag('--learn', 'learn a probabilistic scenario from the rows themselves and use that'),
        out: required('--out <file>', 'where the pairs go: id1,id2,score'),
        clusters: text('--clusters <file>', 'where the groups go: cluster,id'),
        threads: parsed(
          '--threads <n>',
          'threads that index and compare (default: all processors; one for small files)',
          parseThreads,
        ),
        ...jsonOption,
      },
      remarks: `A pair counts when either row, searched for, finds the other as a duplicate; its score is the higher of the two. Every row takes part, however incomplete.
A group is what pairs join, directly or through other rows; rows without a duplicate are in none.`,
      examples: [
        'dedupe people.csv --object Contact --id record_id --map given_name=FirstName --map surname=LastName --out pairs.csv',
        'dedupe both.csv --object Account --id id --source system --out pairs.csv --clusters groups.csv',
        'dedupe --data data/store --object Contact --out pairs.csv',
        'dedupe people.csv --object Contact --learn --out pairs.csv',
      ],
    },
    async (options) => {
      const started = performance.now();
      if (options.learn === true && options.scenario !== undefined)
        throw new WrongUse('give either --learn or --scenario FILE');
      const configuration = await configurationOf(options.config);
      const type = objectType(configuration, options.object);
      const prepared = await (options.learn === true ? learnFirst : readForScenarios)(options, configuration, type);
      const { rows, expected } = prepared;
      const result = await compare(prepared, options).finally(() => prepared.index.end());
      const seconds = Math.round(performance.now() - started) / 1000;
      const report = { object: type.name, rows: rows.ids.length, ...result, ...(expected && { expected }), seconds };
      if (report.pairs > report.rows) note(`${outnumbered(report)}: the fields compared do not tell records apart`);
      show(options.json, report, () => {
        const groups = report.clusters === undefined ? '' : ` in ${report.clusters} groups`;
        const learned = expected ? `${inWords(expected)}\n` : '';
        return `${report.rows} rows compared: ${report.pairs} pairs of duplicates${groups} (${seconds.toFixed(1)} s)\n${learned}`;
      });
    },
  );

interface DedupeOptions extends InputOptions {
  readonly scenario: string | undefined;
  readonly threads: number | undefined;
  readonly out: string;
  readonly clusters: string | undefined;
}

async function compare(
  { rows, index, chosen }: Prepared,
  options: DedupeOptions,
): Promise<{ scenarios: string[]; pairs: number; clusters?: number }> {
  const scenarios = reduceAll(chosen, rows.fields, options.scenario !== undefined);
  const bar = progress('comparing', rows.ids.length);
  let found = 0;
  const pairs = index.pairs({ scenarios, progress: (done) => bar.update(done, `${found} pairs`) });
  const counts = await writePairs(rows, pairs, options, (count) => (found = count)).finally(() => bar.stop());
  return { scenarios: scenarios.map(({ id }) => id), ...counts };
}

/** What is compared, and by what. */
interface Prepared {
  readonly rows: DedupeRows;
  readonly index: RowIndex;
  readonly chosen: readonly Scenario[];
  /** Of a learned scenario: what its threshold promises. */
  readonly expected?: ExpectedQuality;
}

async function readForScenarios(
  options: DedupeOptions,
  configuration: Configuration,
  type: ObjectType,
): Promise<Prepared> {
  const chosen = await chooseScenarios(configuration, type, options.scenario);
  const index = new RowIndex({ scenarios: chosen, methods: methodOptions(configuration), threads: options.threads });
  const rows = await filling(index, () =>
    readInput(options, configuration, type, { unusedAre: 'not compared', take: (texts) => index.add(texts) }),
  );
  await filling(index, () => index.joined(sourceNumbers(rows.sources)));
  return { rows, index, chosen };
}

async function learnFirst(options: DedupeOptions, configuration: Configuration, type: ObjectType): Promise<Prepared> {
  const rows = await readInput(options, configuration, type, { unusedAre: 'not compared' });
  const { trained, scenario, index } = await learnWithProgress(configuration, type, rows, { threads: options.threads });
  for (const line of describeLeftOut(trained.report.leftOut)) note(line);
  return { rows: { ...rows, texts: [] }, index, chosen: [scenario], expected: trained.report.chosen };
}

/** Leaves no thread behind that waits for more rows. */
async function filling<Result>(index: RowIndex, fill: () => Promise<Result>): Promise<Result> {
  try {
    return await fill();
  } catch (error) {
    await index.end();
    throw error;
  }
}

function outnumbered({ pairs, rows }: { readonly pairs: number; readonly rows: number }): string {
  const [many, few] = [pairs, rows].map((count) => count.toLocaleString('en-US'));
  return `${many} pairs among ${few} rows`;
}

function inWords({ threshold, precision, recall }: ExpectedQuality): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  return `learned: threshold ${threshold}; expected precision ${percent(precision)}, expected recall ${percent(recall)}`;
}
