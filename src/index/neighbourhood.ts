import type { Similarity } from '../matching/method.js';
import { LEVELS } from './levels.js';
import type { Neighbours } from './neighbours.js';

const NO_IDS = new Int32Array(0);
/** A table that nothing has been put into, shared by all. */
const EMPTY = new Int32Array(0);
const FIRST_TABLE = 16;
/** So few neighbours are looked through faster than a table, and cost no memory besides. */
const FEW = 8;

/**
 * What is known of one query value in one feature: similarities by value id. *Complete* once the finder has been asked: then every value with a
 * similarity above 0 is in it, sorted by similarity in levels. Before, it only remembers the pairs that someone asked for.
 */
export class Neighbourhood {
  /** Number of the value equal to the query's; 0 where there was none when it was made. */
  readonly equal: number;
  /** What `compare` needs of the query value; made when first needed. */
  prepared: unknown = undefined;
  isPrepared = false;
  /** Sketch of the query value, where the method has one; made with `prepared`. */
  letters = 0;
  marks = 0;
  complete = false;
  /** Whether what a scan compares has been compared, in steps, and is remembered. */
  isCompared = false;
  /** Values up to this number have been compared, once complete. */
  upTo = 0;
  /** Neighbours, most similar first, once complete. */
  ids: Int32Array = NO_IDS;
  similarities: Int32Array = NO_IDS;
  /** For each level the number of neighbours in it and before. */
  levelEnds: number[] = [];
  /** For each level the number of records that its values stand in, roughly. */
  levelCosts: number[] = [];
  /** Number of records in the feature when the costs were counted. */
  costsAt = -1;

  /** Value ids and similarities side by side, by open addressing; an id of 0 where the slot is empty. A few neighbours are not in it. */
  private table = EMPTY;
  private used = 0;

  constructor(
    readonly text: string,
    equal: number,
  ) {
    this.equal = equal;
  }

  /** Remembered similarity of a value; -1 where nothing is remembered of it. */
  remembered(id: number): Similarity {
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
   * Takes the neighbours found among the values up to `upTo` and sorts them into levels.
   *
   * @param found of which the first `count` ids and similarities count, in any order; put in order here
   */
  complement(found: Neighbours, upTo: number): void {
    const { count } = found;
    found.sort();
    this.ids = found.ids.slice(0, count);
    this.similarities = found.similarities.slice(0, count);
    this.used = 0;
    this.table = EMPTY;
    if (count > FEW) {
      this.table = new Int32Array(2 ** (33 - Math.clz32(count * 2)));
      for (let i = 0; i < count; i++) this.remember(this.ids[i]!, this.similarities[i]!);
    }
    this.levelEnds = [];
    let level = 0;
    for (let i = 0; i < count; i++) {
      const similarity = this.similarities[i]!;
      if (similarity >= LEVELS[level]!) continue;
      if (i > 0) this.levelEnds.push(i);
      while (similarity < LEVELS[level]!) level++;
    }
    if (count > 0) this.levelEnds.push(count);
    this.complete = true;
    this.upTo = upTo;
    this.costsAt = -1;
  }

  /** Greatest similarity that a value outside the first `levels` levels can have. */
  ceiling(levels: number): Similarity {
    if (!this.complete) return 10_000;
    const walked = levels === 0 ? 0 : this.levelEnds[levels - 1]!;
    return walked < this.ids.length ? this.similarities[walked]! : 0;
  }

  /** Bytes held, JavaScript's own share included: three typed arrays with their buffers, two lists, a place in a map, as measured over 100,000 of them. */
  get bytes(): number {
    return 1_000 + this.text.length * 2 + this.table.length * 4 + this.ids.length * 8;
  }

  private grow(): void {
    const { table } = this;
    this.table = new Int32Array(Math.max(FIRST_TABLE, table.length * 2));
    this.used = 0;
    for (let at = 0; at < table.length; at += 2) if (table[at] !== 0) this.remember(table[at]!, table[at + 1]!);
  }
}

/** Place of an id in a table, before it is cut to its length: even. */
function placeOf(id: number): number {
  return (Math.imul(id, 0x9e3779b1) >>> 7) << 1;
}
