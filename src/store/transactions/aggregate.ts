import { Decimal } from 'decimal.js';
import type { SummaryDefinition } from '../../records/object-schema.js';
import type { FieldValue } from '../../records/record.js';
import { SplitMap } from '../../runtime/memory/split-map.js';

/**
 * One parent's children in one roll-up summary. Each change updates counts and sums in exact decimal arithmetic, so
 * 100,000 children cost no more than ten. If the minimum or maximum is removed, only the few thousand children in the
 * same part are searched for the new one.
 */
export class Aggregate {
  readonly #values = new SplitMap<FieldValue>();
  #sum = new Decimal(0);
  /** Minimum or maximum of each part of the values. If there is no entry, the part must be searched. */
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
   * The value of the summary. Without children, or if all values are blank, `sum` is 0, and `min` and `max` are blank.
   * `count` counts all children.
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

  /** Compares numbers, or dates and datetimes in canonical form, which sort as text. */
  #beats(value: string | number | boolean, extreme: FieldValue): boolean {
    if (extreme === null) return true;
    return this.operation === 'min' ? value < extreme : value > extreme;
  }
}

function amount(value: FieldValue): number {
  return typeof value === 'number' ? value : 0;
}
