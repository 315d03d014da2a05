import type { ExpectedQuality, Interval } from '../../src/files/learning/expected-quality.js';
import type { Measure } from '../../src/files/evaluation/curve.js';
import { judgesInWords, NAME_BENCH, type NameBenchRow } from './name-bench.js';

export interface SetResult {
  readonly name: string;
  readonly origin: string;
  readonly records: number;
  readonly weighted: { readonly measure: Measure; readonly seconds: number };
  /** Seconds include training. */
  readonly learned: { readonly measure: Measure; readonly seconds: number; readonly expected: ExpectedQuality };
}

export const HEADER = [
  'data set',
  'origin',
  'records',
  'true pairs',
  'scenarios',
  'precision',
  'recall',
  'F1',
  'expected precision',
  'expected recall',
  'seconds',
];

/** Returns the cells of a set's lines, times last. */
export function setCells({ name, origin, records, weighted, learned }: SetResult): string[][] {
  const start = [name, origin, String(records), String(weighted.measure.truth)];
  return [
    [...start, 'weighted', ...ratios(weighted.measure), '', '', weighted.seconds.toFixed(1)],
    [
      ...[...start, 'learned', ...ratios(learned.measure)],
      within(learned.expected.precisionInterval, learned.measure.precision),
      within(learned.expected.recallInterval, learned.measure.recall),
      learned.seconds.toFixed(1),
    ],
  ];
}

/** Formats the expected interval, and whether the share is within it. */
function within([low, high]: Interval, share: number): string {
  return `${low.toFixed(3)}-${high.toFixed(3)}${low <= share && share <= high ? '' : ': no'}`;
}

export function nameCells(rows: readonly NameBenchRow[], origin: string): string[][] {
  return rows.map(({ kind, pairs, measure }) => [
    `${NAME_BENCH}: ${kind}`,
    origin,
    `${pairs} labelled pairs`,
    String(measure.truth),
    'name method',
    ...ratios(measure),
    ...['', '', ''],
  ]);
}

const ratios = ({ precision, recall, f1 }: Measure): string[] =>
  [precision, recall, f1].map((ratio) => ratio.toFixed(3));

export function page(lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    '# Match quality',
    '',
    'Written by `npm run bench -- quality`. A test fails if the page differs from the results of the code (except times).',
    '',
    'Pairwise precision, recall and F1. Pairs are found without labels. A committed mapping for each set (`bench/mappings`) maps columns to standard fields. Identifiers,',
    'record and cluster numbers, ages and columns that the generators added are never compared. **weighted**: the unchanged built-in scenarios of the object, applied to the fields in the',
    'file. **learned**: scenarios trained on the same unlabelled records. For linkage sets (with a source column), only pairs across sources count.',
    'Expected: the interval that, without labels, the learned model expects to contain the true value for nine out of ten tables. **no** marks a true value outside the interval.',
    `The labelled names are compared with a single name method: ${judgesInWords()}.`,
    '',
    row(HEADER),
    '|---|---|---:|---:|---|---:|---:|---:|---|---|---:|',
    ...lines.map(row),
    '',
  ].join('\n');
}

/** Lines of a committed page by data set. */
export function linesOf(text: string): Map<string, string[][]> {
  const lines = new Map<string, string[][]>();
  for (const line of text.split('\n')) {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (cells.length !== HEADER.length || cells[0] === HEADER[0] || /^:?-+:?$/.test(cells[0]!)) continue;
    const set = cells[0]!.split(':')[0]!;
    const of = lines.get(set);
    if (of === undefined) lines.set(set, [cells]);
    else of.push(cells);
  }
  return lines;
}
