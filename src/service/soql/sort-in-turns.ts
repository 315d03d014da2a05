import type { Turns } from './turns.js';

/** Entries sorted in one go: a millisecond or two. */
const RUN = 2_048;

/** Sorts whatever is added, a run at a time; of many entries it keeps as many as are asked for. */
export class SortInTurns<T> {
  #run: T[] = [];
  /** Sorted, the longest first. */
  #runs: T[][] = [];

  /**
   * @param compare an order without ties
   * @param atMost entries that are asked for
   */
  constructor(
    private readonly compare: (a: T, b: T) => number,
    private readonly atMost: number,
    private readonly turns: Turns,
  ) {}

  async add(entry: T): Promise<void> {
    this.#run.push(entry);
    if (this.#run.length < RUN) return;
    this.#runs.push(this.#run.sort(this.compare));
    this.#run = [];
    // As in a merge sort from below: runs of about one length are merged.
    while (this.#runs.length > 1 && this.#runs.at(-1)!.length * 2 > this.#runs.at(-2)!.length) await this.#mergeLast();
  }

  async sorted(): Promise<T[]> {
    this.#runs.push(this.#run.sort(this.compare));
    this.#run = [];
    while (this.#runs.length > 1) await this.#mergeLast();
    return this.#runs.pop()!.slice(0, this.atMost);
  }

  async #mergeLast(): Promise<void> {
    const two = this.#runs.pop()!;
    const one = this.#runs.pop()!;
    const merged: T[] = [];
    let [a, b] = [0, 0];
    while (merged.length < this.atMost && (a < one.length || b < two.length)) {
      const isFirst = b === two.length || (a < one.length && this.compare(one[a]!, two[b]!) < 0);
      merged.push(isFirst ? one[a++]! : two[b++]!);
      if (this.turns.isOver) await this.turns.next();
    }
    this.#runs.push(merged);
  }
}
