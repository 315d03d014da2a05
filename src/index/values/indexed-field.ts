import { hashText } from '../../runtime/memory/hash.js';
import { FULL, type MatchMethod, type Retrieval, type Similarity, type ValueJoin } from '../../matching/method.js';
import type { IntColumn } from '../../runtime/memory/buffers.js';
import type { FieldTexts } from '../../matching/field-texts.js';
import type { ValuePairsImage } from './value-pairs.js';
import type { DictionaryImage } from '../../runtime/memory/dictionary.js';
import type { CandidateSource, CandidateGenerator, KeysImage } from '../retrieval/candidate-generator.js';
import {
  ComparisonBudget,
  SimilarValueSearch,
  type SearchedValues,
  type ValueDictionary,
} from '../retrieval/similar-value-search.js';
import { SimilarValues } from '../retrieval/similar-values.js';
import { SimilarValueCache } from '../retrieval/similar-value-cache.js';
import { NormalForms } from './normal-forms.js';
import type { Postings, PostingsImage } from '../postings.js';
import type { RowValues } from './row-values.js';
import type { Signatures } from './signatures.js';

export interface NewColumn {
  readonly field: IndexedField;
  readonly rows: RowValues;
  /** Copies the values of the rows `from` to `to`. Parts must be copied first. */
  copy(from: number, to: number): void;
  readonly bytes: number;
}

/** Cost of preparing a value and looking up its keys, in scanned rows. */
const PROBING = 60;

export interface IndexedFieldImage {
  readonly fields: readonly string[];
  readonly method: string;
  readonly dictionary: DictionaryImage | ValuePairsImage;
  readonly column: Int32Array;
  readonly postings: PostingsImage;
  readonly used: number;
  readonly keys: KeysImage | undefined;
  readonly unused?: Uint32Array;
  readonly scanCost: number;
  readonly signatures?: Int32Array;
}

/**
 * A column: a match method applied to one field, or to several fields read together. Contains the distinct normal
 * forms, the rows of each, and the generator of similar values. Row 0 and value 0 mean "none".
 */
export abstract class IndexedField implements SearchedValues {
  budget = new ComparisonBudget();
  abstract readonly dictionary: ValueDictionary;
  readonly parts: readonly IndexedField[] = [];
  abstract readonly generator: CandidateSource;
  readonly signatures: Signatures | undefined = undefined;
  protected readonly search = new SimilarValueSearch(this);
  private readonly cache: SimilarValueCache;
  /** Created when the first value is joined. After this, no values can be added. */
  private joined: ValueJoin | undefined;
  private readonly normals = new NormalForms();
  private readonly normaliseOne = (raw: string): string => this.method.normalise([raw]);

  constructor(
    readonly fields: readonly string[],
    readonly method: MatchMethod,
    protected readonly cacheLimit: number,
    readonly rows: RowValues,
  ) {
    this.cache = new SimilarValueCache(cacheLimit);
  }

  abstract assign(row: number, normal: string): void;

  /** Returns an empty column of the new index. @param parts the parts of the new index */
  abstract compacted(parts: readonly NewColumn[]): NewColumn;

  /** Returns an image without the strings that no record has, because their records may have been erased. */
  abstract image(): IndexedFieldImage;

  abstract preparedOf(value: number): unknown;

  protected abstract get valueBytes(): number;

  /** Returns a generator with the same keys, searched by another method. @throws Error if there are no keys */
  generatorFor(retrieval: Retrieval<unknown>): CandidateGenerator {
    throw new Error(
      `index: values of ${this.method.name} cannot be found with the ${retrieval.kind} of another method`,
    );
  }

  get column(): IntColumn {
    return this.rows.column;
  }

  get postings(): Postings {
    return this.rows.postings;
  }

  get unusedValues(): number {
    return this.dictionary.size - this.rows.used;
  }

  /** Whether one join finds the similar values of all values (swapped names). */
  get isCrossed(): boolean {
    return this.rows.isJoined && this.method.crossed !== undefined;
  }

  /** Whether similar values are found by a join without keys. */
  protected get isJoinedWhole(): boolean {
    return this.isCrossed || (this.rows.isJoined && this.method.join !== undefined);
  }

  isUsed(value: number): boolean {
    return this.rows.isJoined || this.postings.count(value) > 0;
  }

  /** Recent average cost of finding similar values, in scanned rows. */
  get findCost(): number {
    return this.search.scanCost + PROBING;
  }

  /** Returns a value's cost. Counts candidates if searches compare many: an initial has far more than a full name. */
  findCostOf(of: SimilarValues): number {
    const count = this.search.scanCost < PROBING ? undefined : this.generator.count?.(this.queryOf(of));
    return count === undefined ? this.findCost : PROBING + count;
  }

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

  /** Returns the known similarities. @param remember when to cache the list; most query values occur only once */
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

  /** Finds missing similar values, and counts their rows. @throws LongSearch like the search */
  complete(of: SimilarValues): void {
    this.search.complete(of);
    const rows = this.column.data.length;
    if (of.costsAt !== rows) this.count(of, rows);
  }

  similarity(of: SimilarValues, value: number): Similarity {
    const known = this.knownSimilarity(of, value);
    return known >= 0 ? known : this.findSimilarity(of, value);
  }

  knownSimilarity(of: SimilarValues, value: number): Similarity {
    const known = of.known(value);
    if (known >= 0) return known;
    return (of.complete && value <= of.upTo) || !this.admits(of, value) ? 0 : -1;
  }

  findSimilarity(of: SimilarValues, value: number): Similarity {
    const similarity = this.compare(of, value);
    of.remember(value, similarity);
    return similarity;
  }

  /** Calls `take` for each greater, similar value that some row has. Caches nothing. */
  similarAbove(value: number, take: (other: number, similarity: Similarity) => void): void {
    if (this.rows.isJoined && this.method.join) {
      this.joined ??= this.method.join(this.dictionary);
      this.joined.above(value, take);
      return;
    }
    const { ids, count } = this.search.candidatesAbove(value, () => this.preparedOf(value));
    this.search.scanned(count);
    if (count === 0) return;
    const prepared = this.preparedOf(value);
    for (let i = 0; i < count; i++) {
      const similarity = this.similarityOf(value, prepared, ids[i]!);
      if (similarity > 0 && this.isUsed(ids[i]!)) take(ids[i]!, similarity);
    }
  }

  /** Returns the similarity of two stored values, without caching. @param prepared the first value, prepared */
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
