import type { PartsAdmission, Similarity } from '../../matching/method.js';
import { LEVELS } from './levels.js';
import type { SimilarValueList } from './similar-value-list.js';

const NO_IDS = new Int32Array(0);
/** A table that nothing has been put into, shared by all. */
const EMPTY = new Int32Array(0);
const FIRST_TABLE = 16;
/** Arrays up to this length stand on V8's heap, without a buffer of their own. */
const SMALL = 16;
/** So few similar values are looked through faster than a table, and cost no memory besides. */
const FEW = 8;

/**
 * Known similarities of one query value in one indexed field, by value id. *Complete* once the generator has
 * been asked: then every value with a similarity above 0 is in it, sorted by similarity in levels. Before, it only
 * remembers the pairs that someone asked for.
 */
export class SimilarValues {
  /** Number of the value equal to the query's; 0 where there was none when it was made. */
  readonly equal: number;
  /** The query value in the form that `compare` takes; made on first use. */
  prepared: unknown = undefined;
  isPrepared = false;
  /** Signature of the query value, where the method has one; made with `prepared`. */
  letters = 0;
  marks = 0;
  /** Rules out whole values by their parts, where the field has two; made on first use. */
  admission: PartsAdmission | undefined = undefined;
  complete = false;
  /** Values up to this number have been compared, once complete. */
  upTo = 0;
  /** Similar values, most similar first, once complete. */
  ids: Int32Array = NO_IDS;
  similarities: Int32Array = NO_IDS;
  /** For each level the number of similar values in it and before. */
  levelEnds: number[] = [];
  /** For each level the number of records that its values stand in, roughly. */
  levelCosts: number[] = [];
  /** Whether the cache has taken it. */
  isCached = false;
  /** Bytes that the cache has counted for it. */
  counted = 0;
  /** Number of records in the indexed field when the costs were counted. */
  costsAt = -1;

  /**
   * Value ids and similarities side by side, by open addressing; an id of 0 where the slot is empty. A few similar
   * values are not in it.
   */
  private table = EMPTY;
  private used = 0;

  constructor(
    readonly text: string,
    equal: number,
  ) {
    this.equal = equal;
  }

  /** Remembered similarity of a value; -1 where nothing is remembered of it. */
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
    // Three quarters full at the most.
    if (this.used * 8 >= this.table.length * 3) this.grow();
    const { table } = this;
    const mask = table.length - 1;
    let at = placeOf(id) & mask;
    while (table[at] !== 0 && table[at] !== id) at = (at + 2) & mask;
    if (table[at] === 0) this.used++;
    table[at] = id;
    table[at + 1] = similarity;
  }

  /**
   * Takes the similar values found among the values up to `upTo` and sorts them into levels. What was known before is
   * forgotten.
   *
   * @param found of which the first `count` ids and similarities count, in any order; put in order here
   */
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

  /**
   * Takes in what was found among the values that came after `upTo` until now. A name that tens of thousands have gets
   * a new similar value every moment while records come in: these are put in their places, the others are not sorted
   * anew.
   *
   * @param found as for `complement`; all ids above `upTo` as it was
   */
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
    // From the back, the least similar first; of equal ones the new have the larger ids, and stand behind.
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

  /** The similar values and their levels as they are now. */
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

  /** Greatest similarity that a value outside the first `levels` levels can have. */
  ceiling(levels: number): Similarity {
    if (!this.complete) return 10_000;
    const walked = levels === 0 ? 0 : this.levelEnds[levels - 1]!;
    return walked < this.ids.length ? this.similarities[walked]! : 0;
  }

  /**
   * Bytes held, JavaScript's own share included: three typed arrays with their buffers, two lists, a place in a map, as
   * measured over 100,000 of them.
   */
  get bytes(): number {
    return 800 + this.text.length * 2 + this.table.length * 4 + this.ids.length * 8;
  }

  /** Puts all similar values into the table, which must be large enough for them at once. */
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
    // A list that has grown holds room for many more.
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

/**
 * The same array, or a larger one, of this length, what it held at its beginning; where it has to move, room is left
 * for as much as a quarter more.
 */
function withRoom(array: Int32Array, length: number): Int32Array {
  // Asked for its buffer, a small array would be given one.
  if (array.length > SMALL && length * 4 <= array.buffer.byteLength) return new Int32Array(array.buffer, 0, length);
  const moved = new Int32Array(length + (length >>> 2));
  moved.set(array);
  return moved.subarray(0, length);
}

/** Where in the first `end` of falling similarities the first one below this stands. */
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

/** Place of an id in a table, before it is cut to its length: even. */
function placeOf(id: number): number {
  return (Math.imul(id, 0x9e3779b1) >>> 7) << 1;
}
