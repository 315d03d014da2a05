import type { Similarity } from '../../matching/method.js';
import { CrossedValues } from '../retrieval/crossed-values.js';
import type { IndexedField } from '../values/indexed-field.js';

/** Pairs of similar values of one column, each once, ascending by the lower value, then by the higher one. */
export interface SimilarPairs {
  readonly lower: Int32Array;
  readonly higher: Int32Array;
  readonly similarities: Uint16Array;
}

/**
 * For each value of a column the other values that are similar to it, ascending. Arrays on memory that threads share.
 */
export interface SimilarLists {
  /** Value -> where its list begins; the next one's beginning is its end. */
  readonly starts: Int32Array;
  readonly values: Int32Array;
  readonly similarities: Uint16Array;
  /** Value -> the greatest of its similarities, 0 where nothing is similar. */
  readonly nearest: Uint16Array;
  /** Value -> rows that hold one of the values in its list. */
  readonly rows: Int32Array;
}

/** A similarity takes the low bits of a sortable number, the value the rest. */
const SIMILARITY_ROOM = 1 << 14;

/**
 * Compares the values from `from` to before `to` with all greater ones that may be similar; those that are compared
 * crosswise must be all values.
 */
export function joinValues(field: IndexedField, from: number, to: number): SimilarPairs {
  if (field.isCrossed) return joinCrosswise(field);
  const pairs = new GrowingPairs();
  for (let value = from; value < to; value++) {
    if (!field.isUsed(value)) continue;
    const found = field.similarAbove(value);
    const packed = Float64Array.from(found, (each) => each.value * SIMILARITY_ROOM + each.similarity).sort();
    for (const each of packed) pairs.add(value, Math.floor(each / SIMILARITY_ROOM), each % SIMILARITY_ROOM);
  }
  return pairs.whole();
}

/** There may be tens of millions of them, found in any order. */
function joinCrosswise({ method, dictionary }: IndexedField): SimilarPairs {
  const found = new GrowingPairs();
  new CrossedValues(method, dictionary).pairs((lower, higher, similarity) => found.add(lower, higher, similarity));
  const { lower, higher, similarities, length } = found;
  const starts = new Int32Array(dictionary.size + 2);
  for (let i = 0; i < length; i++) starts[lower[i]! + 1]!++;
  for (let value = 1; value < starts.length; value++) starts[value]! += starts[value - 1]!;
  const ends = starts.slice();
  const packed = new Float64Array(length);
  for (let i = 0; i < length; i++) packed[ends[lower[i]!]!++] = higher[i]! * SIMILARITY_ROOM + similarities[i]!;
  for (let value = 1; value <= dictionary.size; value++) {
    const from = starts[value]!;
    const to = starts[value + 1]!;
    if (to - from > 1) packed.subarray(from, to).sort();
    lower.fill(value, from, to);
    for (let i = from; i < to; i++) {
      higher[i] = Math.floor(packed[i]! / SIMILARITY_ROOM);
      similarities[i] = packed[i]! % SIMILARITY_ROOM;
    }
  }
  return found.whole();
}

class GrowingPairs {
  lower = new Int32Array(1024);
  higher = new Int32Array(1024);
  similarities = new Uint16Array(1024);
  length = 0;

  add(lower: number, higher: number, similarity: Similarity): void {
    if (this.length === this.lower.length) {
      this.lower = grown(this.lower, new Int32Array(2 * this.length));
      this.higher = grown(this.higher, new Int32Array(2 * this.length));
      this.similarities = grown(this.similarities, new Uint16Array(2 * this.length));
    }
    this.lower[this.length] = lower;
    this.higher[this.length] = higher;
    this.similarities[this.length++] = similarity;
  }

  /** As long as there are pairs. */
  whole(): SimilarPairs {
    return {
      lower: this.lower.slice(0, this.length),
      higher: this.higher.slice(0, this.length),
      similarities: this.similarities.slice(0, this.length),
    };
  }
}

/**
 * The pairs as lists.
 *
 * @param values the greatest value
 * @param parts one after the other: all pairs of the column, ascending
 * @param rowStarts value -> where its rows begin
 */
export function similarLists(values: number, parts: readonly SimilarPairs[], rowStarts: Int32Array): SimilarLists {
  const starts = sharedInts(values + 2);
  for (const { lower, higher } of parts)
    for (let i = 0; i < lower.length; i++) {
      starts[lower[i]! + 1]!++;
      starts[higher[i]! + 1]!++;
    }
  for (let value = 1; value <= values + 1; value++) starts[value]! += starts[value - 1]!;
  const count = starts[values + 1]!;
  const lists: SimilarLists = {
    starts,
    values: sharedInts(count),
    similarities: new Uint16Array(new SharedArrayBuffer(count * 2)),
    nearest: new Uint16Array(new SharedArrayBuffer((values + 1) * 2)),
    rows: sharedInts(values + 1),
  };
  const ends = starts.slice(0, values + 1);
  const add = (value: number, other: number, similarity: Similarity): void => {
    const at = ends[value]!++;
    lists.values[at] = other;
    lists.similarities[at] = similarity;
    if (similarity > lists.nearest[value]!) lists.nearest[value] = similarity;
    lists.rows[value]! += rowStarts[other + 1]! - rowStarts[other]!;
  };
  // The lower neighbours of each value come in order, before its higher ones.
  for (const { lower, higher, similarities } of parts)
    for (let i = 0; i < lower.length; i++) add(higher[i]!, lower[i]!, similarities[i]!);
  for (const { lower, higher, similarities } of parts)
    for (let i = 0; i < lower.length; i++) add(lower[i]!, higher[i]!, similarities[i]!);
  return lists;
}

/** Similarity of two different values; 0 where they are not similar. */
export function similarityIn(lists: SimilarLists, value: number, other: number): Similarity {
  const { values } = lists;
  let low = lists.starts[value]!;
  let high = lists.starts[value + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = values[middle]!;
    if (at === other) return lists.similarities[middle]!;
    if (at < other) low = middle + 1;
    else high = middle;
  }
  return 0;
}

export function sharedInts(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * 4));
}

function grown<Numbers extends Int32Array | Uint16Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
