import { Command } from 'commander';
import type { Configuration } from '../../config/configuration.js';
import type { ExpectedQuality } from '../../learning/expected-quality.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import { learnWithBar } from '../dedupe/learn.js';
import { readInput } from '../dedupe/read-input.js';
import { RowIndex, type RowIndexSettings } from '../dedupe/row-index.js';
import type { DedupeRows } from '../dedupe/rows.js';
import { chooseScenarios, reduceTo } from '../dedupe/scenarios.js';
import { writePairs } from '../dedupe/write-pairs.js';
import { Failure, WrongUse } from '../errors.js';
import { describeLeftOut, describeUnused } from '../input/describe-unused.js';
import { configOption, jsonOption, mapOption, parseThreads, withExamples } from '../options.js';
import { note, printJson } from '../output/print.js';
import { progress } from '../output/progress.js';
import { configurationOf, objectType } from '../workspace.js';

interface DedupeCommandOptions {
  object: string;
  id?: string;
  source?: string;
  map: string[];
  scenario?: string;
  learn?: boolean;
  out: string;
  clusters?: string;
  data?: string;
  threads?: number;
  config: string;
  json?: boolean;
}

/** `likeness dedupe`: every pair of duplicates within a file or a data folder. */
export function dedupeCommand(): Command {
  const command = new Command('dedupe')
    .description('find every pair of duplicates in a file (no server, nothing saved) or in a data folder')
    .argument(
      '[file]',
      '.csv, .tsv, .json, .ndjson or .jsonl; instead of it --data DIR takes the records of a data folder',
    )
    .requiredOption('--object <type>', 'object type, e.g. Contact')
    .option('--id <column>', 'column that names a row (default: its number)')
    .option('--source <column>', 'column that says where a row comes from: only pairs across sources')
    .addOption(mapOption())
    .option('--scenario <file>', 'scenarios to use instead of those of the REST search: one, or an array')
    .option('--learn', 'learn a probabilistic scenario from the rows themselves and use that')
    .requiredOption('--out <file>', 'where the pairs go: id1,id2,score')
    .option('--clusters <file>', 'where the groups go: cluster,id')
    .option('--data <dir>', 'data folder to take the records from; without FILE')
    .option(
      '--threads <n>',
      'threads that index and compare (default: all processors; one for small files)',
      parseThreads,
    )
    .addOption(configOption())
    .addOption(jsonOption())
    .action(dedupe);
  command.addHelpText(
    'after',
    `
A pair counts when either row, searched for, finds the other as a duplicate; its score is the higher of the two. Every row takes part, however incomplete.
A group is what pairs join, directly or through other rows; rows without a duplicate are in none.`,
  );
  return withExamples(command, [
    'dedupe people.csv --object Contact --id record_id --map given_name=FirstName --map surname=LastName --out pairs.csv',
    'dedupe both.csv --object Account --id id --source system --out pairs.csv --clusters groups.csv',
    'dedupe --data data/store --object Contact --out pairs.csv',
    'dedupe people.csv --object Contact --learn --out pairs.csv',
  ]);
}

async function dedupe(file: string | undefined, options: DedupeCommandOptions): Promise<void> {
  const started = performance.now();
  if (options.learn === true && options.scenario !== undefined)
    throw new WrongUse('give either --learn or --scenario FILE');
  const configuration = await configurationOf(options.config);
  const type = objectType(configuration, options.object);
  const prepare = options.learn === true ? learnFirst : readForScenarios;
  const prepared = await prepare(file, options, configuration, type);
  const { rows, expected } = prepared;
  const result = await compare(prepared, options).finally(() => prepared.index.end());
  const seconds = Math.round(performance.now() - started) / 1000;
  const report = { object: type.name, rows: rows.ids.length, ...result, ...(expected && { expected }), seconds };
  if (options.json === true) printJson(report);
  else {
    const groups = report.clusters === undefined ? '' : ` in ${report.clusters} groups`;
    process.stdout.write(
      `${report.rows} rows compared: ${report.pairs} pairs of duplicates${groups} (${seconds.toFixed(1)} s)\n`,
    );
    if (expected) process.stdout.write(`${inWords(expected)}\n`);
  }
}

async function compare(
  { rows, index, chosen }: Prepared,
  options: DedupeCommandOptions,
): Promise<{ scenarios: string[]; pairs: number; clusters?: number }> {
  const scenarios = chosen.map((scenario) => reduceTo(scenario, rows.fields)).filter((one) => one !== undefined);
  if (scenarios.length === 0) {
    const wanted = new Set(chosen.flatMap((scenario) => scenario.fields.flatMap(({ fields }) => fields)));
    throw new Failure(
      `none of the fields that the scenarios compare is filled; map columns to ${[...wanted].join(', ')}`,
    );
  }
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
  file: string | undefined,
  options: DedupeCommandOptions,
  configuration: Configuration,
  type: ObjectType,
): Promise<Prepared> {
  const chosen = await chooseScenarios(configuration, type, options.scenario);
  const index = new RowIndex(indexSettings(chosen, options, configuration));
  const rows = await filling(index, () => readInput(file, options, configuration, type, (texts) => index.add(texts)));
  for (const line of describeUnused('not compared', rows.unused)) note(line);
  return { rows, index, chosen };
}

/** What to compare is known only when all rows are read and learned from: they are indexed afterwards. */
async function learnFirst(
  file: string | undefined,
  options: DedupeCommandOptions,
  configuration: Configuration,
  type: ObjectType,
): Promise<Prepared> {
  const rows = await readInput(file, options, configuration, type);
  for (const line of describeUnused('not compared', rows.unused)) note(line);
  const { trained, scenario } = learnWithBar(configuration, type, rows, {});
  for (const line of describeLeftOut(trained.report.leftOut)) note(line);
  const index = new RowIndex(indexSettings([scenario], options, configuration));
  await filling(index, async () => {
    for (const texts of rows.texts) await index.add(texts);
  });
  return { rows: { ...rows, texts: [] }, index, chosen: [scenario], expected: trained.report.chosen };
}

function indexSettings(
  scenarios: readonly Scenario[],
  { threads }: DedupeCommandOptions,
  { lists, settings }: Configuration,
): RowIndexSettings {
  return { scenarios, methods: { lists, defaultCountry: settings.defaultCountry }, threads };
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

function inWords({ threshold, precision, recall }: ExpectedQuality): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  return `learned: threshold ${threshold}; expected precision ${percent(precision)}, expected recall ${percent(recall)}`;
}
