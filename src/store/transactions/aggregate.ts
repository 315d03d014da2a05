import { Decimal } from 'decimal.js';
import type { SummaryDefinition } from '../../records/object-schema.js';
import type { FieldValue } from '../../records/record.js';
import { SplitMap } from '../../runtime/memory/split-map.js';

/**
 * The children of one parent in one roll-up summary. Counts and sums are updated incrementally (exact decimal
 * arithmetic), so a parent of 100,000 children costs no more than one of ten. A lost minimum or maximum is searched
 * only in the part of a few thousand children that contained it.
 */
export class Aggregate {
  readonly #values = new SplitMap<FieldValue>();
  #sum = new Decimal(0);
  /** Minimum or maximum of each part of the values; absent: search for it. */
  readonly #extremes = new WeakMap<ReadonlyMap<string, FieldValue>, FieldValue>();

  constructor(private readonly operation: SummaryDefinition['operation']) {}

  copy(): Aggregate {
    const copy = new Aggregate(this.operation);
    for (const part of this.#values.parts()) for (const [child, value] of part) copy.#values.set(child, value);
    copy.#sum = this.#sum;
    return copy;
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  set(child: string, value: FieldValue): void {
    this.delete(child);
    this.#values.set(child, value);
    if (value === null) return;
    if (this.operation === 'sum') {
      this.#sum = this.#sum.plus(amount(value));
      return;
    }
    const part = this.#values.partOf(child);
    const extreme = this.#extremes.get(part);
    if (extreme !== undefined && this.#beats(value, extreme)) this.#extremes.set(part, value);
  }

  delete(child: string): void {
    const part = this.#values.partOf(child);
    const value = part.get(child) ?? null;
    this.#values.delete(child);
    if (value === null) return;
    if (this.operation === 'sum') this.#sum = this.#sum.minus(amount(value));
    else if (value === this.#extremes.get(part)) this.#extremes.delete(part);
  }

  /**
   * Without children, or with blank ones only: 0 for `sum`, blank for `min` and `max`. `count` counts all children,
   * blank or not.
   */
  get result(): FieldValue {
    if (this.operation === 'count') return this.#values.size;
    if (this.operation === 'sum') return this.#sum.toNumber();
    let result: FieldValue = null;
    for (const part of this.#values.parts()) {
      const extreme = this.#extremeOf(part);
      if (extreme !== null && this.#beats(extreme, result)) result = extreme;
    }
    return result;
  }

  #extremeOf(part: ReadonlyMap<string, FieldValue>): FieldValue {
    const known = this.#extremes.get(part);
    if (known !== undefined) return known;
    let extreme: FieldValue = null;
    for (const value of part.values()) if (value !== null && this.#beats(value, extreme)) extreme = value;
    this.#extremes.set(part, extreme);
    return extreme;
  }

  /** Numbers, or dates and datetimes in canonical form, which sort as text. */
  #beats(value: string | number | boolean, extreme: FieldValue): boolean {
    if (extreme === null) return true;
    return this.operation === 'min' ? value < extreme : value > extreme;
  }
}

function amount(value: FieldValue): number {
  return typeof value === 'number' ? value : 0;
}
