import type { FieldValue } from '../../records/record.js';
import type { AggregateColumn, Column, Grouped } from './compile-query.js';
import { MOST } from '../../store/config/config-limits.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { MetRecord, RecordReader } from './record-reader.js';

/** Approximate size in bytes of a group, an aggregate and a COUNT_DISTINCT value, excluding strings. */
const GROUP_BYTES = 300;
const TALLY_BYTES = 100;
const DISTINCT_BYTES = 60;

/** A row of a grouped query: values by column key. */
export type GroupedRow = ReadonlyMap<string, FieldValue>;

interface Tally {
  count: number;
  sum: number;
  lowest: FieldValue;
  highest: FieldValue;
  lowestKey: string | number | null;
  highestKey: string | number | null;
  distinct: Set<string | number> | undefined;
}

export interface Group {
  readonly values: readonly FieldValue[];
  readonly tallies: readonly Tally[];
}

export class GroupRows {
  readonly #groups = new Map<string, Group>();
  #distinct = 0;
  readonly #distinctOf: ReadonlySet<Column>;

  /** @param hold called with the bytes used. @throws RequestError if too many bytes are used */
  constructor(
    private readonly grouped: Grouped,
    private readonly reader: RecordReader,
    private readonly hold: (bytes: number) => void,
  ) {
    const distinct = grouped.aggregates.filter(({ aggregate }) => aggregate === 'COUNT_DISTINCT');
    this.#distinctOf = new Set(distinct.map(({ of }) => of));
    // Without GROUP BY, all records form one group, even if there are none.
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

  get groups(): Iterable<Group> {
    return this.#groups.values();
  }

  row({ values, tallies }: Group, now: Date): GroupedRow | undefined {
    const { groups, aggregates, having } = this.grouped;
    const row = new Map<string, FieldValue>([
      ...groups.map(({ key }, i): [string, FieldValue] => [key, values[i]!]),
      ...aggregates.map((column, i): [string, FieldValue] => [column.key, resultOf(column, tallies[i]!)]),
    ]);
    return (having?.((key) => row.get(key) ?? null, now) ?? true) ? row : undefined;
  }

  /** @param keys strings that differ only in case belong to one group, which has the spelling of the first string */
  #group(keys: readonly unknown[], values: FieldValue[]) {
    const key = JSON.stringify(keys);
    let group = this.#groups.get(key);
    if (group !== undefined) return group;
    if (this.#groups.size === MOST.queryGroups)
      throw new RequestError(400, 'EXCEEDED_ID_LIMIT', `A query can have at most ${MOST.queryGroups} groups`);
    const { aggregates } = this.grouped;
    this.hold(GROUP_BYTES + 2 * key.length + bytesOfAll(values) + TALLY_BYTES * aggregates.length);
    group = { values, tallies: aggregates.map(newTally) };
    this.#groups.set(key, group);
    return group;
  }

  #count(tally: Tally, record: MetRecord, of: Column): void {
    const value = this.reader.value(record, of);
    const key = this.reader.sortKey(record, of);
    if (value === null || key === null) return;
    tally.count++;
    if (typeof value === 'number') tally.sum += value;
    if (tally.lowestKey === null || key < tally.lowestKey) {
      this.hold(bytesOf(value) - bytesOf(tally.lowest));
      [tally.lowest, tally.lowestKey] = [value, key];
    }
    if (tally.highestKey === null || key > tally.highestKey) {
      this.hold(bytesOf(value) - bytesOf(tally.highest));
      [tally.highest, tally.highestKey] = [value, key];
    }
    if (!this.#distinctOf.has(of) || tally.distinct?.has(key) === true) return;
    const most = MOST.queryDistinct;
    if (++this.#distinct > most)
      throw new RequestError(400, 'EXCEEDED_ID_LIMIT', `COUNT_DISTINCT can count at most ${most} values`);
    this.hold(DISTINCT_BYTES + bytesOf(key));
    (tally.distinct ??= new Set()).add(key);
  }
}

/** Returns the approximate bytes of a value. A string is stored in its original and in its compared form. */
const bytesOf = (value: FieldValue | undefined): number => (typeof value === 'string' ? 4 * value.length : 0);
const bytesOfAll = (values: readonly FieldValue[]): number =>
  values.reduce<number>((sum, one) => sum + bytesOf(one), 0);

function newTally(): Tally {
  return {
    ...{ count: 0, sum: 0, lowest: null, highest: null, lowestKey: null, highestKey: null },
    distinct: undefined,
  };
}

function resultOf({ aggregate }: AggregateColumn, tally: Tally): FieldValue {
  switch (aggregate) {
    case 'COUNT':
      return tally.count;
    case 'COUNT_DISTINCT':
      return tally.distinct?.size ?? 0;
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
