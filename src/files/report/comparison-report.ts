import { basename } from 'node:path';
import type { Trained } from '../learning/train.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import { expectedFacts, fieldWeights, reportScenario } from './report-scenario.js';
import { missingPairs, possiblePairs, GroupSummary, type JoinedGroup } from './group-summary.js';
import {
  LIMITS,
  type ComparedFiles,
  type Fact,
  type ReportedLeftOut,
  type ReportData,
  type ReportGroup,
} from './report-data.js';
import { reportPair, type ReportRecord } from './report-pair.js';
import type { SampledPair } from './hardest-pairs.js';
import { expectedAt } from '../learning/expected-quality.js';
import { type InputOptions, readInput } from '../dedupe/read-input.js';
import type { DedupeRows, TakeRow } from '../dedupe/read-rows.js';
import { version } from '../../runtime/version.js';
import { type SeenPairs, ReportSample } from './report-sample.js';
import { tellingTo, progress } from '../../runtime/notes.js';
import { averageLinkage } from '../../index/clustering/average-linkage.js';
import type { RowIndex } from '../../index/join/row-index.js';
import { sourceNumbers } from '../learning/row-table.js';
import { newPairList } from '../dedupe/pair-flow.js';
import { notesOn } from '../dedupe/describe-compared.js';
import type { Prepared, PrepareOptions } from '../dedupe/prepare.js';
import { writeReport } from './write-report.js';

export interface FoundForReport {
  readonly pairs: SeenPairs;
  readonly groups: GroupSummary;
}

interface ReportedComparison {
  readonly command: string;
  readonly input: InputOptions;
  readonly type: ObjectType;
  readonly rows: Pick<DedupeRows, 'count' | 'unused' | 'columns' | 'mapped'>;
  readonly scenarios: readonly Scenario[];
  /** Absent if the scenarios were not learned. */
  readonly learned?: Trained['report'] | undefined;
  readonly found: FoundForReport;
  readonly notes?: readonly string[];
}

/** Creates the data of a report. Reads the input once more. */
export async function comparisonReport(comparison: ReportedComparison): Promise<ReportData> {
  const { command, input, type, rows, scenarios, learned, found } = comparison;
  const { above, below, scores } = found.pairs;
  const records = await rowsAgain(rowsOf(found), input, type);
  const record = (row: number) => records.get(row) ?? { id: `row ${row + 1}`, texts: {} };
  const shown = (pairs: readonly SampledPair[]) =>
    pairs.flatMap(({ a, b }) => reportPair(scenarios, record(a), record(b)) ?? []);
  const name = basename(input.file ?? input.records?.name ?? 'rows');
  return {
    title: `Duplicates in ${name}`,
    time: new Date().toISOString(),
    madeBy: `likeness ${version} ${command}`,
    facts: factsOf(rows.count, found, learned, scenarios),
    notes: [...(comparison.notes ?? [])],
    compared: {
      object: type.name,
      inputs: [{ name, rows: rows.count }],
      columns: columnsOf(rows, scenarios),
      scenarios: scenarios.map(reportScenario),
    },
    weights: fieldWeights(scenarios),
    scores,
    ...(learned && {
      quality: { kind: 'expected', points: learned.curve, chosen: scenarios[0]!.threshold / 100 },
    }),
    clusters: found.groups.sizes,
    pairs: [
      {
        title: 'Duplicates nearest to the threshold',
        about: 'A higher threshold would exclude these duplicates first. Each record is shown once.',
        pairs: shown(above),
      },
      {
        title: 'Pairs just below the threshold',
        about: 'These pairs are not duplicates. A lower threshold would include them first.',
        pairs: shown(below),
      },
    ],
    groups: found.groups.loosest.map((group) => reportGroup(group, scenarios, record)),
    leftOut: leftOutOf(rows.unused, learned),
  };
}

function rowsOf({ pairs: { above, below }, groups }: FoundForReport): Set<number> {
  return new Set([
    ...[...above, ...below].flatMap(({ a, b }) => [a, b]),
    ...groups.loosest.flatMap(({ rows }) => rows.slice(0, LIMITS.recordsOfGroup)),
  ]);
}

function factsOf(
  rows: number,
  { pairs: { pairs }, groups }: FoundForReport,
  learned: Trained['report'] | undefined,
  [first]: readonly Scenario[],
): Fact[] {
  const expected = learned && expectedAt(learned, first!);
  return [
    { label: 'rows', value: rows },
    { label: 'pairs of duplicates', value: pairs },
    { label: 'groups', value: groups.count, detail: `with ${groups.rows.toLocaleString('en-US')} rows` },
    {
      label: 'distinct records',
      value: rows - groups.rows + groups.count,
      detail: 'one per group, plus the ungrouped rows',
    },
    ...expectedFacts(expected, first!.threshold / 100),
  ];
}

/** Returns the columns that fill fields. The report lists other columns as omitted. */
function columnsOf(
  { columns = [], mapped = [] }: ReportedComparison['rows'],
  scenarios: readonly Scenario[],
): ComparedFiles['columns'] {
  const compared = scenarios.flatMap(({ fields }) => fields);
  return mapped.map(({ field, positions }) => {
    const methods = compared.filter(({ fields }) => fields.includes(field)).map(({ method }) => method.name);
    return {
      column: positions.map((position) => columns[position]!).join(' + '),
      field,
      ...(methods.length === 0 ? { reason: 'not compared' } : { method: [...new Set(methods)].join(', ') }),
    };
  });
}

function reportGroup(
  group: JoinedGroup,
  scenarios: readonly Scenario[],
  record: (row: number) => ReportRecord,
): ReportGroup {
  const { rows } = group;
  const records = rows.slice(0, LIMITS.recordsOfGroup).map(record);
  const fields = [...new Set(scenarios.flatMap((scenario) => scenario.fields.flatMap((field) => field.fields)))];
  const all = possiblePairs(rows.length);
  return {
    name: `${rows.length} rows`,
    reason: `${group.pairs.toLocaleString('en-US')} of their ${all.toLocaleString('en-US')} pairs are duplicates; the other ${missingPairs(group).toLocaleString('en-US')} are connected only through other records.`,
    fields,
    records: records.map(({ id, texts }) => ({ id, values: fields.map((field) => texts[field]) })),
    size: rows.length,
  };
}

function leftOutOf(unused: DedupeRows['unused'], learned: Trained['report'] | undefined): ReportedLeftOut[] {
  return [
    ...unused.map(({ column, reason }) => ({ what: `column ${column}`, reason })),
    ...(learned?.leftOut ?? []).map(({ field, reason }) => ({ what: `field ${field}`, reason })),
  ];
}

/** Reads the input again, because storing all rows would take more memory. @param wanted positions from 0 */
async function rowsAgain(
  wanted: ReadonlySet<number>,
  options: InputOptions,
  type: ObjectType,
): Promise<Map<number, ReportRecord>> {
  const found = new Map<number, ReportRecord>();
  if (wanted.size === 0) return found;
  let row = 0;
  const take: TakeRow = (texts, { id }) => {
    if (wanted.has(row)) found.set(row, { id, texts });
    row++;
    return undefined;
  };
  // Suppresses the notes, which were shown when the input was first read.
  await tellingTo({}, () => readInput(options, type, { take, keepsNames: true }));
  return found;
}

/** Compares all rows solely to produce a report, and shows a progress bar. */
export async function compareForReport(
  index: RowIndex,
  { count, sources }: Pick<DedupeRows, 'count' | 'sources'>,
  scenarios: readonly Scenario[],
): Promise<FoundForReport> {
  const sample = new ReportSample(scenarios);
  const kept = newPairList();
  const bar = progress('comparing', count);
  try {
    const pairs = index.pairs({
      scenarios: sample.looked,
      progress: (done) => bar.update(done, `${kept.length} pairs`),
    });
    for await (const batch of pairs) kept.addAll(sample.duplicates(batch));
  } finally {
    bar.stop();
  }
  const groups = new GroupSummary();
  groups.addAll(averageLinkage(count, kept, { sources: sourceNumbers(sources)?.subarray(1) }), kept);
  return { pairs: sample.found(), groups };
}

export interface DedupeAsked extends PrepareOptions {
  readonly report: string | undefined;
  /** File with people's answers. `undefined` if there is none. */
  readonly labels: string | undefined;
}

export async function writeDedupeReport(
  path: string,
  options: PrepareOptions,
  type: ObjectType,
  prepared: Pick<Prepared, 'rows' | 'scenarios' | 'learned' | 'notLearned'>,
  found: FoundForReport,
): Promise<void> {
  const { rows, scenarios, learned } = prepared;
  const notes = notesOn(prepared, options.precision);
  const told = { command: 'dedupe', input: options, type, rows, scenarios, learned, notes };
  await writeReport(path, await comparisonReport({ ...told, found }));
}
