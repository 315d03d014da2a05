import { extname } from 'node:path';
import { Command } from 'commander';
import type { Configuration } from '../../config/configuration.js';
import type { ObjectType } from '../../records/object-type.js';
import { Clusters } from '../dedupe/clusters.js';
import { readRecords } from '../dedupe/records.js';
import type { Pair } from '../dedupe/find-pairs.js';
import { RowIndex } from '../dedupe/row-index.js';
import { readRows, type DedupeRows } from '../dedupe/rows.js';
import { chooseScenarios, reduceTo } from '../dedupe/scenarios.js';
import { Failure, WrongUse } from '../errors.js';
import { describeUnused } from '../input/describe-unused.js';
import { parseMapOption } from '../input/mapping.js';
import { openInput } from '../input/open-input.js';
import { configOption, jsonOption, mapOption, parseThreads, withExamples } from '../options.js';
import { csvLine } from '../output/csv.js';
import { OutputFile } from '../output/output-file.js';
import { note, printJson } from '../output/print.js';
import { progress } from '../output/progress.js';
import { configurationOf, objectType } from '../workspace.js';

/** Rows read between two updates of the progress bar. */
const ROWS_PER_UPDATE = 1_000;

interface DedupeCommandOptions {
  object: string;
  id?: string;
  source?: string;
  map: string[];
  scenario?: string;
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
    .argument('[file]', '.csv, .json, .ndjson or .jsonl; instead of it --data DIR takes the records of a data folder')
    .requiredOption('--object <type>', 'object type, e.g. Contact')
    .option('--id <column>', 'column that names a row (default: its number)')
    .option('--source <column>', 'column that says where a row comes from: only pairs across sources')
    .addOption(mapOption())
    .option('--scenario <file>', 'scenarios to use instead of those of the REST search: one, or an array')
    .requiredOption('--out <file>', 'where the pairs go: id1,id2,score')
    .option('--clusters <file>', 'where the groups go: cluster,id')
    .option('--data <dir>', 'data folder to take the records from; without FILE')
    .option('--threads <n>', 'threads that compare (default: all processors; one for small files)', parseThreads)
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
  ]);
}

async function dedupe(file: string | undefined, options: DedupeCommandOptions): Promise<void> {
  const started = performance.now();
  const configuration = await configurationOf(options.config);
  const type = objectType(configuration, options.object);
  const chosen = await chooseScenarios(configuration, type, options.scenario);
  const index = new RowIndex(chosen);
  const rows = await read(file, options, configuration, type, index);
  for (const line of describeUnused('not compared', rows.unused)) note(line);
  const scenarios = chosen.map((scenario) => reduceTo(scenario, rows.fields)).filter((one) => one !== undefined);
  if (scenarios.length === 0) {
    const wanted = new Set(chosen.flatMap((scenario) => scenario.fields.flatMap(({ fields }) => fields)));
    throw new Failure(
      `none of the fields that the scenarios compare is filled; map columns to ${[...wanted].join(', ')}`,
    );
  }
  const { lists, settings } = configuration;
  const bar = progress('comparing', rows.ids.length);
  let found = 0;
  const pairs = index.pairs({
    scenarios,
    methods: { lists, defaultCountry: settings.defaultCountry },
    threads: options.threads,
    progress: (done) => bar.update(done, `${found} pairs`),
  });
  const counts = await writePairs(rows, pairs, options, (count) => (found = count)).finally(() => bar.stop());
  const seconds = Math.round(performance.now() - started) / 1000;
  const report = {
    object: type.name,
    rows: rows.ids.length,
    scenarios: scenarios.map(({ id }) => id),
    ...counts,
    seconds,
  };
  if (options.json === true) printJson(report);
  else {
    const groups = counts.clusters === undefined ? '' : ` in ${counts.clusters} groups`;
    process.stdout.write(
      `${report.rows} rows compared: ${report.pairs} pairs of duplicates${groups} (${seconds.toFixed(1)} s)\n`,
    );
  }
}

async function read(
  file: string | undefined,
  options: DedupeCommandOptions,
  configuration: Configuration,
  type: ObjectType,
  index: RowIndex,
): Promise<DedupeRows> {
  if ((file === undefined) === (options.data === undefined)) throw new WrongUse('give either a file or --data DIR');
  if (file === undefined) {
    if (options.map.length > 0 || options.id !== undefined) {
      throw new WrongUse('--id and --map belong to a file: records have Ids and fields already');
    }
    return readRecords(options.data!, configuration, type, options.source, (texts) => index.add(texts));
  }
  const table = await openInput(file);
  const bar = progress('reading', table.bytesTotal);
  let count = 0;
  return readRows(table, {
    type,
    map: options.map.map(parseMapOption),
    id: options.id,
    source: options.source,
    isJson: extname(file).toLowerCase() !== '.csv',
    take: (texts) => {
      index.add(texts);
      if (++count % ROWS_PER_UPDATE === 0) bar.update(table.bytesRead(), `${count} rows`);
    },
  }).finally(() => bar.stop());
}

async function writePairs(
  { ids, sources }: DedupeRows,
  batches: AsyncIterable<readonly Pair[]>,
  { out, clusters: clustersPath }: DedupeCommandOptions,
  counted: (pairs: number) => void,
): Promise<{ pairs: number; clusters?: number }> {
  const clusters = new Clusters(ids.length);
  let pairs = 0;
  await OutputFile.write(out, async (output) => {
    await output.add(csvLine(['id1', 'id2', 'score']));
    for await (const batch of batches) {
      let lines = '';
      for (const { a, b, score } of batch) {
        if (sources.length > 0 && sources[a] === sources[b]) continue;
        pairs += 1;
        clusters.join(a, b);
        const inOrder = ids[a]! < ids[b]! ? [ids[a]!, ids[b]!] : [ids[b]!, ids[a]!];
        lines += csvLine([...inOrder, String(score)]);
      }
      if (lines !== '') await output.add(lines);
      counted(pairs);
    }
  });
  if (clustersPath === undefined) return { pairs };
  const groups = clusters.groups();
  await OutputFile.write(clustersPath, async (output) => {
    await output.add(csvLine(['cluster', 'id']));
    for (const [i, group] of groups.entries()) {
      for (const row of group) await output.add(csvLine([String(i + 1), ids[row]!]));
    }
  });
  return { pairs, clusters: groups.length };
}
