import { adjustmentOf, evidenceOf, levelAt, type ScoreModel } from '../matching/model.js';
import type { Random } from './random.js';
import type { Table } from './table.js';

/** Pairs retrieved for learning: levels and frequency adjustments, flat, one entry for each pair and field. */
export interface PairSample {
  readonly count: number;
  readonly fields: number;
  /** Level of the similarity; -1 where a side is blank. */
  readonly levels: Int8Array;
  /** What the frequency adjustment adds, in thousandths of a bit. */
  readonly adjustments: Int16Array;
  /** Pairs of the table that the sample stands for: those of the rows searched by. */
  readonly possible: number;
}

/** Percent: pairs whose posterior is below weigh nothing, even all together. */
const LEAST_POSTERIOR = 0.1;
/** Up to so many rows all pairs are retrieved; of more, rows are searched by in random order until there are pairs enough. */
const ALL_ROWS = 6_000;
const PAIRS_ENOUGH = 400_000;

/**
 * All pairs that may be matches under the model, or those of some rows. Retrieval is exact: what is left out is less likely than the bar, not merely outside
 * some block; so nothing that is learned from the sample is conditioned on how it was found. Rivals play no part: their pairs are to be learned from too.
 */
export function samplePairs(table: Table, model: ScoreModel, random: Random): PairSample {
  const scenario = table.scenario({
    threshold: LEAST_POSTERIOR * 100,
    model: { prior: model.prior, fields: model.fields },
  });
  const all = table.size <= ALL_ROWS;
  const order = all ? Array.from({ length: table.size }, (_, i) => i) : random.shuffled(table.size);
  const levels: number[] = [];
  const adjustments: number[] = [];
  const fields = table.features.length;
  let searched = 0;
  for (const i of order) {
    if (!all && searched >= ALL_ROWS && levels.length >= PAIRS_ENOUGH * fields) break;
    if (!all && levels.length >= 2 * PAIRS_ENOUGH * fields) break;
    searched++;
    const row = i + 1;
    for (const other of find(table, scenario, row, all)) add(table, model, row, other, levels, adjustments);
  }
  return {
    count: levels.length / fields,
    fields,
    levels: Int8Array.from(levels),
    adjustments: Int16Array.from(adjustments),
    possible: all ? table.pairs : (searched * 2 * table.pairs) / table.size,
  };
}

function find(table: Table, scenario: ReturnType<Table['scenario']>, row: number, eachOnce: boolean): number[] {
  const searcher = table.index.searcher({
    scenarios: [scenario],
    features: [table.features],
    normal: (feature) => feature.text(feature.column.get(row)),
    rule: 'dedupe',
    limit: Infinity,
    withTies: false,
    accept: undefined,
    skip: (other) => (eachOnce && other < row) || !table.isPair(row, other),
  });
  searcher.run();
  return searcher.top.rows;
}

function add(
  table: Table,
  { fields }: ScoreModel,
  row: number,
  other: number,
  levels: number[],
  adjustments: number[],
): void {
  fields.forEach((field, f) => {
    const a = table.value(f, row);
    const b = table.value(f, other);
    if (a === 0 || b === 0) {
      levels.push(-1);
      adjustments.push(0);
      return;
    }
    const feature = table.features[f]!;
    const at = levelAt(field.levels, feature.similarity(feature.neighbourhood(feature.text(a)), b));
    const level = field.levels[at]!;
    const { frequencies } = field;
    const adjustment =
      frequencies === undefined || level.adjusted === 0
        ? 0
        : Math.min(adjustmentOf(frequencies, feature.text(a)), adjustmentOf(frequencies, feature.text(b)));
    levels.push(at);
    adjustments.push(evidenceOf(level, adjustment) - level.evidence);
  });
}
