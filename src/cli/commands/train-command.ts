import type { Command } from 'commander';
import type { Trained } from '../../files/learning/train.js';
import { answersOn, namesOf } from '../../files/answers/answers-on-input.js';
import { command, parsed, required, text } from '../command.js';
import type { Scenario } from '../../matching/scenario.js';
import { shareWithin } from '../../files/learning/expected-quality.js';
import { answersText, learnedFieldsText } from '../../files/dedupe/describe-compared.js';
import { keptInMemory, learnWithProgress } from '../../files/dedupe/learn-scenario.js';
import { readInput } from '../../files/dedupe/read-input.js';
import { objectOf } from '../../files/read/object-of.js';
import { recordsFile, recordsOptions, withMeantStore } from '../dedupe/records-options.js';
import { describeLeftOut } from '../../files/read/describe-unused.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { storedRecords } from '../meant-store.js';
import { jsonOption, labelsOption, parsePercent, parseSeed, reportOption } from '../options.js';
import { OutputFile } from '../../files/write/output-file.js';
import { show } from '../output/print.js';
import { table } from '../../files/write/text-table.js';
import { comparisonReport, compareForReport } from '../../files/report/comparison-report.js';
import { writeReport } from '../../files/report/write-report.js';
import { note } from '../../runtime/notes.js';

export const trainCommand = (): Command =>
  command({
    name: 'train',
    description: 'learn a probabilistic scenario from records, with few or no labels',
    inputs: {
      ...recordsFile,
      source: text('--source <column>', 'column with the source of each row; only pairs across sources are used'),
      ...recordsOptions,
      precision: parsed('--precision <percent>', 'raise the threshold to reach this expected precision', parsePercent),
      seed: parsed(
        '--seed <number>',
        'seed for the random samples; the same seed and records give the same scenario',
        parseSeed,
      ),
      ...labelsOption,
      out: required('--out <file>', 'output file, in the format of scenarios.json and `dedupe --scenario`'),
      ...reportOption,
      ...jsonOption,
    },
    remarks: `The score of a learned scenario is 100 x the probability of a match. The file has all its parameters
(levels, frequencies of values, share of matches), which change only if you train again. To use the scenario, copy it into scenarios.json in the configuration folder.`,
    examples: [
      'train people.csv --object Contact --map given_name=FirstName --map surname=LastName --out scenario.json',
      'train --data data/store --object Lead --precision 99 --out scenario.json',
      'train people.csv --object Contact --out scenario.json --report report.html',
    ],
    run: async ({ seed, precision, labels, out, report, json, ...options }) => {
      const given = withMeantStore(options);
      await OutputFile.checkAll([report, out], [given.file, labels]);
      const { type, ahead, auto, configuration } = await objectOf(
        { ...given, mayBeAuto: given.map.length === 0 },
        await configurationMeant(given),
      );
      const input = { ...given, ahead, auto, records: storedRecords(given, configuration) };
      const rows = await readInput(input, type, { unusedAre: 'not used' });
      const { judged } = await answersOn(labels, namesOf(rows), given);
      const { trained, scenario, index } = await learnWithProgress(configuration, type, keptInMemory(rows), {
        seed,
        precision: precision === undefined ? undefined : precision / 100,
        judged,
      });
      const found = await (
        report === undefined ? Promise.resolve(undefined) : compareForReport(index, rows, [scenario])
      ).finally(() => index.end());
      for (const line of describeLeftOut(trained.report.leftOut)) note(line);
      await OutputFile.write(out, (output) => output.add(`${JSON.stringify([trained.scenario], null, 1)}\n`));
      if (found && report !== undefined) {
        const told = { command: 'train', input, type, rows, learned: trained.report };
        await writeReport(report, await comparisonReport({ ...told, scenarios: [scenario], found }));
      }
      show(json, { scenario: trained.scenario.id, out, ...trained.report }, () =>
        trainedText(trained.report, scenario, out),
      );
    },
  });

function trainedText(report: Trained['report'], scenario: Scenario, out: string): string {
  const curve = table(
    ['threshold', 'pairs', 'expected precision', 'expected recall'],
    report.curve.map((at) => [
      `${at.threshold}${at.threshold === report.chosen.threshold ? ' *' : ''}`,
      String(at.pairs),
      at.noGrounds === undefined ? shareWithin(at.precision, at.precisionInterval) : 'unknown',
      shareWithin(at.recall, at.recallInterval),
    ]),
  );
  const { noGrounds } = report.chosen;
  const doubt = noGrounds === undefined ? '' : `No estimate of the precision: ${noGrounds}.\n`;
  return (
    `${doubt}${learnedFieldsText(scenario)}\n${curve}\nlearned from ${report.records} records, with about ${report.expectedMatches} expected matching pairs; ` +
    `threshold ${report.chosen.threshold} (*). ${answersText(report)
      .map((line) => `${line}. `)
      .join('')}Written: ${out}\n`
  );
}
