import { hashText } from '../matching/hash.js';
import { FULL, type MatchMethod, type Retrieval, type Similarity } from '../matching/method.js';
import type { IntColumn } from './buffers.js';
import type { FieldTexts } from './candidate-index.js';
import type { PairsImage } from './composed/pairs.js';
import type { DictionaryImage } from './dictionary.js';
import type { Candidates, Finder } from './finder.js';
import { IdCollector } from './id-collector.js';
import type { KeyListsImage } from './key-lists.js';
import { Neighbourhood } from './neighbourhood.js';
import { NeighbourMemo } from './neighbour-memo.js';
import { Neighbours } from './neighbours.js';
import { NormalForms } from './normal-forms.js';
import type { NewColumn } from './new-column.js';
import type { Postings, PostingsImage } from './postings.js';
import { PreparedCache } from './prepared-cache.js';
import type { RowValues } from './row-values.js';
import type { Sketches } from './sketches.js';
import { mostAtOnce, Unfinished } from './unfinished.js';

/** Making a value ready and looking its keys up costs as much as this many rows walked. */
const PROBING = 60;
/** Looking for new values through keys costs as much as comparing so many of them. */
const COMPARE_NEW = 8;
/** What so few comparisons find out is not remembered before it is asked for again. */
const CHEAP = 64;
/** Comparing a value costs as much as so many rows walked. */
const ROWS_OF_A_COMPARISON = 16;

/** A feature without what it remembers. */
export interface FeatureImage {
  readonly fields: readonly string[];
  /** Its name. */
  readonly method: string;
  readonly dictionary: DictionaryImage | PairsImage;
  readonly column: Int32Array;
  readonly postings: PostingsImage;
  readonly keys: KeyListsImage | undefined;
  /** Values that no row has any more, where they are texts. */
  readonly unused?: Uint32Array;
  readonly scanCost: number;
  readonly sketches?: Int32Array;
}

/** Distinct values and their numbers, from 1. */
export interface Values {
  readonly size: number;
  text(value: number): string;
  /**
   * The number of the value with this text, where there can be but one; else 0.
   * @param hash the text's, by `hashText`
   */
  find(text: string, hash?: number): number;
  /** Makes `text` of each of the first `count` values quick. */
  fetch?(values: ArrayLike<number>, count: number): void;
}

/**
 * One column of the index: what one match method makes of one field (or of several that it reads together). Holds the distinct normal forms, which row
 * has which, and how to find the values similar to a query's. Row 0 and value 0 stand for "none".
 */
export abstract class Feature {
  abstract readonly dictionary: Values;
  /** Columns that this one is made of. */
  readonly parts: readonly Feature[] = [];
  /** Values that a scan for neighbours compares, on the average of late. */
  scanCost = 0;

  protected abstract readonly finder: Candidates;
  /** Sketches of the values, where the method has any. */
  readonly sketches: Sketches | undefined = undefined;
  protected readonly prepared = new PreparedCache();
  private readonly memo: NeighbourMemo;
  private readonly collector = new IdCollector();
  private readonly found = new Neighbours();
  private readonly normals = new NormalForms();
  private readonly normaliseOne = (raw: string): string => this.method.normalise([raw]);

  constructor(
    readonly fields: readonly string[],
    readonly method: MatchMethod,
    /** Bytes of remembered neighbourhoods, at the most. */
    protected readonly mostRemembered: number,
    readonly rows: RowValues,
  ) {
    this.memo = new NeighbourMemo(mostRemembered);
  }

  /** Gives a row the value of this normal form: `''` for none. */
  abstract assign(row: number, normal: string): void;

  /** A column for the same, without any rows or values yet. @param parts of the new index, for `parts` */
  abstract renewed(parts: readonly NewColumn[]): NewColumn;

  /** Texts that no row has any more are left out: they may be of records that are gone for good. */
  abstract image(): FeatureImage;

  /** Bytes of the values themselves. */
  protected abstract get valueBytes(): number;

  /** Finds values by the same keys, as another method probes them. @throws Error where there are no keys */
  finderFor(retrieval: Retrieval<unknown>): Finder {
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

  /** What looking for neighbours costs, in rows walked, on the average of late. */
  get findCost(): number {
    return this.scanCost + PROBING;
  }

  /** The same for one value: where scans compare many, its candidates are counted, for an initial has a hundred times as many as a name. */
  findCostOf(of: Neighbourhood): number {
    const count = this.scanCost < PROBING ? undefined : this.finder.count?.(this.queryOf(of));
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
   * What is known of a query value, the finder not yet asked for it unless it was before.
   *
   * @param isNew the value comes with a record that is to be stored: likely to be asked for just this once
   */
  neighbourhood(normal: string, isNew = false): Neighbourhood {
    const hash = hashText(normal);
    let known = this.memo.get(normal, hash);
    if (!known) {
      known = new Neighbourhood(normal, this.dictionary.find(normal, hash));
      if (isNew) this.memo.offer(known, hash);
      else this.memo.set(known, hash);
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

  /** Values that a scan for the neighbours of this one compares. */
  scanSize(normal: string): number {
    return this.candidates(new Neighbourhood(normal, 0), 0).count;
  }

  /** Similarity of the query value of a neighbourhood and a stored value. */
  similarity(of: Neighbourhood, value: number): Similarity {
    const known = of.remembered(value);
    if (known >= 0) return known;
    if ((of.complete && value <= of.upTo) || !this.admits(of, value)) return 0;
    const similarity = this.compare(of, value);
    of.remember(value, similarity);
    return similarity;
  }

  /**
   * The neighbours of a stored value, itself among them, most similar first; nothing is remembered.
   *
   * @param into emptied before
   */
  neighboursOf(value: number, into: Neighbours): void {
    into.count = 0;
    const { collector } = this;
    collector.clear();
    const prepared = this.preparedOf(value);
    this.finder.candidates(prepared, collector);
    const { ids, count } = collector;
    this.scanCost += (count - this.scanCost) / 8;
    this.prepared.reserve(this.scanCost, this.dictionary.size);
    for (let i = 0; i < count; i++) {
      const id = ids[i]!;
      const similarity = this.similarityOf(value, prepared, id);
      if (similarity > 0) into.add(id, similarity);
    }
    into.sort();
  }

  /**
   * Similarity of two stored values; nothing is remembered.
   *
   * @param prepared of the first one, by `preparedOf`
   */
  similarityOf(value: number, prepared: unknown, other: number): Similarity {
    if (value === other) return FULL;
    return this.sketchesAdmit(value, other) ? this.method.compare(prepared, this.preparedOf(other)) : 0;
  }

  get bytes(): number {
    return this.valueBytes + this.rows.bytes + this.finder.bytes + this.collector.bytes;
  }

  /** Bytes by part, for the benches. */
  memory(): Record<string, number> {
    return {
      dictionary: this.valueBytes,
      column: this.column.bytes,
      postings: this.postings.bytes,
      keys: this.finder.bytes,
    };
  }

  get flexsearchBytes(): number {
    return this.finder.flexsearchBytes;
  }

  /** Bytes of remembered neighbourhoods and of values made ready to be compared. */
  get memoBytes(): number {
    return this.memo.bytes + this.prepared.bytes;
  }

  /** What `prepare` makes of a value. With a sketch it is made anew each time: that costs less than to fetch it from wherever in memory it is kept. */
  preparedOf(value: number): unknown {
    const { sketches } = this;
    const { sketch } = this.method;
    if (sketch && sketches) {
      const { data } = sketches;
      return sketch.restore(this.dictionary.text(value), data[value * 2]!, data[value * 2 + 1]!);
    }
    return this.prepared.get(value) ?? this.prepared.set(value, this.method.prepare(this.dictionary.text(value)));
  }

  /** @throws Unfinished where there is too much to compare */
  private scan(of: Neighbourhood): void {
    const { ids, count } = this.candidates(of, 0);
    const most = mostAtOnce();
    // What is compared in steps must be found again.
    if (count > Math.min(CHEAP, most) && !of.isRemembered) this.memo.set(of);
    if (count > most && !of.isCompared)
      throw new Unfinished(this.compareInSteps(of, Int32Array.from(ids.subarray(0, count)), most));
    this.scanCost += (count - this.scanCost) / 8;
    this.prepared.reserve(this.scanCost, this.dictionary.size);
    this.found.count = 0;
    this.addSimilar(of, ids, count);
    of.complement(this.found, this.dictionary.size);
  }

  /** So that a scan finds the similarities remembered. */
  private *compareInSteps(of: Neighbourhood, candidates: Int32Array, step: number): Generator<void> {
    for (let i = 0; i < candidates.length && !of.isCompared && !of.complete; i++) {
      if (i > 0 && i % step === 0) yield;
      const value = candidates[i]!;
      if (of.remembered(value) < 0) of.remember(value, this.compare(of, value));
    }
    of.isCompared = true;
  }

  /**
   * Looks only among the values that have come since: names that are asked for often must not be scanned anew at every write.
   *
   * @throws Unfinished where there is too much to compare
   */
  private extend(of: Neighbourhood): void {
    const { size } = this.dictionary;
    const since = size - of.upTo;
    if (since > this.mostCompared(of)) {
      const { ids, count } = this.candidates(of, of.upTo);
      this.found.count = 0;
      this.addSimilar(of, ids, count);
      of.extend(this.found, size);
    } else {
      const most = mostAtOnce();
      if (since > most) throw new Unfinished(this.extendInSteps(of, most));
      this.extendTo(of, size);
    }
  }

  private *extendInSteps(of: Neighbourhood, step: number): Generator<void> {
    while (of.upTo + step < this.dictionary.size) {
      this.extendTo(of, of.upTo + step);
      yield;
    }
  }

  /** Compares all that have come since with the value, up to this one. */
  private extendTo(of: Neighbourhood, upTo: number): void {
    const values: number[] = [];
    for (let value = of.upTo + 1; value <= upTo; value++) values.push(value);
    this.found.count = 0;
    this.addSimilar(of, values, values.length);
    of.extend(this.found, upTo);
  }

  /** More new values than these are looked for through the finder, not compared one by one. */
  private mostCompared(of: Neighbourhood): number {
    const rows = this.finder.rowsOf?.(this.queryOf(of)) ?? 0;
    return Math.max(COMPARE_NEW, rows / ROWS_OF_A_COMPARISON);
  }

  /** Values above a number that may be similar, each once: until the next call. */
  private candidates(of: Neighbourhood, above: number): IdCollector {
    const { collector } = this;
    collector.clear();
    this.finder.candidates(this.queryOf(of), collector, above);
    return collector;
  }

  /** Adds those of the values that are similar to what was found. */
  private addSimilar(of: Neighbourhood, values: ArrayLike<number>, count: number): void {
    // Sketches spare most of the texts.
    if (!this.sketches) this.dictionary.fetch?.(values, count);
    for (let i = 0; i < count; i++) {
      const id = values[i]!;
      const known = of.remembered(id);
      const similarity = known >= 0 ? known : this.admits(of, id) ? this.compare(of, id) : 0;
      if (similarity > 0) this.found.add(id, similarity);
    }
  }

  private count(of: Neighbourhood, at: number): void {
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

  /** False where the sketches of the query value and of a stored one say already that they are not alike. */
  private admits(of: Neighbourhood, value: number): boolean {
    const { sketch } = this.method;
    if (!sketch || !this.sketches || value === of.equal) return true;
    this.queryOf(of);
    const { data } = this.sketches;
    return sketch.admits(of.letters, of.marks, data[value * 2]!, data[value * 2 + 1]!);
  }

  /** False where the sketches of two stored values say already that they are not alike. */
  private sketchesAdmit(value: number, other: number): boolean {
    const { sketch } = this.method;
    if (!sketch || !this.sketches) return true;
    const { data } = this.sketches;
    return sketch.admits(data[value * 2]!, data[value * 2 + 1]!, data[other * 2]!, data[other * 2 + 1]!);
  }

  private compare(of: Neighbourhood, value: number): Similarity {
    if (value === of.equal) return FULL;
    return this.method.compare(this.queryOf(of), this.preparedOf(value));
  }

  private queryOf(of: Neighbourhood): unknown {
    if (!of.isPrepared) {
      of.prepared = this.method.prepare(of.text);
      of.isPrepared = true;
      const { sketch } = this.method;
      if (sketch) {
        of.letters = sketch.letters(of.prepared);
        of.marks = sketch.marks(of.prepared);
      }
    }
    return of.prepared;
  }
}

function textOf(values: FieldTexts, field: string): string {
  return Object.hasOwn(values, field) ? values[field]! : '';
}
