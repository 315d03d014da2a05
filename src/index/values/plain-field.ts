import type { MatchMethod, Retrieval } from '../../matching/method.js';
import { BitSet } from '../../memory/bit-set.js';
import { Dictionary, type DictionaryImage } from '../../memory/dictionary.js';
import { IndexedField, type IndexedFieldImage } from './indexed-field.js';
import { createGenerator, type CandidateGenerator } from '../retrieval/candidate-generator.js';
import { NewValues, type NewColumn } from './new-column.js';
import { PreparedCache } from './prepared-cache.js';
import { RowValues } from './row-values.js';
import { Signatures } from './signatures.js';

/** A column whose values are texts of its own. */
export class PlainField extends IndexedField {
  readonly dictionary: Dictionary;
  override readonly signatures: Signatures | undefined;
  readonly generator: CandidateGenerator;
  /** Values that no row has any more. */
  private readonly unused: BitSet;
  private readonly prepared = new PreparedCache();

  /** @param isJoined see `MemoryIndexOptions` */
  constructor(
    fields: readonly string[],
    method: MatchMethod,
    cacheBytes: number,
    image?: IndexedFieldImage,
    isJoined = false,
  ) {
    super(fields, method, cacheBytes, new RowValues(image, isJoined));
    this.dictionary = new Dictionary(image?.dictionary as DictionaryImage | undefined);
    this.unused = new BitSet(image?.unused);
    this.search.scanCost = image?.scanCost ?? 0;
    this.generator = createGenerator(method.retrieval, image?.keys, isJoined);
    this.signatures = method.signature && new Signatures(image?.signatures);
    if (image && !image.keys)
      for (let value = 1; value <= this.dictionary.size; value++) {
        const text = this.dictionary.text(value);
        // Left out of the image: no row has it.
        if (text !== '') this.generator.add(value, method.prepare(text));
      }
  }

  assign(row: number, normal: string): void {
    this.give(row, normal === '' ? 0 : this.numberOf(normal));
  }

  /** Gives a row a value by its number, 0 for none. */
  give(row: number, value: number): void {
    const before = this.column.get(row);
    this.rows.place(row, value);
    if (this.rows.isJoined) return;
    this.unused.delete(value);
    if (before !== 0 && this.postings.count(before) === 0) this.unused.add(before);
  }

  compacted(): NewColumn {
    const field = new PlainField(this.fields, this.method, this.cacheLimit);
    field.search.scanCost = this.search.scanCost;
    return new NewValues(this, field);
  }

  /** The value's number, a new one where it was unknown. */
  numberOf(normal: string): number {
    const size = this.dictionary.size;
    const value = this.dictionary.add(normal);
    // Values that are joined crosswise are found by their parts.
    if (value > size && !this.isCrossed) {
      const prepared = this.method.prepare(normal);
      this.generator.add(value, prepared);
      if (this.method.signature) this.signatures!.set(value, this.method.signature, prepared);
    }
    return value;
  }

  image(): IndexedFieldImage {
    const unused = this.unused.copy();
    return {
      fields: this.fields,
      method: this.method.name,
      dictionary: this.dictionary.image((value) => unused.has(value)),
      column: this.column.data,
      postings: this.postings.image(),
      used: this.rows.used,
      keys: this.generator.image(),
      unused: this.unused.image(),
      scanCost: this.search.scanCost,
      ...(this.signatures && { signatures: this.signatures.image(unused) }),
    };
  }

  /**
   * With a signature it is made anew each time: that costs less than to fetch it from wherever in memory it is kept.
   */
  preparedOf(value: number): unknown {
    const { signatures, prepared } = this;
    const { signature } = this.method;
    if (signature && signatures) {
      const { data } = signatures;
      return signature.restore(this.dictionary.text(value), data[value * 2]!, data[value * 2 + 1]!);
    }
    return prepared.get(value) ?? prepared.set(value, this.method.prepare(this.dictionary.text(value)));
  }

  reserve(candidates: number): void {
    this.prepared.reserve(candidates, this.dictionary.size);
  }

  override get cacheBytes(): number {
    return super.cacheBytes + this.prepared.bytes;
  }

  override generatorFor(retrieval: Retrieval<unknown>): CandidateGenerator {
    return this.generator.probedBy(retrieval);
  }

  protected get valueBytes(): number {
    return this.dictionary.bytes + this.unused.bytes + (this.signatures?.bytes ?? 0);
  }
}
