import type { ScoredPairs } from './find-groups.js';

/** Pairs that a job keeps, nine bytes each. */
export const MOST_PAIRS = 10_000_000;

export class TooManyPairs extends Error {
  constructor() {
    super(
      `there are more than ${MOST_PAIRS.toLocaleString('en-US')} pairs: the scenarios do not tell records apart; choose others, a higher threshold or a filter`,
    );
  }
}

/** Pairs of rows as they are found. */
export class PairList implements ScoredPairs {
  length = 0;
  first = new Int32Array(1_024);
  second = new Int32Array(1_024);
  scores = new Uint8Array(1_024);

  /** @throws TooManyPairs */
  add(one: number, two: number, score: number): void {
    if (this.length === MOST_PAIRS) throw new TooManyPairs();
    if (this.length === this.first.length) this.#grow();
    this.first[this.length] = one;
    this.second[this.length] = two;
    this.scores[this.length++] = score;
  }

  #grow(): void {
    const room = Math.min(MOST_PAIRS, 2 * this.length);
    const { first, second, scores } = this;
    this.first = new Int32Array(room);
    this.second = new Int32Array(room);
    this.scores = new Uint8Array(room);
    this.first.set(first);
    this.second.set(second);
    this.scores.set(scores);
  }
}
