import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordGroups } from '../../index/clustering/average-linkage.js';
import { DecidedPairs } from '../../index/clustering/decided-pairs.js';
import type { PairList, ScoredPairs } from '../../index/clustering/pair-list.js';
import { uncontradictedGroups } from '../../index/clustering/uncontradicted.js';
import type { Configuration } from '../../store/config/configuration.js';
import { sourceNumbers } from '../learning/row-table.js';
import { readAnswers, type ReadAnswer } from '../answers/read-answers.js';
import type { FoundAnswers } from '../answers/row-finder.js';
import { markOf } from '../answers/row-mark.js';
import { newPairList } from '../dedupe/pair-flow.js';
import { prepare, type Prepared, type PrepareOptions } from '../dedupe/prepare.js';
import { AUTO_LEARNS_FROM, withObject } from '../read/guess/auto-object.js';
import type { SheetForm } from '../read/input-table.js';
import { dayReader } from '../read/date-order.js';
import { OutputFile } from '../write/output-file.js';
import { writeReport } from '../report/write-report.js';
import { findAnswers, rowDigests } from './find-answers.js';
import { CleanBook } from './clean-book.js';
import { cleanReport, type AppliedDecisions, type Cleaned } from './clean-report.js';
import { ExplainedPairs, rowsExplainer, type RowsExplanation } from './explain-rows.js';
import { GoldenRecords, type GoldenRecord } from './golden-record.js';
import { KeptRows } from './kept-rows.js';
import { isChosen, unknownPrecision, whyNotMerged, withGrounds, type NotMerged } from './merge-grounds.js';
import { eventColumns, whyLog } from './log-rows.js';
import { outputColumns } from './output-columns.js';
import { formOf, inUtf8, plainForm, withCount, type OutputForm } from './output-form.js';
import { RecordTexts } from './record-texts.js';
import { readSources, type SourceRows } from './read-sources.js';
import { readSurvivorship, rulesOfColumns } from './read-survivorship.js';
import { questionLinks, reviewLinks, type ReviewLink, type UnsureReason } from './review-links.js';
import type { SourceFile, SourceOptions, Sources } from './source-files.js';
import { sourcePass, type SourceRow } from './source-pass.js';
import { nameOf, NotHeld, writeClean } from './write-clean.js';
import { writeMergedAway } from './write-merged-away.js';
import { writePairsBeside } from './write-pairs-beside.js';
import { rowsOfLink, writeReview } from './write-review.js';
import { Failure } from '../../runtime/failure.js';
import { note, progress } from '../../runtime/notes.js';

interface CleaningOptions
  extends
    Pick<SourceOptions, 'id' | 'source'>,
    Pick<PrepareOptions, 'scenario' | 'threshold' | 'precision' | 'threads'> {
  /** Minimum score in percent; pairs below are left for review. Default: none, or all if only names are compared. */
  readonly sure?: number | undefined;
  /** Merges rows of the same person or company even if the file looks like a log of events. */
  readonly mergeLog?: boolean | undefined;
  readonly survivorship?: string | undefined;
  /** Files of binding decisions, also used for learning: a filled `review.csv`, or Ids with a column `same`. */
  readonly decisions?: readonly string[] | undefined;
  /** Writes `clean.csv` in the format of the first file, or a workbook for a single workbook. Default: true. */
  readonly likeInput?: boolean | undefined;
  /** Adds an apostrophe to values that a spreadsheet would evaluate as formulas. Default: only in reviews. */
  readonly guard?: boolean | undefined;
  /** Existing output folder. If absent, no files are written. */
  readonly out?: string | undefined;
}

const filesOf = (clean: string) => [
  ...[clean, 'crosswalk.csv', 'merged-away.csv', 'pairs.csv', 'review.csv', 'report.html'],
];
/** Minimum rows for which a learned scenario finds more than the built-in scenarios, even in ordinary lists. */
const LEARN_FROM = 20;

export interface CleanResult {
  readonly cleaned: Cleaned;
  readonly prepared: Pick<Prepared, 'scenarios' | 'learned' | 'notLearned'>;
  readonly notMerged: NotMerged | undefined;
}

/**
 * Groups rows of the same person or company, and writes one record for each group. Reads the files three times (to
 * compare, to group, and to write), so that the rows need not be kept in memory.
 * @throws WrongUse, Failure for input that cannot be read, compared or written
 */
export async function clean(
  sources: Sources,
  options: CleaningOptions,
  configured: Configuration,
): Promise<CleanResult> {
  const isKnown = configured.registry.byName(sources.type.name) === sources.type;
  const configuration = isKnown ? configured : withObject(configured, sources.type);
  const { out } = options;
  const { id, source, sure, mergeLog = false, likeInput = true, guard: isGuarded = false, ...rest } = options;
  const [only, second] = sources.files;
  /** Rows of a single workbook are written as a workbook. */
  const sheet = likeInput && second === undefined ? only!.ahead.table.sheet : undefined;
  const form = likeInput && out !== undefined ? await formOf(only!, second === undefined) : plainForm;
  if (out !== undefined) {
    const inputs = [...sources.files.map(({ path }) => path), options.survivorship, ...(options.decisions ?? [])];
    await OutputFile.checkAll(
      filesOf(sheet === undefined ? nameOf(form) : 'clean.xlsx').map((name) => join(out, name)),
      inputs,
    );
  }
  const answers = (await Promise.all((options.decisions ?? []).map((file) => readAnswers(file)))).flat();
  const rules = await readSurvivorship(configuration, sources.type, options.survivorship);
  // Keep no values, because only learning needs them.
  let rows: Pick<SourceRows, 'counts' | 'ids' | 'sources'> | undefined;
  let found: FoundAnswers = { judged: [], refused: [] };
  const learnFrom = sources.isAuto ? AUTO_LEARNS_FROM : Math.min(LEARN_FROM, configuration.settings.learningRecords);
  const prepared = await prepare(
    { ...rest, learnFrom, areMerged: true, file: undefined, map: [], judged: () => found.judged },
    configuration,
    sources.type,
    async (take) => {
      const read = await readSources(sources, { id, source }, take);
      rows = { counts: read.counts, ids: read.ids, sources: read.sources };
      if (answers.length > 0) found = await answersAbout(sources, rows, answers);
      return read;
    },
  );
  const { counts, ids, sources: origins } = rows!;
  try {
    // The columns of JSON files are complete only after all rows are read.
    const columns = outputColumns(sources.files);
    const sourceOf = sourceNames(sources, origins);
    const pass = (asWritten = false) => sourcePass(sources.files, columns, counts, asWritten);
    const digest = rowDigests(columns, sources.files);
    const decided = new DecidedPairs(ids.length, found.judged);
    const explain = rowsExplainer(prepared.index, prepared.scenarios);
    const { contradictions, order } = prepared;
    const contradict = (a: number, b: number) =>
      decided.contradict(a, b, (one, other) => contradictions.contradict(one, other));
    const whyNot = isChosen(options)
      ? undefined
      : whyNotMerged(prepared, prepared.rows.fields, sources.type, sources.isAuto);
    const pairs = newPairList();
    const explained = new ExplainedPairs(pairs, explain);
    const { rests, strength } = isChosen(options)
      ? { rests: () => true, strength: undefined }
      : withGrounds(prepared, explained);
    // Look for contradictions first: this takes less time, and a contradiction alone decides.
    const mayMerge = (pair: number) => !contradict(pairs.first[pair]!, pairs.second[pair]!) && rests(pair);
    await findPairs(prepared, ids.length, pairs, whyNot === undefined ? mayMerge : () => {});
    addMissing(pairs, [...decided.joined, ...(prepared.besides ?? [])], explain);
    const noGrounds = pairs.length === 0 ? undefined : whyNot;
    const isSure = (pair: number) => noGrounds === undefined && pairs.score[pair]! >= (sure ?? 0) && mayMerge(pair);
    const numbers = sourceNumbers(origins)?.subarray(1);
    const linkage = {
      counts: isSure,
      sources: numbers,
      placeOf: (row: number) => order.placeOf(row),
      strength,
      joined: decided.joined,
    };
    const groups = uncontradictedGroups(ids.length, pairs, contradict, linkage);
    const whyUnsure = (pair: number): UnsureReason | undefined => {
      const rows = [pairs.first[pair]!, pairs.second[pair]!] as const;
      if (noGrounds !== undefined) return 'grounds';
      if (contradict(...rows)) return 'contradicted';
      if (pairs.score[pair]! < (sure ?? 0)) return 'unsure';
      if (!rests(pair)) return 'names';
      return rows.some(groups.isTorn) ? 'torn' : undefined;
    };
    const unsure = reviewLinks(groups, pairs, whyUnsure, contradict);
    const review = unsure.filter(({ rows: [a, b] }) => !isDecided(a, b, groups, decided));
    const asked = questionLinks(prepared.learned?.questions ?? [], review, groups, decided);
    const mayBeLog = noGrounds === undefined && !isChosen(options) && source === undefined && !mergeLog;
    const events = mayBeLog ? eventColumns(columns, sources.files) : [];
    const isRead = out !== undefined || (events.length > 0 && groups.members.length > 0);
    const read = isRead
      ? await keepRows(
          pass(form.json !== undefined),
          ids.length,
          wantedRows(pairs, groups, [...asked, ...review], decided),
        )
      : undefined;
    const isDoubtful = prepared.isDoubtful === true && groups.members.length === 0 && review.length > 0;
    const notMerged =
      noGrounds ??
      (isDoubtful ? unknownPrecision(prepared.notLearned!, prepared.scenarios) : undefined) ??
      (read && whyLog(events, ids.length, groups, read.kept));
    const isLog = notMerged?.isLog === true;
    const merged = isLog ? 0 : groups.members.reduce((sum, group) => sum + group.length - 1, 0);
    const cleaned = {
      ...{ rows: ids.length, pairs: pairs.length, groups: groups.members.length, merged },
      ...{ records: ids.length - merged, review: review.length, asked: asked.length, files: [] },
      ...(options.decisions !== undefined && { decided: countsOf(decided, found.refused) }),
    };
    const by = { scenarios: prepared.scenarios, learned: prepared.learned, notLearned: prepared.notLearned };
    const result = { prepared: by as CleanResult['prepared'], notMerged };
    if (out === undefined) return { cleaned, ...result };
    const { kept } = read!;
    const toDay = dayReader(configuration);
    const makers = new GoldenRecords(
      columns,
      rulesOfColumns(rules, columns),
      (row) => sourceOf?.(row),
      toDay,
      options.survivorship === undefined,
    );
    const golden = groups.members.map((members): GoldenRecord =>
      makers.of(members.map((row) => ({ row, kept: kept.get(row) }))),
    );
    const bar = progress('writing', pairs.length);
    const shared = { columns, form, groups, kept, explain, contradictions, sourceOf };
    await writePairsBeside(out, { ...shared, explained }, (done) => bar.update(done, `${done} pairs`)).finally(() =>
      bar.stop(),
    );
    const links = [
      ...asked,
      ...review.filter((link) => !asked.some(({ rows: [a, b] }) => a === link.rows[0] && b === link.rows[1])),
    ];
    await writeReview(out, links, { ...shared, decided, markOf: (row) => markOf(row, digest(kept.get(row))) });
    const idOf = (row: number) => kept.get(row).id;
    const away = { columns, form, groups, golden: isLog ? [] : golden, kept, isGuarded, sourceOf };
    const mergedAway = await writeMergedAway(out, away);
    const isOneFile = sources.files.length === 1;
    const shaped = { columns, isGuarded, groups, golden, areMerged: !isLog, idOf, sourceOf };
    const scores = bestScores(ids.length, pairs, groups);
    const itemWith = (row: number, column: number, text: string) => {
      const from = groups.members[groups.groupOf[row]! - 1]!.find((member) => kept.get(member).cells[column] === text);
      return from === undefined ? undefined : kept.itemOf(from);
    };
    const write = (as: OutputForm, book?: CleanBook) =>
      writeClean(out, pass(likeInput), {
        ...{ ...shaped, scores, book, form: as, texts: new RecordTexts(as, columns, isOneFile, isGuarded, itemWith) },
      });
    const writeBook = async (of: SheetForm): Promise<boolean> => {
      const membersOf = (row: number) => groups.members[groups.groupOf[row]! - 1] ?? [];
      const book = new CleanBook(only!, of, columns, membersOf, (row) => kept.get(row).cells);
      const path = join(out, 'clean.xlsx');
      try {
        await write(form, book);
        await book.check(path, pass());
        if (book.lost !== undefined) note(book.lost);
        return true;
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        await rm(path, { force: true });
        note(`writing clean.csv instead of clean.xlsx: ${error.message}`);
        return false;
      }
    };
    const isBook = sheet !== undefined && (await writeBook(sheet));
    if (!isBook)
      await write(withCount(form, ids.length, cleaned.records)).catch(async (error: unknown) => {
        if (!(error instanceof NotHeld)) throw error;
        note(inUtf8Instead(error, form, sources.files, counts));
        await write(inUtf8(form));
      });
    // A row that remains or is a master is written with all its cells.
    const staysWhole = (row: number) =>
      isLog || groups.groupOf[row] === 0 || golden[groups.groupOf[row]! - 1]!.master === row;
    const cut = read!.cut.filter((row) => !(form.above !== undefined && isOneFile && staysWhole(row))).length;
    const reported = {
      ...{ sources, counts, columns, prepared, pairs, groups, review, kept, cleaned, notMerged },
      contradictions,
    };
    await writeReport(join(out, 'report.html'), cleanReport(reported));
    const files = filesOf(isBook ? 'clean.xlsx' : nameOf(form)).map((name) => join(out, name));
    return { cleaned: { ...cleaned, cut, mergedAway, files }, ...result };
  } finally {
    await prepared.index.end();
  }
}

/** Returns `undefined` if there is only one source. */
function sourceNames({ files }: Sources, origins: readonly string[]): ((row: number) => string) | undefined {
  const names = new Map(files.map(({ path, name }) => [path, name]));
  return origins.length === 0 ? undefined : (row) => names.get(origins[row]!) ?? origins[row]!;
}

function answersAbout(
  sources: Sources,
  { counts, sources: origins }: Pick<SourceRows, 'counts' | 'sources'>,
  answers: readonly ReadAnswer[],
): Promise<FoundAnswers> {
  const columns = outputColumns(sources.files);
  const sourceOf = sourceNames(sources, origins);
  const rows = sourcePass(sources.files, columns, counts);
  return findAnswers(answers, rows, rowDigests(columns, sources.files), (row) => sourceOf?.(row) ?? '');
}

/** @param judge receives each pair while threads find further pairs */
async function findPairs(
  { index, scenarios }: Prepared,
  rows: number,
  pairs: PairList,
  judge: (pair: number) => void,
): Promise<void> {
  const bar = progress('comparing', rows);
  try {
    const batches = index.pairs({ scenarios, progress: (done) => bar.update(done, `${done} rows`) });
    for await (const batch of batches) {
      let pair = pairs.length;
      pairs.addAll(batch);
      while (pair < pairs.length) judge(pair++);
    }
  } finally {
    bar.stop();
  }
}

/** Adds pairs that other evidence has shown to match but that were not found, with their score. */
function addMissing(
  pairs: PairList,
  known: readonly (readonly [number, number])[],
  explain: (a: number, b: number) => RowsExplanation,
): void {
  const missing = new Map(known.map(([a, b]) => [pairKey(a, b), [a, b] as const]));
  if (missing.size === 0) return;
  for (let pair = 0; pair < pairs.length; pair += 1) missing.delete(pairKey(pairs.first[pair]!, pairs.second[pair]!));
  for (const [a, b] of missing.values()) pairs.add(a, b, explain(a, b).score);
}

const pairKey = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`;

function isDecided(a: number, b: number, { groupOf, members }: RecordGroups, decided: DecidedPairs): boolean {
  const rowsOf = (row: number) => (groupOf[row] === 0 ? [row] : members[groupOf[row]! - 1]!);
  return rowsOf(a).some((one) => rowsOf(b).some((other) => decided.areApart(one, other)));
}

function countsOf({ judged, joined, contradicting }: DecidedPairs, refused: readonly string[]): AppliedDecisions {
  const pairsOf = (pairs: readonly (readonly [number, number])[]) =>
    new Set(pairs.map((pair) => pairKey(...pair))).size;
  const apart = judged.flatMap(({ a, b, isSame }) => (isSame ? [] : [[a, b] as const]));
  return { same: pairsOf(joined), notSame: pairsOf(apart), contradicting: contradicting.length, refused };
}

function inUtf8Instead(
  { value, row }: NotHeld,
  { encoding }: OutputForm,
  files: readonly SourceFile[],
  counts: readonly number[],
): string {
  let [file, number] = [0, row ?? -1];
  while (number >= counts[file]!) number -= counts[file++]!;
  const shown = value.length > 40 ? `${value.slice(0, 40)}…` : value;
  const where = row === undefined ? 'in the header' : `in row ${number + 1} of ${files[file]!.name}`;
  return `writing clean.csv in UTF-8: ${encoding.name} cannot encode '${shown}' ${where}`;
}

/** Returns a test for rows that are part of merged records, or that are shown next to other rows. */
function wantedRows(
  pairs: ScoredPairs,
  groups: RecordGroups,
  review: readonly ReviewLink[],
  decided: DecidedPairs,
): (row: number) => boolean {
  const wanted = new Uint8Array(groups.groupOf.length);
  for (let pair = 0; pair < pairs.length; pair += 1) {
    wanted[pairs.first[pair]!] = 1;
    wanted[pairs.second[pair]!] = 1;
  }
  for (const link of review) for (const row of rowsOfLink(link, groups)) wanted[row] = 1;
  for (const { a, b } of decided.judged) wanted[a] = wanted[b] = 1;
  return (row) => wanted[row] === 1;
}

async function keepRows(
  rows: AsyncIterable<SourceRow>,
  total: number,
  isWanted: (row: number) => boolean,
): Promise<{ kept: KeptRows; cut: readonly number[] }> {
  const bar = progress('reading the groups', total);
  const kept = new KeptRows();
  const cut: number[] = [];
  for await (const row of rows) {
    if (isWanted(row.row)) kept.add(row);
    if (row.isCut) cut.push(row.row);
    if (row.row % 10_000 === 0) bar.update(row.row, `${row.row} rows`);
  }
  bar.stop();
  return { kept, cut };
}

function bestScores(
  rows: number,
  { length, first, second, score }: ScoredPairs,
  { groupOf }: RecordGroups,
): Float32Array {
  const best = new Float32Array(rows);
  for (let pair = 0; pair < length; pair += 1) {
    const [a, b] = [first[pair]!, second[pair]!];
    if (groupOf[a] === 0 || groupOf[a] !== groupOf[b]) continue;
    best[a] = Math.max(best[a]!, score[pair]!);
    best[b] = Math.max(best[b]!, score[pair]!);
  }
  return best;
}
