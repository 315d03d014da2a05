import { FULL, type MatchMethod, type Similarity } from '../matching/method.js';
import { BitSet } from './bit-set.js';
import { IntColumn, shared } from './buffers.js';
import type { FieldTexts } from './candidate-index.js';
import { Dictionary, type DictionaryImage } from './dictionary.js';
import { createFinder, type Finder } from './finder.js';
import type { KeyListsImage } from './key-lists.js';
import { Neighbourhood } from './neighbourhood.js';
import { NeighbourMemo } from './neighbour-memo.js';
import { Postings, type PostingsImage } from './postings.js';
import { PreparedCache } from './prepared-cache.js';

/** Raw texts whose normal form is remembered, for each of two generations. */
const RAW_TEXTS = 1 << 13;
const LONGEST_RAW = 64;
/** More new values than these are looked for through the finder, not compared one by one. */
const COMPARE_NEW = 8;

/** A feature as another thread reads it, in shared memory. */
export interface FeatureImage {
  readonly fields: readonly string[];
  /** Its name. */
  readonly method: string;
  readonly dictionary: DictionaryImage;
  readonly column: Int32Array;
  readonly postings: PostingsImage;
  readonly keys: KeyListsImage | undefined;
  readonly scanCost: number;
}

/**
 * One column of the index: what one match method makes of one field (or of several that it reads together). Holds the distinct normal forms, which row
 * has which, and how to find the values similar to a query's. Row 0 and value 0 stand for "none".
 */
export class Feature {
  readonly dictionary: Dictionary;
  /** Row -> value id; 0 is blank. */
  readonly column: IntColumn;
  readonly postings: Postings;
  /** Values that a scan for neighbours compares, on the average of late. */
  scanCost: number;

  private readonly finder: Finder;
  private readonly memo: NeighbourMemo;
  private readonly seen = new BitSet();
  private readonly prepared = new PreparedCache();
  private rawYoung = new Map<string, string>();
  private rawOld = new Map<string, string>();

  constructor(
    readonly fields: readonly string[],
    readonly method: MatchMethod,
    memoBytes: number,
    image?: FeatureImage,
  ) {
    this.dictionary = new Dictionary(image?.dictionary);
    this.column = new IntColumn(image?.column);
    this.postings = new Postings(image?.postings);
    this.scanCost = image?.scanCost ?? 0;
    this.finder = createFinder(method.retrieval, image?.keys);
    this.memo = new NeighbourMemo(memoBytes);
    if (image && !image.keys)
      for (let value = 1; value <= this.dictionary.size; value++)
        this.finder.add(value, method.prepare(this.dictionary.text(value)));
  }

  /** Copies everything but what is remembered into shared memory. */
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

  /** The normal form of a record's or a query's raw texts; `''` is blank. */
  normalise(values: FieldTexts): string {
    const raw = this.fields.map((field) => (Object.hasOwn(values, field) ? values[field]! : ''));
    const key = raw.length === 1 ? raw[0]! : raw.join('\u0000');
    if (key.length > LONGEST_RAW) return this.method.normalise(raw);
    if (raw.every((text) => text === '')) return '';
    let normal = this.rawYoung.get(key);
    if (normal !== undefined) return normal;
    normal = this.rawOld.get(key) ?? this.method.normalise(raw);
    if (this.rawYoung.size >= RAW_TEXTS) {
      this.rawOld = this.rawYoung;
      this.rawYoung = new Map();
    }
    this.rawYoung.set(key, normal);
    return normal;
  }

  /** Gives a row another value: `''` for none. */
  assign(row: number, normal: string): void {
    const before = this.column.get(row);
    const value = normal === '' ? 0 : this.valueOf(normal);
    // Even a blank takes its place: searches read the column's data directly.
    this.column.set(row, value);
    if (value === before) return;
    if (before !== 0) this.postings.remove(before, row);
    if (value !== 0) this.postings.add(value, row);
  }

  text(value: number): string {
    return value === 0 ? '' : this.dictionary.text(value);
  }

  /** What is known of a query value, the finder not yet asked for it unless it was before. */
  neighbourhood(normal: string): Neighbourhood {
    let known = this.memo.get(normal);
    if (!known) {
      known = new Neighbourhood(normal, this.dictionary.find(normal));
      this.memo.set(known);
    }
    return known;
  }

  /** Makes a neighbourhood complete for the values there are now, and its costs fresh. */
  complete(of: Neighbourhood): void {
    const size = this.dictionary.size;
    if (!of.complete) this.scan(of);
    else if (of.upTo < size) this.extend(of);
    const rows = this.column.data.length;
    if (of.costsAt !== rows) this.count(of, rows);
  }

  /** Values that `complete` would have to compare, the same one perhaps counted several times. */
  estimate(of: Neighbourhood): number {
    if (of.complete) return 0;
    if (of.estimate < 0) of.estimate = this.finder.estimate(this.queryOf(of));
    return of.estimate;
  }

  /** Similarity of the query value of a neighbourhood and a stored value. */
  similarity(of: Neighbourhood, value: number): Similarity {
    const known = of.remembered(value);
    if (known >= 0) return known;
    if (of.complete && value <= of.upTo) return 0;
    const similarity = this.compare(of, value);
    of.remember(value, similarity);
    return similarity;
  }

  get bytes(): number {
    return this.dictionary.bytes + this.column.bytes + this.postings.bytes + this.finder.bytes + this.seen.bytes;
  }

  /** Bytes by part, for the benches. */
  memory(): Record<string, number> {
    return {
      dictionary: this.dictionary.bytes,
      column: this.column.bytes,
      postings: this.postings.bytes,
      keys: this.finder.bytes,
    };
  }

  get flexsearchBytes(): number {
    return this.finder.flexsearchBytes;
  }

  get memoBytes(): number {
    return this.memo.bytes;
  }

  private valueOf(normal: string): number {
    const size = this.dictionary.size;
    const value = this.dictionary.add(normal);
    if (value > size) this.finder.add(value, this.prepared.set(value, this.method.prepare(normal)));
    return value;
  }

  private scan(of: Neighbourhood): void {
    const candidates = this.candidates(of, 0);
    this.scanCost += (candidates.length - this.scanCost) / 8;
    this.prepared.reserve(this.scanCost, this.dictionary.size);
    of.complement(this.similarOf(of, candidates), this.dictionary.size);
  }

  /** Looks only among the values that have come since: names that are asked for often must not be scanned anew at every write. */
  private extend(of: Neighbourhood): void {
    const { size } = this.dictionary;
    const fresh =
      size - of.upTo > COMPARE_NEW
        ? this.candidates(of, of.upTo)
        : Array.from({ length: size - of.upTo }, (_, i) => of.upTo + 1 + i);
    const found = this.similarOf(of, fresh);
    if (found.length === 0) of.upTo = size;
    else {
      of.ids.forEach((id, i) => found.push(id, of.similarities[i]!));
      of.complement(found, size);
    }
  }

  /** Values above a number that may be similar, each once. */
  private candidates(of: Neighbourhood, above: number): number[] {
    const candidates: number[] = [];
    const { seen } = this;
    const collect = (id: number) => {
      if (seen.add(id)) candidates.push(id);
    };
    this.finder.candidates(this.queryOf(of), collect, above);
    for (const id of candidates) seen.delete(id);
    return candidates;
  }

  /** Those of the values that are similar, with their similarities, in pairs. */
  private similarOf(of: Neighbourhood, values: readonly number[]): number[] {
    const found: number[] = [];
    for (const id of values) {
      const known = of.remembered(id);
      const similarity = known >= 0 ? known : this.compare(of, id);
      if (similarity > 0) found.push(id, similarity);
    }
    return found;
  }

  private count(of: Neighbourhood, at: number): void {
    let i = 0;
    of.levelCosts = of.levelEnds.map((end) => {
      let rows = 0;
      for (; i < end; i++) rows += this.postings.count(of.ids[i]!);
      return rows;
    });
    of.costsAt = at;
  }

  private compare(of: Neighbourhood, value: number): Similarity {
    if (value === of.equal) return FULL;
    return this.method.compare(this.queryOf(of), this.preparedOf(value));
  }

  private queryOf(of: Neighbourhood): unknown {
    if (!of.isPrepared) {
      of.prepared = this.method.prepare(of.text);
      of.isPrepared = true;
    }
    return of.prepared;
  }

  private preparedOf(value: number): unknown {
    return this.prepared.get(value) ?? this.prepared.set(value, this.method.prepare(this.dictionary.text(value)));
  }
}
