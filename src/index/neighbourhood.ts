import type { Similarity } from '../matching/method.js';

/** Sorted neighbours are walked level by level; a level ends where the similarity falls below one of these. */
const LEVELS: readonly Similarity[] = [10_000, 9_500, 9_000, 8_500, 7_500, 5_000, 1];
const NO_IDS = new Int32Array(0);
/** A table that nothing has been put into: one empty slot, shared by all. */
const NO_KEYS = new Int32Array(1);
const NO_VALUES = new Int16Array(1);
/** So few neighbours are looked through faster than a table, and cost no memory besides. */
const FEW = 8;
/** So few are sorted faster by hand than by a call. */
const SHORT = 32;

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
  complete = false;
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

  /** Similarities by value id, in a table; those of a few neighbours are not in it. */
  private keys = NO_KEYS;
  private values = NO_VALUES;
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
    const mask = this.keys.length - 1;
    for (let slot = spread(id) & mask; ; slot = (slot + 1) & mask) {
      const key = this.keys[slot]!;
      if (key === id) return this.values[slot]!;
      if (key === 0) return -1;
    }
  }

  remember(id: number, similarity: Similarity): void {
    if (this.used * 2 >= this.keys.length - 1) this.grow(Math.max(8, this.keys.length * 2));
    const mask = this.keys.length - 1;
    let slot = spread(id) & mask;
    while (this.keys[slot] !== 0 && this.keys[slot] !== id) slot = (slot + 1) & mask;
    if (this.keys[slot] === 0) this.used++;
    this.keys[slot] = id;
    this.values[slot] = similarity;
  }

  /**
   * Takes the neighbours found among the values up to `upTo` and sorts them into levels.
   *
   * @param found value ids and similarities above 0, in pairs
   */
  complement(found: readonly number[], upTo: number): void {
    // Similarity in the high part, id in the low part: one numeric order, exact below 2^53.
    const packed: number[] = [];
    for (let i = 0; i < found.length; i += 2) packed.push((10_000 - found[i + 1]!) * 2 ** 32 + found[i]!);
    const sorted = inOrder(packed);
    this.ids = new Int32Array(sorted.length);
    this.similarities = new Int32Array(sorted.length);
    const few = sorted.length <= FEW;
    this.keys = few ? NO_KEYS : new Int32Array(2 ** Math.ceil(Math.log2(sorted.length * 2 + 2)));
    this.values = few ? NO_VALUES : new Int16Array(this.keys.length);
    this.used = 0;
    this.levelEnds = [];
    let level = 0;
    sorted.forEach((each: number, i: number) => {
      const below = Math.floor(each / 2 ** 32);
      const similarity = 10_000 - below;
      this.ids[i] = each - below * 2 ** 32;
      this.similarities[i] = similarity;
      if (!few) this.remember(this.ids[i], similarity);
      if (similarity < LEVELS[level]!) {
        if (i > (this.levelEnds.at(-1) ?? 0)) this.levelEnds.push(i);
        while (similarity < LEVELS[level]!) level++;
      }
    });
    if (sorted.length > (this.levelEnds.at(-1) ?? 0)) this.levelEnds.push(sorted.length);
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

  /** Bytes held, JavaScript's own share included: four typed arrays with their buffers, two lists, a place in a map, as measured over 100,000 of them. */
  get bytes(): number {
    return 1_200 + this.text.length * 2 + this.keys.length * 6 + this.ids.length * 8;
  }

  private grow(slots: number): void {
    const { keys, values } = this;
    this.keys = new Int32Array(slots);
    this.values = new Int16Array(slots);
    this.used = 0;
    keys.forEach((key, slot) => {
      if (key !== 0) this.remember(key, values[slot]!);
    });
  }
}

function inOrder(numbers: number[]): number[] | Float64Array {
  if (numbers.length > SHORT) return Float64Array.from(numbers).sort();
  for (let i = 1; i < numbers.length; i++) {
    const each = numbers[i]!;
    let at = i;
    for (; at > 0 && numbers[at - 1]! > each; at--) numbers[at] = numbers[at - 1]!;
    numbers[at] = each;
  }
  return numbers;
}

function spread(id: number): number {
  return Math.imul(id, 0x9e3779b1) >>> 7;
}
