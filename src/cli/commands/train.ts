import { Command, InvalidArgumentError } from 'commander';
import type { Trained } from '../../learning/train.js';
import { learnWithBar } from '../dedupe/learn.js';
import { readInput } from '../dedupe/read-input.js';
import { describeLeftOut, describeUnused } from '../input/describe-unused.js';
import { configOption, jsonOption, mapOption, parsePercent, withExamples } from '../options.js';
import { OutputFile } from '../output/output-file.js';
import { note, printJson, printTable } from '../output/print.js';
import { configurationOf, objectType } from '../workspace.js';

interface TrainCommandOptions {
  object: string;
  source?: string;
  map: string[];
  precision?: number;
  seed?: number;
  out: string;
  data?: string;
  config: string;
  json?: boolean;
}

/** `likeness train`: a probabilistic scenario learned from unlabelled records. */
export function trainCommand(): Command {
  const command = new Command('train')
    .description('learn a probabilistic scenario from records without labels')
    .argument(
      '[file]',
      '.csv, .tsv, .json, .ndjson or .jsonl; instead of it --data DIR takes the records of a data folder',
    )
    .requiredOption('--object <type>', 'object type, e.g. Contact')
    .option('--source <column>', 'column that says where a row comes from: learn from pairs across sources only')
    .addOption(mapOption())
    .option('--precision <percent>', 'raise the threshold until this precision is expected', parsePercent)
    .option('--seed <number>', 'of the random samples: the same seed and records give the same scenario', parseSeed)
    .requiredOption('--out <file>', 'where the scenario goes, as scenarios.json and `dedupe --scenario` take it')
    .option('--data <dir>', 'data folder to take the records from; without FILE')
    .addOption(configOption())
    .addOption(jsonOption())
    .action(runTrain);
  command.addHelpText(
    'after',
    `
The score of such a scenario is 100 x the probability of a match. Everything that it rests on (levels, frequencies of values, how common matches are) is
frozen in the file: train again to refresh it. To put it in use, copy it into scenarios.json of the configuration folder.`,
  );
  return withExamples(command, [
    'train people.csv --object Contact --map given_name=FirstName --map surname=LastName --out scenario.json',
    'train --data data/store --object Lead --precision 99 --out scenario.json',
  ]);
}

async function runTrain(file: string | undefined, options: TrainCommandOptions): Promise<void> {
  const configuration = await configurationOf(options.config);
  const type = objectType(configuration, options.object);
  const rows = await readInput(file, options, configuration, type);
  for (const line of describeUnused('not learned from', rows.unused)) note(line);
  const { trained } = learnWithBar(configuration, type, rows, {
    seed: options.seed,
    precision: options.precision === undefined ? undefined : options.precision / 100,
  });
  for (const line of describeLeftOut(trained.report.leftOut)) note(line);
  await OutputFile.write(options.out, (output) => output.add(`${JSON.stringify([trained.scenario], null, 1)}\n`));
  if (options.json === true) printJson({ scenario: trained.scenario.id, out: options.out, ...trained.report });
  else print(trained, options.out);
}

function print({ scenario, report }: Trained, out: string): void {
  const percent = (share: number) => (share * 100).toFixed(1);
  printTable(
    ['field', 'method', 'bits when equal', 'bits when different'],
    scenario.fields.map(({ field, method }, i) => {
      const { levels } = scenario.model!.fields[i]!;
      const bits = (evidence: number) => (evidence / 1_000).toFixed(1);
      return [field, method, bits(levels[0]!.evidence), bits(levels.at(-1)!.evidence)];
    }),
  );
  process.stdout.write('\n');
  printTable(
    ['threshold', 'pairs', 'expected precision %', 'expected recall %'],
    report.curve.map((at) => [
      `${at.threshold}${at.threshold === report.chosen.threshold ? ' *' : ''}`,
      String(at.pairs),
      percent(at.precision),
      percent(at.recall),
    ]),
  );
  process.stdout.write(
    `\n${report.records} records learned from, about ${report.expectedMatches} matching pairs expected; ` +
      `threshold ${report.chosen.threshold} (*). Written: ${out}\n`,
  );
}

function parseSeed(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 0 to 999999999.');
  return Number(text);
}
