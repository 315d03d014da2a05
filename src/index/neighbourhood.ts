import type { Similarity } from '../matching/method.js';

/** Sorted neighbours are walked level by level; a level ends where the similarity falls below one of these. */
const LEVELS: readonly Similarity[] = [10_000, 9_500, 9_000, 8_500, 7_500, 5_000, 1];
const NO_IDS = new Int32Array(0);

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

  private keys = new Int32Array(8);
  private values = new Int16Array(8);
  private used = 0;

  constructor(
    readonly text: string,
    equal: number,
  ) {
    this.equal = equal;
  }

  /** Remembered similarity of a value; -1 where nothing is remembered of it. */
  remembered(id: number): Similarity {
    const mask = this.keys.length - 1;
    for (let slot = spread(id) & mask; ; slot = (slot + 1) & mask) {
      const key = this.keys[slot]!;
      if (key === id) return this.values[slot]!;
      if (key === 0) return -1;
    }
  }

  remember(id: number, similarity: Similarity): void {
    if (this.used * 2 >= this.keys.length) this.grow(this.keys.length * 2);
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
    // Similarity in the high part, id in the low part: one numeric sort, exact below 2^53.
    const packed = new Float64Array(found.length / 2);
    for (let i = 0; i < packed.length; i++) packed[i] = (10_000 - found[2 * i + 1]!) * 2 ** 32 + found[2 * i]!;
    packed.sort();
    this.ids = new Int32Array(packed.length);
    this.similarities = new Int32Array(packed.length);
    this.keys = new Int32Array(Math.max(8, 2 ** Math.ceil(Math.log2(packed.length * 2 + 1))));
    this.values = new Int16Array(this.keys.length);
    this.used = 0;
    this.levelEnds = [];
    let level = 0;
    packed.forEach((each, i) => {
      const below = Math.floor(each / 2 ** 32);
      const similarity = 10_000 - below;
      this.ids[i] = each - below * 2 ** 32;
      this.similarities[i] = similarity;
      this.remember(this.ids[i], similarity);
      if (similarity < LEVELS[level]!) {
        if (i > (this.levelEnds.at(-1) ?? 0)) this.levelEnds.push(i);
        while (similarity < LEVELS[level]!) level++;
      }
    });
    if (packed.length > (this.levelEnds.at(-1) ?? 0)) this.levelEnds.push(packed.length);
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

function spread(id: number): number {
  return Math.imul(id, 0x9e3779b1) >>> 7;
}
