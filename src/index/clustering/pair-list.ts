import type { PairColumns } from '../join/pair-columns.js';
import { shownScore } from '../../matching/score.js';
import { freeMemory } from '../../runtime/free-memory.js';

/** Pairs of rows with scores. Only the first `length` entries of each array are valid. */
export interface ScoredPairs {
  readonly length: number;
  /** Row numbers from 0. `first` is lower than `second`. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** Scores in percent, not rounded. The console rounds them down. */
  readonly score: Float32Array;
}

/** Largest 32-bit fraction that is still shown as the lower of two integer percentages. */
const BELOW_NEXT = 0.99999;

const FEWEST_BOUND = 10_000_000;
/** Peak memory per pair: 12 bytes in the list, another 24 while the list is copied to grow, and the groups' arrays. */
const BYTES_OF_PAIR = 48;

export function pairsThatFit(): number {
  return Math.max(FEWEST_BOUND, Math.floor(freeMemory() / 4 / BYTES_OF_PAIR));
}

export class PairList implements ScoredPairs {
  length = 0;
  first: Int32Array = new Int32Array(1_024);
  second: Int32Array = new Int32Array(1_024);
  score: Float32Array = new Float32Array(1_024);

  /** @param most maximum number of pairs @param tooMany creates the error; `found` is the beginning of its message */
  constructor(
    private readonly most: number,
    private readonly tooMany: (found: string) => Error,
  ) {}

  addAll({ length, first, second, num, den }: PairColumns): void {
    for (let i = 0; i < length; i++) {
      const score = Math.min(num[i]! / den[i]! / 100, shownScore(num[i]!, den[i]!) + BELOW_NEXT);
      this.add(first[i]! - 1, second[i]! - 1, score);
    }
  }

  add(one: number, two: number, score: number): void {
    if (this.length === this.most) throw this.tooMany(`more than ${this.most.toLocaleString('en-US')} pairs found`);
    if (this.length === this.first.length) this.#grow();
    this.first[this.length] = Math.min(one, two);
    this.second[this.length] = Math.max(one, two);
    this.score[this.length++] = score;
  }

  #grow(): void {
    const room = Math.min(this.most, 2 * this.length);
    const { first, second, score } = this;
    this.first = new Int32Array(room);
    this.second = new Int32Array(room);
    this.score = new Float32Array(room);
    this.first.set(first);
    this.second.set(second);
    this.score.set(score);
  }
}
