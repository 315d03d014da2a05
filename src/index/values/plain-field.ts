import type { MatchMethod, Retrieval } from '../../matching/method.js';
import { BitSet } from '../../runtime/memory/bit-set.js';
import { Dictionary, type DictionaryImage } from '../../runtime/memory/dictionary.js';
import { IndexedField, type IndexedFieldImage, type NewColumn } from './indexed-field.js';
import { type BulkKeysImage, type CandidateGenerator, type KeysImage } from '../retrieval/candidate-generator.js';
import { PreparedCache } from './prepared-cache.js';
import { RowValues } from './row-values.js';
import { Signatures } from './signatures.js';
import type { KeyListsImage } from '../../runtime/memory/key-lists.js';
import { BulkKeys } from '../retrieval/bulk-keys.js';
import { KeyGenerator } from '../retrieval/key-generator.js';
import { TermGenerator } from '../retrieval/term-generator.js';
import { IntColumn } from '../../runtime/memory/buffers.js';

/** The new column for a column whose values get new numbers, in row order. Each value is prepared and indexed once. */
class NewValues implements NewColumn {
  readonly rows: RowValues;
  private readonly numbers = new IntColumn();

  constructor(
    private readonly old: IndexedField,
    readonly field: PlainField,
  ) {
    this.rows = field.rows;
  }

  copy(from: number, to: number): void {
    const value = this.old.column.get(from);
    let number = value === 0 ? 0 : this.numbers.get(value);
    if (number === 0 && value !== 0) {
      number = this.field.numberOf(this.old.text(value));
      this.numbers.set(value, number);
    }
    this.field.give(to, number);
  }

  get bytes(): number {
    return this.field.bytes + this.numbers.bytes;
  }
}

export function createGenerator(
  retrieval: Retrieval<unknown>,
  image?: KeysImage,
  isJoined = false,
): CandidateGenerator {
  if (isJoined) return new BulkKeys(retrieval, image as BulkKeysImage | undefined);
  return retrieval.kind === 'keys'
    ? new KeyGenerator(retrieval, image as KeyListsImage | undefined)
    : new TermGenerator(retrieval);
}

/** Number of candidates of a self-join relative to a search. Each value is a candidate of many other values. */
const JOINED = 16;

export class PlainField extends IndexedField {
  readonly dictionary: Dictionary;
  override readonly signatures: Signatures | undefined;
  readonly generator: CandidateGenerator;
  private readonly unused: BitSet;
  private readonly prepared = new PreparedCache();

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
        // Strings that no row has are not in the image, and are loaded as empty strings.
        if (text !== '') this.generator.add(value, method.prepare(text));
      }
  }

  assign(row: number, normal: string): void {
    this.give(row, normal === '' ? 0 : this.numberOf(normal));
  }

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

  numberOf(normal: string): number {
    const size = this.dictionary.size;
    const value = this.dictionary.add(normal);
    if (value > size && !this.isJoinedWhole) {
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

  /** Not cached for methods with signatures: few values are compared, and a cache miss costs more than preparing. */
  preparedOf(value: number): unknown {
    const { prepared, rows } = this;
    if (this.method.signature && !rows.isJoined) return this.prepare(value);
    return prepared.get(value) ?? prepared.set(value, this.prepare(value));
  }

  reserve(candidates: number): void {
    this.prepared.reserve(this.rows.isJoined ? candidates * JOINED : candidates, this.dictionary.size);
  }

  private prepare(value: number): unknown {
    const { method, signatures, dictionary } = this;
    if (!method.signature) return method.prepare(dictionary.text(value));
    const { data } = signatures!;
    return method.signature.restore(dictionary.text(value), data[value * 2]!, data[value * 2 + 1]!);
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
