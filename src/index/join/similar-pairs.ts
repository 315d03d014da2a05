import type { Similarity } from '../../matching/method.js';
import { CrossedValues } from '../retrieval/crossed-values.js';
import type { IndexedField } from '../values/indexed-field.js';

/** Pairs of similar values, ordered by the lower value, then by the higher value. Each pair occurs once. */
export interface SimilarPairs {
  readonly lower: Int32Array;
  readonly higher: Int32Array;
  readonly similarities: Uint16Array;
}

/** Similar values of each value, ascending, in memory that all threads share. */
export interface SimilarLists {
  /** Start of each value's list. The list ends where the next list starts. */
  readonly starts: Int32Array;
  readonly values: Int32Array;
  readonly similarities: Uint16Array;
  /** Greatest similarity of each value to another value; 0 if no value is similar. */
  readonly nearest: Uint16Array;
  /** For each value, the number of rows whose value is in the list. */
  readonly rows: Int32Array;
}

/** The similarity is in the low bits, below this limit. The value is in the high bits. */
const SIMILARITY_ROOM = 1 << 14;

/** Compares the values `from` to `to`, exclusive, with all greater values. Joins all swapped names in one step. */
export function joinValues(field: IndexedField, from: number, to: number): SimilarPairs {
  if (field.isCrossed) return joinCrosswise(field);
  const pairs = new GrowingPairs();
  let packed = new Float64Array(64);
  let count = 0;
  const take = (other: number, similarity: Similarity): void => {
    if (count === packed.length) {
      const larger = new Float64Array(2 * count);
      larger.set(packed);
      packed = larger;
    }
    packed[count++] = other * SIMILARITY_ROOM + similarity;
  };
  for (let value = from; value < to; value++) {
    if (!field.isUsed(value)) continue;
    count = 0;
    field.similarAbove(value, take);
    for (const each of packed.subarray(0, count).sort())
      pairs.add(value, Math.floor(each / SIMILARITY_ROOM), each % SIMILARITY_ROOM);
  }
  return pairs.whole();
}

/** Returns pairs in unordered batches of the given length, because memory may not hold all pairs. */
export function joinCrosswiseInParts(
  { method, dictionary }: IndexedField,
  length: number,
  give: (pairs: SimilarPairs) => void,
): void {
  const found = new GrowingPairs();
  new CrossedValues(method, dictionary).pairs((lower, higher, similarity) => {
    found.add(lower, higher, similarity);
    if (found.length < length) return;
    give(found.whole());
    found.length = 0;
  });
  give(found.whole());
}

/** Joins all values, which finds the pairs in no particular order, then sorts up to tens of millions of pairs. */
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

  whole(): SimilarPairs {
    return {
      lower: this.lower.slice(0, this.length),
      higher: this.higher.slice(0, this.length),
      similarities: this.similarities.slice(0, this.length),
    };
  }
}

export function similarLists(values: number, parts: readonly SimilarPairs[], rowStarts: Int32Array): SimilarLists {
  const lists = new NewLists(values, rowStarts);
  for (const part of parts) lists.count(part);
  for (const part of parts) lists.add(part);
  return lists.whole();
}

/** Lists that are built in two passes over the pairs: one counts the entries, one adds them. */
export class NewLists {
  private readonly starts: Int32Array;
  private readonly nearest: Uint16Array;
  private readonly rows: Int32Array;
  private ends: Int32Array | undefined;
  private values: Int32Array = new Int32Array(0);
  private similarities: Uint16Array = new Uint16Array(0);

  /** @param size greatest value id @param rowStarts start of each value's rows */
  constructor(
    private readonly size: number,
    private readonly rowStarts: Int32Array,
  ) {
    this.starts = sharedInts(size + 2);
    this.nearest = new Uint16Array(new SharedArrayBuffer((size + 1) * 2));
    this.rows = sharedInts(size + 1);
  }

  count({ lower, higher }: SimilarPairs): void {
    const { starts } = this;
    for (let i = 0; i < lower.length; i++) {
      starts[lower[i]! + 1]!++;
      starts[higher[i]! + 1]!++;
    }
  }

  /** Adds pairs in ascending order, so that a value's list contains lower values before higher values. */
  add({ lower, higher, similarities }: SimilarPairs): void {
    this.ends ??= this.begin();
    for (let i = 0; i < lower.length; i++) {
      this.put(higher[i]!, lower[i]!, similarities[i]!);
      this.put(lower[i]!, higher[i]!, similarities[i]!);
    }
  }

  whole(): SimilarLists {
    this.ends ??= this.begin();
    const { starts, values, similarities, nearest, rows } = this;
    return { starts, values, similarities, nearest, rows };
  }

  private begin(): Int32Array {
    const { starts, size } = this;
    for (let value = 1; value <= size + 1; value++) starts[value]! += starts[value - 1]!;
    const count = starts[size + 1]!;
    this.values = sharedInts(count);
    this.similarities = new Uint16Array(new SharedArrayBuffer(count * 2));
    return starts.slice(0, size + 1);
  }

  private put(value: number, other: number, similarity: Similarity): void {
    const { nearest, rowStarts } = this;
    const at = this.ends![value]!++;
    this.values[at] = other;
    this.similarities[at] = similarity;
    if (similarity > nearest[value]!) nearest[value] = similarity;
    this.rows[value]! += rowStarts[other + 1]! - rowStarts[other]!;
  }
}

/** Returns the similarity of two values, or 0 if they are not similar. */
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
