import type { Turns } from '../../runtime/turns.js';

/** Number of entries sorted at a time. Sorting them takes a millisecond or two. */
const RUN = 2_048;

/** Sorts entries in runs, and keeps only the requested number of entries. */
export class SortInTurns<T> {
  #run: T[] = [];
  /** Longest run first. */
  #runs: T[][] = [];

  /** @param compare a total order without ties @param atMost number of entries to keep */
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
    // Merge runs of similar length, as in a bottom-up merge sort.
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
