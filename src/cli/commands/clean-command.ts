import type { Command } from 'commander';
import { clean, type CleanResult } from '../../files/clean/clean.js';
import type { AppliedDecisions } from '../../files/clean/clean-report.js';
import { describeSources } from '../../files/clean/describe-sources.js';
import { prepareFolder, removeIfEmpty, usualFolder } from '../../files/clean/output-folder.js';
import { openSources } from '../../files/clean/source-files.js';
import { argumentList, command, flag, parsed, text } from '../command.js';
import { expectedAt, shareWithin } from '../../files/learning/expected-quality.js';
import { configurationOf } from '../../store/config/load.js';
import { answersText, describeNoise, outnumbered } from '../../files/dedupe/describe-compared.js';
import { describeLeftOut } from '../../files/read/describe-unused.js';
import { parseMapOption } from '../../files/read/mapping.js';
import {
  configOption,
  readingOptions,
  jsonOption,
  labelsOption,
  mapOption,
  parsePercent,
  scenarioFile,
  scoreOptions,
  threadsOption,
} from '../options.js';
import { EndedWith, exitCodes } from '../exit-codes.js';
import { show } from '../output/print.js';
import { note } from '../../runtime/notes.js';

export const cleanCommand = (): Command =>
  command({
    name: 'clean',
    description: 'merge the duplicates in one or several files (needs no server and saves no records)',
    inputs: {
      files: argumentList(
        '<files...>',
        'one or more files (.csv, .tsv, .xlsx, .json, .ndjson, .jsonl or .vcf); if there are several, only rows from different files are compared',
      ),
      object: text(
        '--object <type>',
        'object type, such as Contact (default: guessed from the columns); `auto` creates an object type from the columns',
      ),
      out: text('--out <dir>', 'folder for the results (default: FILE-clean next to the first file)'),
      force: flag('--force', 'write to the folder even if it is not empty, and replace files with the same names'),
      dryRun: flag('--dry-run', 'find and count the groups, but do not write any files'),
      id: text(
        '--id <column>',
        'column with the Id of each row (default: guessed from the columns, otherwise the row number)',
      ),
      source: text(
        '--source <column>',
        'column with the source of each row; only rows from different sources are compared',
      ),
      ...mapOption,
      ...readingOptions,
      scenario: scenarioFile,
      ...scoreOptions,
      sure: parsed('--sure <percent>', 'minimum score to merge a pair; other pairs go to review.csv', parsePercent),
      decisions: text(
        '--decisions <file>',
        'file with decisions about pairs, which override the scores: review.csv of an earlier run with yes or no in the column `same`, or a CSV file with the columns id1,id2,same',
      ),
      ...labelsOption,
      mergeLog: flag(
        '--merge-log',
        'merge the rows of each person or company even if the file looks like a log of events (orders, gifts, visits)',
      ),
      likeInput: flag(
        '--like-input',
        'write the result in the format of the first file (the default): clean.csv with the same delimiter, quotes, line endings and encoding, clean.xlsx for a workbook, or clean.json for a JSON file',
      ),
      notLikeInput: flag('--no-like-input', 'write clean.csv with commas, LF line endings and UTF-8'),
      guard: flag(
        '--guard',
        'put an apostrophe before values that a spreadsheet would evaluate as formulas (default: cells are not changed)',
      ),
      survivorship: text(
        '--survivorship <file>',
        'file with survivorship rules, in the format of survivorship.json (default: the rules in the --config folder)',
      ),
      threads: threadsOption,
      ...configOption,
      ...jsonOption,
    },
    remarks: `The command writes these files to the folder:

- clean.csv (clean.xlsx for a workbook, clean.json or clean.ndjson for JSON): one record for each group and all other
  rows, in the columns of the input
- crosswalk.csv: the record, group and score of each row
- merged-away.csv: cells of merged rows whose values are in no record
- pairs.csv: both rows of each pair side by side, and the reason for the match
- review.csv: pairs for a person to decide. These are chains (two groups in which most rows do not match each other),
  pairs with a contradiction such as different birth dates, and pairs with a score below --sure or too little evidence
- report.html: the compared fields, the expected quality, and the pairs to check`,
    examples: [
      'clean contacts.csv',
      'clean customers.csv --object Account --precision 99 --dry-run',
      'clean crm.csv shop.csv --out merged --survivorship survivorship.json',
      'clean contacts.csv --decisions contacts-clean/review.csv --out contacts-decided',
    ],
    run: async ({ files, map, dryRun = false, force = false, json, ...given }, line) => {
      const started = performance.now();
      const configuration = await configurationOf(given.config);
      const out = dryRun ? undefined : (given.out ?? usualFolder(files[0]!));
      const mayBeAuto = map.length === 0 && given.scenario === undefined && given.survivorship === undefined;
      const asked = { ...given, files, mayBeAuto, map: map.map(parseMapOption) };
      const sources = await openSources(asked, configuration);
      if (out !== undefined) await prepareFolder(out, force);
      for (const line of describeSources(sources)) note(line);
      const result = await clean(sources, { ...given, decisions: answerFiles(given), out }, configuration).catch(
        async (error: unknown) => {
          if (out !== undefined) await removeIfEmpty(out);
          throw error;
        },
      );
      if (result.cleaned.pairs > result.cleaned.rows) note(outnumbered(result.cleaned));
      const { learned } = result.prepared;
      for (const line of describeLeftOut(learned?.leftOut ?? [])) note(line);
      for (const line of learned === undefined ? [] : describeNoise(learned)) note(line);
      const { cut = 0 } = result.cleaned;
      for (const line of describeDecided(result.cleaned.decided)) note(line);
      if (cut > 0) note(`${cut} rows have more cells than the header: the extra cells are omitted from clean.csv`);
      const seconds = Math.round(performance.now() - started) / 1000;
      const again = (option: string) =>
        commandLine([...line, ...option.split(' '), ...(out !== undefined && !force ? ['--force'] : [])]);
      show(json, reportOf(sources.type.name, result, seconds, again), () => textOf(result, seconds, again));
      if (result.notMerged !== undefined) throw new EndedWith(exitCodes.notMerged);
    },
  });

type Again = (option: string) => string;

function commandLine(words: readonly string[]): string {
  const quoted = words.map((word) =>
    /^[\w./:=@%+,\- ]+$/.test(word) && !word.includes(' ') ? word : `'${word.replaceAll("'", "'\\''")}'`,
  );
  return ['likeness', ...quoted].join(' ');
}

function reportOf(object: string, { cleaned, prepared, notMerged }: CleanResult, seconds: number, again: Again) {
  const { scenarios, notLearned } = prepared;
  const expected = expectedOf({ prepared, notMerged });
  return {
    object,
    ...cleaned,
    scenarios: scenarios.map(({ id }) => id),
    ...(notMerged && { notMerged: { ...notMerged, command: again(notMerged.option) } }),
    ...(expected && { expected }),
    ...(notLearned !== undefined && { notLearned }),
    seconds,
  };
}

/** Returns the expected quality, or nothing if no rows were merged or no estimate is possible. */
function expectedOf({ prepared: { learned, scenarios }, notMerged }: Pick<CleanResult, 'prepared' | 'notMerged'>) {
  const expected = notMerged === undefined && learned ? expectedAt(learned, scenarios[0]!) : undefined;
  return expected?.noGrounds === undefined ? expected : undefined;
}

function answerFiles({ decisions, labels }: { decisions?: string | undefined; labels?: string | undefined }) {
  const files = [decisions, labels].filter((file) => file !== undefined);
  return files.length === 0 ? undefined : files;
}

const MOST_TOLD = 20;

function describeDecided(decided: AppliedDecisions | undefined): string[] {
  if (decided === undefined) return [];
  const { contradicting, refused } = decided;
  const more = refused.length - MOST_TOLD;
  return [
    ...refused.slice(0, MOST_TOLD).map((why) => `decision ignored: ${why}`),
    ...(more > 0 ? [`${more} more decisions ignored`] : []),
    ...(contradicting > 0
      ? [
          `contradictions between decisions: ${contradicting}. They are listed first in review.csv, and "no" takes precedence`,
        ]
      : []),
  ];
}

function textOf({ cleaned, prepared, notMerged }: CleanResult, seconds: number, again: Again): string {
  const { groups, records, asked, decided, mergedAway = 0, files } = cleaned;
  const { notLearned } = prepared;
  const expected = expectedOf({ prepared, notMerged });
  const lines = [
    whatWasDone(cleaned, expected, notMerged),
    ...(notMerged
      ? [`not merged: ${notMerged.why}`, `next step: ${notMerged.help}`, `  ${again(notMerged.option)}`]
      : [
          `${counted(groups, 'group')} of duplicates; the result has ${counted(records, 'record')} (${seconds.toFixed(1)} s)`,
        ]),
    ...(mergedAway > 0 ? [`${counted(mergedAway, 'cell')} omitted from the result; merged-away.csv lists them`] : []),
    ...(decided ? [`decisions: ${decided.same} same, ${decided.notSame} different`] : []),
    ...(asked > 0 ? [`the ${asked} most informative pairs come first in review.csv`] : []),
    ...answersText(prepared.learned),
    ...(expected && cleaned.merged > 0
      ? [
          `expected precision ${shareWithin(expected.precision, expected.precisionInterval)}, expected recall ${shareWithin(expected.recall, expected.recallInterval)}`,
        ]
      : []),
    ...(notLearned === undefined ? [] : [`the built-in scenarios were used, because ${notLearned}`]),
    ...(files.length === 0 ? ['nothing written (--dry-run)'] : ['written:', ...files.map((file) => `  ${file}`)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Formats `12,000 rows: 941 duplicates merged (expected precision 99 %, recall 97 %), 39 pairs to review`. */
function whatWasDone(
  { rows, groups, merged, review }: CleanResult['cleaned'],
  expected: ReturnType<typeof expectedOf>,
  notMerged: CleanResult['notMerged'],
): string {
  const percent = (share: number) => `${Math.floor(share * 100)} %`;
  const hopes =
    merged > 0 && expected
      ? ` (expected precision ${percent(expected.precision)}, recall ${percent(expected.recall)})`
      : '';
  const done =
    notMerged?.isLog === true
      ? `nothing merged; crosswalk.csv lists ${counted(groups, 'person or company', 'people or companies')} with several rows`
      : merged === 0
        ? 'nothing merged'
        : `${counted(merged, 'duplicate')} merged${hopes}`;
  return `${counted(rows, 'row')}: ${done}${review > 0 ? `, ${counted(review, 'pair')} to review` : ''}`;
}

const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;
