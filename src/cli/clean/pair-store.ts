import type { PairColumns } from '../../index/self-join/pair-columns.js';
import { Failure } from '../errors.js';

/** More pairs than this are no duplicates: the fields do not tell rows apart. Bounds the memory. */
const MOST_PAIRS = 30_000_000;

/** Pairs of rows with their scores, by position. */
export interface PairStore {
  readonly length: number;
  /** Rows from 0 on; the first is the lower. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** Percent, unrounded. */
  readonly score: Float32Array;
}

/** @throws Failure where there are too many */
export async function collectPairs(batches: AsyncIterable<PairColumns>): Promise<PairStore> {
  let [first, second, score] = [new Int32Array(1024), new Int32Array(1024), new Float32Array(1024)];
  let length = 0;
  for await (const batch of batches) {
    if (length + batch.length > MOST_PAIRS)
      throw new Failure(
        `more than ${MOST_PAIRS.toLocaleString('en-US')} pairs are found: the columns compared do not tell rows apart; map more columns, or raise --threshold`,
      );
    while (length + batch.length > first.length) [first, second, score] = [grown(first), grown(second), grown(score)];
    for (let i = 0; i < batch.length; i += 1, length += 1) {
      // Rows of the index are numbered from 1.
      first[length] = batch.first[i]! - 1;
      second[length] = batch.second[i]! - 1;
      score[length] = batch.num[i]! / batch.den[i]! / 100;
    }
  }
  return { length, first, second, score };
}

function grown<Numbers extends Int32Array | Float32Array>(numbers: Numbers): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
