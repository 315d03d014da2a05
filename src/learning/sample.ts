import { adjustmentOf, evidenceOf, levelAt, type FieldModel, type ScoreModel } from '../matching/model.js';
import type { Scenario } from '../matching/scenario.js';
import type { Table } from './table.js';

/** Pairs retrieved for learning: levels and frequency adjustments, flat, one entry for each pair and field. */
export interface PairSample {
  readonly count: number;
  readonly fields: number;
  /** Level of the similarity; -1 where a side is blank. */
  readonly levels: Int8Array;
  /** What the frequency adjustment adds, in thousandths of a bit. */
  readonly adjustments: Int16Array;
  /** For each row searched by: number of the pairs found by it and the rows before. */
  readonly rowEnds: Int32Array;
  /** Pairs of the table that the sample stands for: those of the rows searched by. */
  readonly possible: number;
}

/**
 * All pairs that may be matches under the model, of the rows given: each is searched by in the whole table, and each
 * pair taken once where these are all rows. Retrieval is exact: what is left out is less likely than the bar, not
 * merely outside some block; so nothing that is learned from the sample is conditioned on how it was found. Rivals play
 * no part: their pairs are to be learned from too.
 *
 * @param rows searched by
 * @param leastPosterior the bar, percent
 */
export function samplePairs(
  table: Table,
  model: ScoreModel,
  rows: readonly number[],
  leastPosterior: number,
): PairSample {
  const scenario = table.scenario({
    threshold: leastPosterior * 100,
    model: { prior: model.prior, fields: model.fields },
  });
  const isWhole = rows.length === table.size;
  const columns = table.features.map((_, f) => new SampledColumn(table, f, model.fields[f]!));
  const rowEnds = new Int32Array(rows.length);
  rows.forEach((row, i) => {
    const others = find(table, scenario, row, isWhole);
    for (const column of columns) column.add(row, others);
    rowEnds[i] = (i === 0 ? 0 : rowEnds[i - 1]!) + others.length;
  });
  return {
    ...interleaved(columns, rowEnds.at(-1) ?? 0),
    rowEnds,
    possible: isWhole ? table.pairs : (rows.length * 2 * table.pairs) / table.size,
  };
}

function find(table: Table, scenario: Scenario, row: number, eachOnce: boolean): number[] {
  const searcher = table.index.searcher({
    scenarios: [scenario],
    features: [table.features],
    normal: (feature) => feature.text(feature.column.get(row)),
    // Unlike an upsert's, its neighbours are remembered at once: the same rows are searched by in every round.
    rule: 'dedupe',
    limit: Infinity,
    withTies: false,
    accept: undefined,
    skip: (other) => (eachOnce && other < row) || !table.isPair(row, other),
  });
  searcher.run();
  return searcher.top.rows;
}

/** Levels and adjustments of one field, pair by pair. */
class SampledColumn {
  readonly levels: number[] = [];
  readonly adjustments: number[] = [];
  /** Adjustments of the values by their numbers, looked up once each. */
  private readonly known: (number | undefined)[] = [];

  constructor(
    private readonly table: Table,
    private readonly field: number,
    private readonly model: FieldModel,
  ) {}

  add(row: number, others: readonly number[]): void {
    const { table, field, model, levels, adjustments } = this;
    const feature = table.features[field]!;
    const own = table.value(field, row);
    const neighbourhood = own === 0 ? undefined : feature.neighbourhood(feature.text(own));
    for (const other of others) {
      const value = table.value(field, other);
      if (neighbourhood === undefined || value === 0) {
        levels.push(-1);
        adjustments.push(0);
        continue;
      }
      const at = levelAt(model.levels, feature.similarity(neighbourhood, value));
      const level = model.levels[at]!;
      const adjusted = level.adjusted === 0 ? 0 : Math.min(this.adjustment(own), this.adjustment(value));
      levels.push(at);
      adjustments.push(evidenceOf(level, adjusted) - level.evidence);
    }
  }

  private adjustment(value: number): number {
    return (this.known[value] ??= adjustmentOf(this.model.frequencies, this.table.features[this.field]!.text(value)));
  }
}

function interleaved(
  columns: readonly SampledColumn[],
  count: number,
): Pick<PairSample, 'count' | 'fields' | 'levels' | 'adjustments'> {
  const fields = columns.length;
  const levels = new Int8Array(count * fields);
  const adjustments = new Int16Array(count * fields);
  columns.forEach((column, f) => {
    for (let pair = 0; pair < count; pair++) {
      levels[pair * fields + f] = column.levels[pair]!;
      adjustments[pair * fields + f] = column.adjustments[pair]!;
    }
  });
  return { count, fields, levels, adjustments };
}
