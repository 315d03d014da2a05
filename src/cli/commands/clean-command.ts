import type { Command } from 'commander';
import { clean, type CleanResult, type AppliedDecisions } from '../../batch/clean/clean.js';
import { describeSources } from '../../batch/clean/describe-sources.js';
import { prepareFolder, removeIfEmpty, usualFolder } from '../../batch/clean/output-folder.js';
import { openSources } from '../../batch/clean/source-files.js';
import { argumentList, command, flag, parsed, text } from '../command.js';
import { shareWithin } from '../../learning/expected-quality.js';
import { configurationOf } from '../../config/load.js';
import { answersText, describeNoise, expectedAt, outnumbered } from '../../batch/dedupe/describe-compared.js';
import { describeLeftOut } from '../../batch/input/describe-unused.js';
import { parseMapOption } from '../../batch/input/mapping.js';
import {
  configOption,
  readingOptions,
  jsonOption,
  labelsOption,
  mapOption,
  parsePercent,
  parseThreads,
} from '../options.js';
import { EndedWith, exitCodes } from '../exit-codes.js';
import { show } from '../output/print.js';
import { note } from '../../runtime/notes.js';

/** `likeness clean`: a file with duplicates in, one record of each out. */
export const cleanCommand = (): Command =>
  command(
    'clean',
    {
      description: 'make one record of every group of duplicates in a file or in several (no server, nothing saved)',
      inputs: {
        files: argumentList(
          '<files...>',
          '.csv, .tsv, .xlsx, .json, .ndjson, .jsonl or .vcf; several: only pairs across files',
        ),
        object: text(
          '--object <type>',
          'object type, e.g. Contact (default: by the columns); `auto` makes one of the columns',
        ),
        out: text('--out <dir>', 'folder for the results (default: FILE-clean beside the first file)'),
        force: flag('--force', 'write into a folder that is not empty, replacing results of the same names'),
        dryRun: flag('--dry-run', 'find and count the groups, write nothing'),
        id: text('--id <column>', 'column that names a row (default: guessed, else the number of the row)'),
        source: text('--source <column>', 'column that says where a row comes from: only pairs across sources'),
        ...mapOption,
        ...readingOptions,
        scenario: text(
          '--scenario <file>',
          'scenarios to use instead of a learned one: one, or an array; `built-in` takes those of the REST search',
        ),
        threshold: parsed('--threshold <percent>', 'score from which a pair counts', parsePercent),
        precision: parsed(
          '--precision <percent>',
          'raise the learned threshold until this precision is expected',
          parsePercent,
        ),
        sure: parsed('--sure <percent>', 'merge from this score on; pairs below go to review.csv', parsePercent),
        decisions: text(
          '--decisions <file>',
          'review.csv of an earlier run with its column `same` filled (yes, no), or id1,id2,same: what it says holds',
        ),
        ...labelsOption,
        likeInput: flag(
          '--like-input',
          'write clean.csv in the form of the (first) file: delimiter, quotes, line ends, encoding; of one workbook clean.xlsx (the default)',
        ),
        notLikeInput: flag('--no-like-input', 'write clean.csv with commas, line feeds and UTF-8'),
        raw: flag(
          '--raw',
          'clean.csv and crosswalk.csv without the apostrophe before values that a spreadsheet would run as a formula',
        ),
        survivorship: text(
          '--survivorship <file>',
          'rules of what survives, as survivorship.json (default: that of --config)',
        ),
        threads: parsed(
          '--threads <n>',
          'threads that index and compare (default: all processors; one for small files)',
          parseThreads,
        ),
        ...configOption,
        ...jsonOption,
      },
      remarks: `The folder gets clean.csv, or clean.xlsx of a workbook (one record of each group, all others as they are; the columns of the input), crosswalk.csv (every row: which
record it became, its group and score), pairs.csv (both rows side by side, and why they match), review.csv (what was not
merged and a person should decide: chains, in which most rows of two groups do not match, pairs that something
contradicts, such as other birth dates, and pairs below --sure or without grounds) and
report.html (what was compared, what to expect of it, what to look at).`,
      examples: [
        'clean contacts.csv',
        'clean customers.csv --object Account --precision 99 --dry-run',
        'clean crm.csv shop.csv --out merged --survivorship survivorship.json',
        'clean contacts.csv --decisions contacts-clean/review.csv --out contacts-decided',
      ],
    },
    async ({ files, map, dryRun = false, force = false, json, ...given }) => {
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
      if (cut > 0)
        note(`${cut} rows have more cells than the header names columns: the cells beyond are left out of clean.csv`);
      const seconds = Math.round(performance.now() - started) / 1000;
      show(json, reportOf(sources.type.name, result, seconds), () => textOf(result, seconds));
      if (result.notMerged !== undefined) throw new EndedWith(exitCodes.notMerged);
    },
  );

function reportOf(object: string, { cleaned, prepared, notMerged }: CleanResult, seconds: number) {
  const { scenarios, notLearned } = prepared;
  const expected = expectedOf({ prepared, notMerged });
  return {
    object,
    ...cleaned,
    scenarios: scenarios.map(({ id }) => id),
    ...(notMerged && { notMerged }),
    ...(expected && { expected }),
    ...(notLearned !== undefined && { notLearned }),
    seconds,
  };
}

/** Where nothing was merged there is no estimate. */
function expectedOf({ prepared: { learned, scenarios }, notMerged }: Pick<CleanResult, 'prepared' | 'notMerged'>) {
  return notMerged === undefined && learned !== undefined ? expectedAt(learned, scenarios[0]!) : undefined;
}

/** Files of answers, as they are given by either name. */
function answerFiles({ decisions, labels }: { decisions?: string | undefined; labels?: string | undefined }) {
  const files = [decisions, labels].filter((file) => file !== undefined);
  return files.length === 0 ? undefined : files;
}

/** Refused decisions that are told one by one. */
const MOST_TOLD = 20;

function describeDecided(decided: AppliedDecisions | undefined): string[] {
  if (decided === undefined) return [];
  const { contradicting, refused } = decided;
  const more = refused.length - MOST_TOLD;
  return [
    ...refused.slice(0, MOST_TOLD).map((why) => `not taken: ${why}`),
    ...(more > 0 ? [`not taken: ${more} decisions more`] : []),
    ...(contradicting > 0
      ? [`decisions contradict each other, ${contradicting} times: they come first in review.csv; "no" holds`]
      : []),
  ];
}

function textOf({ cleaned, prepared, notMerged }: CleanResult, seconds: number): string {
  const { rows, groups, merged, records, review, asked, decided, files } = cleaned;
  const { notLearned } = prepared;
  const expected = expectedOf({ prepared, notMerged });
  const lines = [
    ...(notMerged
      ? [
          `nothing was merged${merged > 0 ? ' but what was decided' : ''}: ${notMerged.why}`,
          `to be done: ${notMerged.help}`,
        ]
      : []),
    `${rows} rows: ${groups} groups of ${notMerged?.areEvents === true ? 'rows of one party' : 'duplicates'}, ${merged} rows merged, ${records} records left (${seconds.toFixed(1)} s)`,
    ...(decided ? [`decided by people: ${decided.same} pairs of rows are the same, ${decided.notSame} are not`] : []),
    ...(review > 0 ? [`${review} more to look at: review.csv`] : []),
    ...(asked > 0 ? [`${asked} pairs of which an answer teaches most come first in review.csv`] : []),
    ...answersText(prepared.learned),
    ...(expected
      ? [
          `expected: ${shareWithin(expected.precision, expected.precisionInterval)} of the pairs are right, ` +
            `${shareWithin(expected.recall, expected.recallInterval)} of all are found`,
        ]
      : []),
    ...(notLearned === undefined ? [] : [`compared by the built-in scenarios, for ${notLearned}`]),
    ...(files.length === 0 ? ['nothing written (--dry-run)'] : ['written:', ...files.map((file) => `  ${file}`)]),
  ];
  return `${lines.join('\n')}\n`;
}
