import { adjustmentOf, adjustedWeight, levelAt, type FieldModel, type ScoreModel } from '../../matching/model.js';
import type { Similarity } from '../../matching/method.js';
import type { Table } from './row-table.js';

/** A sample of pairs in flat arrays, with an entry for each pair and field. */
export interface PairSample {
  readonly count: number;
  readonly fields: number;
  /** Levels; -1 if one value is blank, -2 if both values are blank. */
  readonly levels: Int8Array;
  /** Frequency adjustments in thousandths of a bit. */
  readonly adjustments: Int16Array;
  /** For each query row, the number of pairs found by this row and earlier query rows. */
  readonly rowEnds: Int32Array;
  /** Number of possible pairs that the sample represents, which are those of the query rows. */
  readonly possible: number;
}

export interface SampledPairs extends PairSample {
  readonly rows: Int32Array;
  /** For each pair, the row that was found. */
  readonly others: Int32Array;
}

/**
 * Returns all pairs of the given rows that may be matches under the model. Each row searches the whole table. If all
 * rows are given, each pair is used once. Retrieval causes no bias, because all omitted pairs are less likely than the
 * threshold. Non-match classes are not applied, because their pairs are needed too.
 * @param rows query rows
 * @param leastPosterior minimum posterior in percent
 */
export function samplePairs(table: Table, model: ScoreModel, rows: Int32Array, leastPosterior: number): SampledPairs {
  const search = table.search({ prior: model.prior, fields: model.fields }, leastPosterior * 100);
  const isWhole = rows.length === table.size;
  const columns = table.features.map((_, f) => new SampledColumn(table, f, model.fields[f]!));
  const rowEnds = new Int32Array(rows.length);
  const others: number[] = [];
  rows.forEach((row, i) => {
    search(row, isWhole, (other, similarity) => {
      for (const column of columns) column.add(row, other, similarity);
      others.push(other);
    });
    rowEnds[i] = others.length;
  });
  return {
    ...interleaved(columns, others.length),
    ...{ rows, rowEnds, others: Int32Array.from(others) },
    possible: isWhole ? table.pairs : (rows.length * 2 * table.pairs) / table.size,
  };
}

export function compareLevels(
  table: Table,
  model: ScoreModel,
  pairs: readonly (readonly [number, number])[],
): Pick<PairSample, 'count' | 'fields' | 'levels' | 'adjustments'> {
  const columns = table.features.map((_, f) => new SampledColumn(table, f, model.fields[f]!));
  for (const [row, other] of pairs)
    for (const column of columns) column.add(row, other, (field) => table.similarity(field, row, other));
  return interleaved(columns, pairs.length);
}

class SampledColumn {
  readonly levels: number[] = [];
  readonly adjustments: number[] = [];
  /** Adjustments by value id, each computed once. */
  private readonly known: (number | undefined)[] = [];

  constructor(
    private readonly table: Table,
    private readonly field: number,
    private readonly model: FieldModel,
  ) {}

  add(row: number, other: number, similarity: (field: number) => Similarity): void {
    const { table, field, model, levels, adjustments } = this;
    const own = table.value(field, row);
    const value = table.value(field, other);
    if (own === 0 || value === 0) {
      levels.push(own === value ? -2 : -1);
      adjustments.push(0);
      return;
    }
    const at = levelAt(model.levels, similarity(field));
    const level = model.levels[at]!;
    const adjusted = level.adjusted === 0 ? 0 : Math.min(this.adjustment(own), this.adjustment(value));
    levels.push(at);
    adjustments.push(adjustedWeight(level, adjusted) - level.matchWeight);
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
