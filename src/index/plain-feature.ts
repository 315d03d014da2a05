import type { MatchMethod, Retrieval } from '../matching/method.js';
import { IntColumn, shared } from './buffers.js';
import { Dictionary, type DictionaryImage } from './dictionary.js';
import { Feature, type FeatureImage } from './feature.js';
import { createFinder, type Finder } from './finder.js';
import { Postings } from './postings.js';

/** A column whose values are texts of its own. */
export class PlainFeature extends Feature {
  readonly dictionary: Dictionary;
  protected readonly finder: Finder;

  constructor(fields: readonly string[], method: MatchMethod, memoBytes: number, image?: FeatureImage) {
    super(fields, method, memoBytes, { column: new IntColumn(image?.column), postings: new Postings(image?.postings) });
    this.dictionary = new Dictionary(image?.dictionary as DictionaryImage | undefined);
    this.scanCost = image?.scanCost ?? 0;
    this.finder = createFinder(method.retrieval, image?.keys);
    if (image && !image.keys)
      for (let value = 1; value <= this.dictionary.size; value++)
        this.finder.add(value, method.prepare(this.dictionary.text(value)));
  }

  assign(row: number, normal: string): void {
    this.place(row, normal === '' ? 0 : this.numberOf(normal));
  }

  image(): FeatureImage {
    return {
      fields: this.fields,
      method: this.method.name,
      dictionary: this.dictionary.image(),
      column: shared(this.column.data),
      postings: this.postings.image(),
      keys: this.finder.image(),
      scanCost: this.scanCost,
    };
  }

  override finderFor(retrieval: Retrieval<unknown>): Finder {
    return this.finder.probedBy(retrieval);
  }

  protected get valueBytes(): number {
    return this.dictionary.bytes;
  }

  private numberOf(normal: string): number {
    const size = this.dictionary.size;
    const value = this.dictionary.add(normal);
    if (value > size) this.finder.add(value, this.prepared.set(value, this.method.prepare(normal)));
    return value;
  }
}
