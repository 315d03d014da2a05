import { Decimal } from 'decimal.js';
import type { SummaryDefinition } from '../records/definition.js';
import type { FieldValue } from '../records/record.js';

/**
 * The children of one parent under one roll-up summary. Counts and sums are kept as they change (exactly: decimal arithmetic), so that a parent of
 * 100,000 children costs no more than one of ten; an extreme is looked for anew only when the child that held it goes.
 */
export class Tally {
  readonly #values = new Map<string, FieldValue>();
  #sum = new Decimal(0);
  /** Undefined: not known, look for it. */
  #extreme: FieldValue | undefined = null;

  constructor(private readonly operation: SummaryDefinition['operation']) {}

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  set(child: string, value: FieldValue): void {
    this.delete(child);
    this.#values.set(child, value);
    if (value === null) return;
    if (this.operation === 'sum') this.#sum = this.#sum.plus(amount(value));
    else if (this.#extreme !== undefined && this.#beats(value, this.#extreme)) this.#extreme = value;
  }

  delete(child: string): void {
    const value = this.#values.get(child) ?? null;
    this.#values.delete(child);
    if (value === null) return;
    if (this.operation === 'sum') this.#sum = this.#sum.minus(amount(value));
    else if (value === this.#extreme) this.#extreme = undefined;
  }

  /** No children, or only blank ones: 0 for `sum`, blank for `min` and `max`. `count` counts children, blank or not. */
  get result(): FieldValue {
    if (this.operation === 'count') return this.#values.size;
    if (this.operation === 'sum') return this.#sum.toNumber();
    if (this.#extreme === undefined) {
      let extreme: FieldValue = null;
      for (const value of this.#values.values()) if (value !== null && this.#beats(value, extreme)) extreme = value;
      this.#extreme = extreme;
    }
    return this.#extreme;
  }

  /** Numbers, or dates and datetimes in their canonical text forms, which sort as text. */
  #beats(value: string | number | boolean, extreme: FieldValue): boolean {
    if (extreme === null) return true;
    return this.operation === 'min' ? value < extreme : value > extreme;
  }
}

function amount(value: FieldValue): number {
  return typeof value === 'number' ? value : 0;
}
