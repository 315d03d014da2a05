import type { InputRow } from './input-table.js';

const MOST_TOLD = 5;

/** Counts rows with an unclosed quote, for a message to the user. */
export class BrokenRows {
  #count = 0;
  readonly #lines: number[] = [];

  add({ brokenIn }: InputRow): void {
    if (brokenIn === undefined) return;
    this.#count += 1;
    if (this.#lines.length < MOST_TOLD) this.#lines.push(brokenIn);
  }

  /** Returns at most one line. @param become the result for such rows, such as `read unchanged` */
  notes(become: string): string[] {
    if (this.#count === 0) return [];
    const more = this.#count > this.#lines.length ? ` and ${this.#count - this.#lines.length} more` : '';
    const [lines, rows] = this.#count === 1 ? ['line', 'the row is'] : ['lines', `these ${this.#count} rows are`];
    return [`${lines} ${this.#lines.join(', ')}${more}: unclosed quote; ${rows} ${become}`];
  }
}
