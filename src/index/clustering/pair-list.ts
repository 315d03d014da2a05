import type { PairColumns } from '../join/pair-columns.js';
import { shownScore } from '../../matching/score.js';
import { freeMemory } from '../../runtime/free-memory.js';

/** Pairs of rows in columns; only the first `length` entries are valid. */
export interface ScoredPairs {
  readonly length: number;
  /** Rows from 0 on; the first is the lower. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** Percent. The score shown is this, rounded down. */
  readonly score: Float32Array;
}

/** The largest fraction of a 32-bit float below 100 that does not round to the next integer. */
const BELOW_NEXT = 0.99999;

/** Any bound up to this is accepted. */
const FEWEST_BOUND = 10_000_000;
/** Maximum bytes per pair: twelve in the list, twice that while it grows, and the groups' arrays. */
const BYTES_OF_PAIR = 48;

export function pairsThatFit(): number {
  return Math.max(FEWEST_BOUND, Math.floor(freeMemory() / 4 / BYTES_OF_PAIR));
}

/** Pairs as they are found, twelve bytes each. */
export class PairList implements ScoredPairs {
  length = 0;
  first: Int32Array = new Int32Array(1_024);
  second: Int32Array = new Int32Array(1_024);
  score: Float32Array = new Float32Array(1_024);

  /**
   * @param most limits the memory
   * @param tooMany creates the error for too many pairs, from the start of its sentence
   */
  constructor(
    private readonly most: number,
    private readonly tooMany: (found: string) => Error,
  ) {}

  /** Adds pairs of an index, whose rows are numbered from 1. */
  addAll({ length, first, second, num, den }: PairColumns): void {
    for (let i = 0; i < length; i++) {
      // Not rounded up to the next integer, because the exact score is below it.
      const score = Math.min(num[i]! / den[i]! / 100, shownScore(num[i]!, den[i]!) + BELOW_NEXT);
      this.add(first[i]! - 1, second[i]! - 1, score);
    }
  }

  add(one: number, two: number, score: number): void {
    if (this.length === this.most) throw this.tooMany(`there are more than ${this.most.toLocaleString('en-US')} pairs`);
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
