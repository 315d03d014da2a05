import { hashText } from '../../memory/hash.js';
import { FULL, type MatchMethod, type Retrieval, type Similarity } from '../../matching/method.js';
import type { IntColumn } from '../../memory/buffers.js';
import type { FieldTexts } from '../../matching/normalized-record.js';
import type { ValuePairsImage } from './value-pairs.js';
import type { DictionaryImage } from '../../memory/dictionary.js';
import type { CandidateSource, CandidateGenerator, KeysImage } from '../retrieval/candidate-generator.js';
import { ComparisonBudget } from '../retrieval/comparison-budget.js';
import { SimilarValues } from '../retrieval/similar-values.js';
import { SimilarValueCache } from '../retrieval/similar-value-cache.js';
import { SimilarValueSearch, type SearchedValues } from '../retrieval/similar-value-search.js';
import { NormalForms } from './normal-forms.js';
import type { NewColumn } from './new-column.js';
import type { Postings, PostingsImage } from '../postings.js';
import type { RowValues } from './row-values.js';
import type { Signatures } from './signatures.js';
import type { ValueDictionary } from './value-dictionary.js';

/** Making a value ready and looking its keys up costs as much as this many rows walked. */
const PROBING = 60;

/** A indexed field without what it remembers. */
export interface IndexedFieldImage {
  readonly fields: readonly string[];
  /** Its name. */
  readonly method: string;
  readonly dictionary: DictionaryImage | ValuePairsImage;
  readonly column: Int32Array;
  readonly postings: PostingsImage;
  /** Values that some row has. */
  readonly used: number;
  readonly keys: KeysImage | undefined;
  /** Values that no row has any more, where they are texts. */
  readonly unused?: Uint32Array;
  readonly scanCost: number;
  readonly signatures?: Int32Array;
}

/**
 * One column of the index: what one match method makes of one field (or of several that it reads together). Holds the
 * distinct normal forms, which row has which, and how to find the values similar to a query's. Row 0 and value 0 stand
 * for "none".
 */
export abstract class IndexedField implements SearchedValues {
  /** The index's, once the field belongs to one. */
  budget = new ComparisonBudget();
  abstract readonly dictionary: ValueDictionary;
  /** Columns that this one is made of. */
  readonly parts: readonly IndexedField[] = [];
  abstract readonly generator: CandidateSource;
  /** Signatures of the values, where the method has any. */
  readonly signatures: Signatures | undefined = undefined;
  protected readonly search = new SimilarValueSearch(this);
  private readonly cache: SimilarValueCache;
  private readonly normals = new NormalForms();
  private readonly normaliseOne = (raw: string): string => this.method.normalise([raw]);

  constructor(
    readonly fields: readonly string[],
    readonly method: MatchMethod,
    /** Bytes of remembered similar values, at the most. */
    protected readonly cacheLimit: number,
    readonly rows: RowValues,
  ) {
    this.cache = new SimilarValueCache(cacheLimit);
  }

  /** Gives a row the value of this normal form: `''` for none. */
  abstract assign(row: number, normal: string): void;

  /** A column for the same, without any rows or values yet. @param parts of the new index, for `parts` */
  abstract compacted(parts: readonly NewColumn[]): NewColumn;

  /** Texts that no row has any more are left out: they may be of records that are gone for good. */
  abstract image(): IndexedFieldImage;

  /** Result of `prepare` for a value. */
  abstract preparedOf(value: number): unknown;

  /** Bytes of the values themselves. */
  protected abstract get valueBytes(): number;

  /** Finds values by the same keys, as another method probes them. @throws Error where there are no keys */
  generatorFor(retrieval: Retrieval<unknown>): CandidateGenerator {
    throw new Error(
      `index: the values of ${this.method.name} cannot be found by the ${retrieval.kind} of another method`,
    );
  }

  /** Row -> value id; 0 is blank. */
  get column(): IntColumn {
    return this.rows.column;
  }

  /** Value id -> rows. */
  get postings(): Postings {
    return this.rows.postings;
  }

  /** Values that no row has any more. */
  get unusedValues(): number {
    return this.dictionary.size - this.rows.used;
  }

  /** Whether similar values are found for all values together, and not for one. */
  get isCrossed(): boolean {
    return this.rows.isJoined && this.method.crossed !== undefined;
  }

  /** Whether some row has the value. */
  isUsed(value: number): boolean {
    return this.rows.isJoined || this.postings.count(value) > 0;
  }

  /** Recent average cost of looking for similar values, in rows walked. */
  get findCost(): number {
    return this.search.scanCost + PROBING;
  }

  /**
   * The same for one value: where scans compare many, its candidates are counted, for an initial has a hundred times as
   * many as a name.
   */
  findCostOf(of: SimilarValues): number {
    const count = this.search.scanCost < PROBING ? undefined : this.generator.count?.(this.queryOf(of));
    return count === undefined ? this.findCost : PROBING + count;
  }

  /** The normal form of a record's or a query's raw texts; `''` is blank. */
  normalise(values: FieldTexts): string {
    if (this.fields.length > 1) {
      const raws = this.fields.map((field) => textOf(values, field));
      return this.normals.of(raws.join('\u0000'), () => this.method.normalise(raws));
    }
    const raw = textOf(values, this.fields[0]!);
    return raw === '' ? '' : this.normals.of(raw, this.normaliseOne);
  }

  text(value: number): string {
    return value === 0 ? '' : this.dictionary.text(value);
  }

  /**
   * Known similar values of a query value. The generator is not asked here.
   *
   * @param remember most values of queries are asked for just once: those are cached when they come again
   */
  similarValues(normal: string, remember: 'at once' | 'when it comes again' = 'at once'): SimilarValues {
    const hash = hashText(normal);
    let known = this.cache.get(normal, hash);
    if (!known) {
      known = new SimilarValues(normal, this.dictionary.find(normal, hash));
      if (remember === 'at once') this.cache.set(known, hash);
      else this.cache.offer(known, hash);
    }
    return known;
  }

  /**
   * Completes the similar values for the values there are now, and counts their rows. @throws LongSearch as the search
   * does
   */
  complete(of: SimilarValues): void {
    this.search.complete(of);
    const rows = this.column.data.length;
    if (of.costsAt !== rows) this.count(of, rows);
  }

  /** Similarity of a query value and a stored value. */
  similarity(of: SimilarValues, value: number): Similarity {
    const known = this.knownSimilarity(of, value);
    return known >= 0 ? known : this.findSimilarity(of, value);
  }

  /** The same where it is known without comparing; else -1. */
  knownSimilarity(of: SimilarValues, value: number): Similarity {
    const known = of.known(value);
    if (known >= 0) return known;
    return (of.complete && value <= of.upTo) || !this.admits(of, value) ? 0 : -1;
  }

  /** The same by comparing, where it is not known. */
  findSimilarity(of: SimilarValues, value: number): Similarity {
    const similarity = this.compare(of, value);
    of.remember(value, similarity);
    return similarity;
  }

  /** The values with greater numbers that are similar to a stored one and that some row has; nothing is remembered. */
  similarAbove(value: number): { readonly value: number; readonly similarity: Similarity }[] {
    const prepared = this.preparedOf(value);
    const { ids, count } = this.search.candidatesOf(prepared, value);
    this.search.scanned(count);
    const similar: { value: number; similarity: Similarity }[] = [];
    for (let i = 0; i < count; i++) {
      const similarity = this.similarityOf(value, prepared, ids[i]!);
      if (similarity > 0 && this.isUsed(ids[i]!)) similar.push({ value: ids[i]!, similarity });
    }
    return similar;
  }

  /**
   * Similarity of two stored values; nothing is remembered.
   *
   * @param prepared of the first one, by `preparedOf`
   */
  similarityOf(value: number, prepared: unknown, other: number): Similarity {
    if (value === other) return FULL;
    const { signatures } = this;
    if (signatures && !this.signatureAdmits(signatures.data[value * 2]!, signatures.data[value * 2 + 1]!, other))
      return 0;
    return this.method.compare(prepared, this.preparedOf(other));
  }

  get bytes(): number {
    return this.valueBytes + this.rows.bytes + this.generator.bytes + this.search.bytes;
  }

  /** Bytes by part, for the benches. */
  memory(): Record<string, number> {
    return {
      dictionary: this.valueBytes,
      column: this.column.bytes,
      postings: this.postings.bytes,
      keys: this.generator.bytes,
    };
  }

  get flexsearchBytes(): number {
    return this.generator.flexsearchBytes;
  }

  /** Bytes of what is remembered of earlier searches. */
  get cacheBytes(): number {
    return this.cache.bytes;
  }

  queryOf(of: SimilarValues): unknown {
    if (!of.isPrepared) {
      of.prepared = this.method.prepare(of.text);
      of.isPrepared = true;
      const { signature } = this.method;
      if (signature) {
        of.letters = signature.letters(of.prepared);
        of.marks = signature.marks(of.prepared);
      }
    }
    return of.prepared;
  }

  admits(of: SimilarValues, value: number): boolean {
    if (!this.signatures || value === of.equal) return true;
    this.queryOf(of);
    return this.signatureAdmits(of.letters, of.marks, value);
  }

  compare(of: SimilarValues, value: number): Similarity {
    if (value === of.equal) return FULL;
    return this.method.compare(this.queryOf(of), this.preparedOf(value));
  }

  fetch(values: ArrayLike<number>, count: number): void {
    // Signatures spare most of the texts.
    if (!this.signatures) this.dictionary.fetch?.(values, count);
  }

  keep(of: SimilarValues): void {
    if (!of.isCached) this.cache.set(of);
  }

  private count(of: SimilarValues, at: number): void {
    const costs: number[] = [];
    for (let i = 0, level = 0; level < of.levelEnds.length; level++) {
      let rows = 0;
      for (const end = of.levelEnds[level]!; i < end; i++) rows += this.postings.count(of.ids[i]!);
      costs.push(rows);
    }
    // A list that has grown holds room for many more.
    of.levelCosts = costs.slice();
    of.costsAt = at;
  }

  private signatureAdmits(letters: number, marks: number, value: number): boolean {
    const { data } = this.signatures!;
    return this.method.signature!.admits(letters, marks, data[value * 2]!, data[value * 2 + 1]!);
  }
}

function textOf(values: FieldTexts, field: string): string {
  return Object.hasOwn(values, field) ? values[field]! : '';
}
