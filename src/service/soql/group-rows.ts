import type { FieldValue } from '../../records/record.js';
import type { AggregateColumn, Column, Grouped } from '../../soql/compile-query.js';
import { RequestError } from '../../contract/request-error.js';
import type { MetRecord, RecordReader } from './record-reader.js';

/** More groups than anybody reads: they are held in memory. */
const MOST_GROUPS = 50_000;
/** Different values of all groups together that are told apart. */
const MOST_DISTINCT = 1_000_000;

/** A row of a grouped query: values by the keys of its columns. */
export type GroupedRow = ReadonlyMap<string, FieldValue>;

/** Counts, sums and compares the records of one group. */
interface Tally {
  count: number;
  sum: number;
  lowest: FieldValue;
  highest: FieldValue;
  lowestKey: string | number | null;
  highestKey: string | number | null;
  readonly distinct: Set<string | number>;
}

/** Takes the records of a query in, and gives a row for each group. */
export class GroupRows {
  readonly #groups = new Map<string, { values: FieldValue[]; tallies: Tally[] }>();
  #distinct = 0;
  /** Columns whose different values are counted. */
  readonly #distinctOf: ReadonlySet<Column>;

  constructor(
    private readonly grouped: Grouped,
    private readonly reader: RecordReader,
  ) {
    const distinct = grouped.aggregates.filter(({ aggregate }) => aggregate === 'COUNT_DISTINCT');
    this.#distinctOf = new Set(distinct.map(({ of }) => of));
    // Without groups all records are one, even none.
    if (grouped.groups.length === 0) this.#group([], []);
  }

  add(record: MetRecord): void {
    const { groups, aggregates } = this.grouped;
    const { tallies } = this.#group(
      groups.map((column) => this.reader.sortKey(record, column)),
      groups.map((column) => this.reader.value(record, column)),
    );
    for (const [i, { of }] of aggregates.entries()) this.#count(tallies[i]!, record, of);
  }

  *rows(now: Date): Iterable<GroupedRow> {
    const { groups, aggregates, having } = this.grouped;
    for (const { values, tallies } of this.#groups.values()) {
      const row = new Map<string, FieldValue>([
        ...groups.map(({ key }, i): [string, FieldValue] => [key, values[i]!]),
        ...aggregates.map((column, i): [string, FieldValue] => [column.key, resultOf(column, tallies[i]!)]),
      ]);
      if (having?.((key) => row.get(key) ?? null, now) ?? true) yield row;
    }
  }

  /** @param keys texts that differ in case alone are one group, named as the first of them */
  #group(keys: readonly unknown[], values: FieldValue[]) {
    const key = JSON.stringify(keys);
    let group = this.#groups.get(key);
    if (group !== undefined) return group;
    if (this.#groups.size === MOST_GROUPS)
      throw new RequestError(400, 'EXCEEDED_ID_LIMIT', `A query has at most ${MOST_GROUPS} groups`);
    group = { values, tallies: this.grouped.aggregates.map(newTally) };
    this.#groups.set(key, group);
    return group;
  }

  #count(tally: Tally, record: MetRecord, of: Column): void {
    const value = this.reader.value(record, of);
    const key = this.reader.sortKey(record, of);
    if (value === null || key === null) return;
    tally.count++;
    if (typeof value === 'number') tally.sum += value;
    if (tally.lowestKey === null || key < tally.lowestKey) [tally.lowest, tally.lowestKey] = [value, key];
    if (tally.highestKey === null || key > tally.highestKey) [tally.highest, tally.highestKey] = [value, key];
    if (!this.#distinctOf.has(of) || tally.distinct.has(key)) return;
    if (++this.#distinct > MOST_DISTINCT)
      throw new RequestError(400, 'EXCEEDED_ID_LIMIT', `COUNT_DISTINCT tells at most ${MOST_DISTINCT} values apart`);
    tally.distinct.add(key);
  }
}

function newTally(): Tally {
  return {
    ...{ count: 0, sum: 0, lowest: null, highest: null, lowestKey: null, highestKey: null },
    distinct: new Set(),
  };
}

function resultOf({ aggregate }: AggregateColumn, tally: Tally): FieldValue {
  switch (aggregate) {
    case 'COUNT':
      return tally.count;
    case 'COUNT_DISTINCT':
      return tally.distinct.size;
    case 'SUM':
      return tally.count === 0 ? null : tally.sum;
    case 'AVG':
      return tally.count === 0 ? null : tally.sum / tally.count;
    case 'MIN':
      return tally.lowest;
    case 'MAX':
      return tally.highest;
  }
}
