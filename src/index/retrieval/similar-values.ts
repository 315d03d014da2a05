import type { PartsAdmission, Similarity } from '../../matching/method.js';
import type { SimilarValueList } from './similar-value-list.js';

/** Lowest similarity of each level. */
const LEVELS: readonly Similarity[] = [10_000, 9_500, 9_000, 8_500, 7_500, 5_000, 1];

const NO_IDS = new Int32Array(0);
const EMPTY = new Int32Array(0);
const FIRST_TABLE = 16;
/** Maximum length of arrays that V8 keeps on its heap, without a separate buffer. */
const SMALL = 16;
/** Maximum number of values for which a linear scan is faster than a table and needs no memory. */
const FEW = 8;

/**
 * The similarities of other values to a query's value, by value id. The list is *complete* once the generator has been
 * used, and then contains all similar values, in levels. An incomplete list contains only the pairs that were compared.
 */
export class SimilarValues {
  /** The stored value that equals the query's value, or 0 if none existed when the list was created. */
  readonly equal: number;
  prepared: unknown = undefined;
  isPrepared = false;
  /** The query value's signature, if the method has signatures. Created together with `prepared`. */
  letters = 0;
  marks = 0;
  /** Filter for a field with two parts. */
  admission: PartsAdmission | undefined = undefined;
  complete = false;
  /** In a complete list, all values up to this number have been compared. */
  upTo = 0;
  /** Similar values in a complete list, most similar first. */
  ids: Int32Array = NO_IDS;
  similarities: Int32Array = NO_IDS;
  /** For each level, the number of similar values in this and all earlier levels. */
  levelEnds: number[] = [];
  /** For each level, the approximate number of records that have its values. */
  levelCosts: number[] = [];
  isCached = false;
  counted = 0;
  /** Number of the field's records when `levelCosts` was computed. */
  costsAt = -1;

  /** Hash table with open addressing, alternating ids and similarities. Id 0 is an empty slot. Lacks first values. */
  private table = EMPTY;
  private used = 0;

  constructor(
    readonly text: string,
    equal: number,
  ) {
    this.equal = equal;
  }

  known(id: number): Similarity {
    if (this.complete) {
      const { ids } = this;
      if (ids.length <= FEW) for (let i = 0; i < ids.length; i++) if (ids[i] === id) return this.similarities[i]!;
    }
    if (this.used === 0) return -1;
    const { table } = this;
    const mask = table.length - 1;
    for (let at = placeOf(id) & mask; ; at = (at + 2) & mask) {
      const known = table[at]!;
      if (known === id) return table[at + 1]!;
      if (known === 0) return -1;
    }
  }

  remember(id: number, similarity: Similarity): void {
    if (this.used * 8 >= this.table.length * 3) this.grow();
    const { table } = this;
    const mask = table.length - 1;
    let at = placeOf(id) & mask;
    while (table[at] !== 0 && table[at] !== id) at = (at + 2) & mask;
    if (table[at] === 0) this.used++;
    table[at] = id;
    table[at + 1] = similarity;
  }

  /** Replaces the contents with the similar values up to `upTo`. @param found is sorted in place */
  complement(found: SimilarValueList, upTo: number): void {
    const { count } = found;
    found.sort();
    this.ids = found.ids.slice(0, count);
    this.similarities = found.similarities.slice(0, count);
    this.used = 0;
    this.table = EMPTY;
    if (count > FEW) this.fillTable();
    this.complete = true;
    this.arranged(upTo);
  }

  /** Adds values greater than the previous `upTo` without sorting the others. @param found is sorted in place */
  extend(found: SimilarValueList, upTo: number): void {
    const { count } = found;
    if (count === 0) {
      this.upTo = upTo;
      return;
    }
    found.sort();
    const before = this.ids.length;
    const ids = withRoom(this.ids, before + count);
    const similarities = withRoom(this.similarities, before + count);
    // Merges from the end, least similar first. Of equally similar values, new values have larger ids and come last.
    let rest = before;
    for (let n = count - 1; n >= 0; n--) {
      const similarity = found.similarities[n]!;
      const at = firstBelow(similarities, similarity, rest);
      ids.copyWithin(at + n + 1, at, rest);
      similarities.copyWithin(at + n + 1, at, rest);
      ids[at + n] = found.ids[n]!;
      similarities[at + n] = similarity;
      rest = at;
    }
    this.ids = ids;
    this.similarities = similarities;
    if (before > FEW) for (let n = 0; n < count; n++) this.remember(found.ids[n]!, found.similarities[n]!);
    else if (before + count > FEW) this.fillTable();
    this.arranged(upTo);
  }

  copy(): SimilarValues {
    const copy = new SimilarValues(this.text, this.equal);
    copy.complete = this.complete;
    copy.upTo = this.upTo;
    copy.ids = this.ids.slice();
    copy.similarities = this.similarities.slice();
    copy.levelEnds = this.levelEnds;
    copy.levelCosts = this.levelCosts;
    return copy;
  }

  /** Returns the greatest similarity that a value outside the first `levels` levels can have. */
  ceiling(levels: number): Similarity {
    if (!this.complete) return 10_000;
    const walked = levels === 0 ? 0 : this.levelEnds[levels - 1]!;
    return walked < this.ids.length ? this.similarities[walked]! : 0;
  }

  /** Approximate size of three typed arrays, two lists and a map entry, measured with 100,000 lists. */
  get bytes(): number {
    return 800 + this.text.length * 2 + this.table.length * 4 + this.ids.length * 8;
  }

  private fillTable(): void {
    const { ids, similarities } = this;
    if (this.table.length < ids.length * 3) this.table = new Int32Array(2 ** (33 - Math.clz32(ids.length * 2)));
    this.used = 0;
    this.table.fill(0);
    for (let i = 0; i < ids.length; i++) this.remember(ids[i]!, similarities[i]!);
  }

  private arranged(upTo: number): void {
    const { similarities } = this;
    const ends: number[] = [];
    for (const level of LEVELS) {
      const end = firstBelow(similarities, level, similarities.length);
      if (end > (ends.at(-1) ?? 0)) ends.push(end);
    }
    this.levelEnds = ends.slice();
    this.upTo = upTo;
    this.costsAt = -1;
  }

  private grow(): void {
    const { table } = this;
    this.table = new Int32Array(Math.max(FIRST_TABLE, table.length * 2));
    this.used = 0;
    for (let at = 0; at < table.length; at += 2) if (table[at] !== 0) this.remember(table[at]!, table[at + 1]!);
  }
}

/** Resizes an array. A newly allocated array has room for a quarter more. */
function withRoom(array: Int32Array, length: number): Int32Array {
  // A small array has no separate buffer. Reading `buffer` would allocate one.
  if (array.length > SMALL && length * 4 <= array.buffer.byteLength) return new Int32Array(array.buffer, 0, length);
  const moved = new Int32Array(length + (length >>> 2));
  moved.set(array);
  return moved.subarray(0, length);
}

/** Returns the position of the first lower similarity among the first `end` positions, which are descending. */
function firstBelow(similarities: Int32Array, similarity: Similarity, end: number): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (similarities[middle]! >= similarity) low = middle + 1;
    else high = middle;
  }
  return low;
}

function placeOf(id: number): number {
  return (Math.imul(id, 0x9e3779b1) >>> 7) << 1;
}
