import type { MatchMethod, Retrieval } from '../matching/method.js';
import { BitSet } from './bit-set.js';
import { Dictionary, type DictionaryImage } from './dictionary.js';
import { Feature, type FeatureImage } from './feature.js';
import { createFinder, type Finder } from './finder.js';
import { NewValues, type NewColumn } from './new-column.js';
import { PreparedCache } from './prepared-cache.js';
import { RowValues } from './row-values.js';
import { Sketches } from './sketches.js';

/** A column whose values are texts of its own. */
export class PlainFeature extends Feature {
  readonly dictionary: Dictionary;
  override readonly sketches: Sketches | undefined;
  readonly finder: Finder;
  /** Values that no row has any more. */
  private readonly unused: BitSet;
  private readonly prepared = new PreparedCache();

  constructor(fields: readonly string[], method: MatchMethod, memoBytes: number, image?: FeatureImage) {
    super(fields, method, memoBytes, new RowValues(image));
    this.dictionary = new Dictionary(image?.dictionary as DictionaryImage | undefined);
    this.unused = new BitSet(image?.unused);
    this.search.scanCost = image?.scanCost ?? 0;
    this.finder = createFinder(method.retrieval, image?.keys);
    this.sketches = method.sketch && new Sketches(image?.sketches);
    if (image && !image.keys)
      for (let value = 1; value <= this.dictionary.size; value++) {
        const text = this.dictionary.text(value);
        // Left out of the image: no row has it.
        if (text !== '') this.finder.add(value, method.prepare(text));
      }
  }

  assign(row: number, normal: string): void {
    this.give(row, normal === '' ? 0 : this.numberOf(normal));
  }

  /** Gives a row a value by its number, 0 for none. */
  give(row: number, value: number): void {
    const before = this.column.get(row);
    this.rows.place(row, value);
    this.unused.delete(value);
    if (before !== 0 && this.postings.count(before) === 0) this.unused.add(before);
  }

  renewed(): NewColumn {
    const feature = new PlainFeature(this.fields, this.method, this.mostRemembered);
    feature.search.scanCost = this.search.scanCost;
    return new NewValues(this, feature);
  }

  /** The value's number, a new one where it was unknown. */
  numberOf(normal: string): number {
    const size = this.dictionary.size;
    const value = this.dictionary.add(normal);
    if (value > size) {
      const prepared = this.method.prepare(normal);
      this.finder.add(value, prepared);
      if (this.method.sketch) this.sketches!.set(value, this.method.sketch, prepared);
    }
    return value;
  }

  image(): FeatureImage {
    return {
      fields: this.fields,
      method: this.method.name,
      dictionary: this.dictionary.image(this.unused.members()),
      column: this.column.data,
      postings: this.postings.image(),
      keys: this.finder.image(),
      unused: this.unused.image(),
      scanCost: this.search.scanCost,
      ...(this.sketches && { sketches: this.sketches.image(this.unused.members()) }),
    };
  }

  /** With a sketch it is made anew each time: that costs less than to fetch it from wherever in memory it is kept. */
  preparedOf(value: number): unknown {
    const { sketches, prepared } = this;
    const { sketch } = this.method;
    if (sketch && sketches) {
      const { data } = sketches;
      return sketch.restore(this.dictionary.text(value), data[value * 2]!, data[value * 2 + 1]!);
    }
    return prepared.get(value) ?? prepared.set(value, this.method.prepare(this.dictionary.text(value)));
  }

  reserve(candidates: number): void {
    this.prepared.reserve(candidates, this.dictionary.size);
  }

  override get memoBytes(): number {
    return super.memoBytes + this.prepared.bytes;
  }

  override finderFor(retrieval: Retrieval<unknown>): Finder {
    return this.finder.probedBy(retrieval);
  }

  protected get valueBytes(): number {
    return this.dictionary.bytes + this.unused.bytes + (this.sketches?.bytes ?? 0);
  }
}
