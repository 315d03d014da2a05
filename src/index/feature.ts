import { hashText } from '../matching/hash.js';
import { FULL, type MatchMethod, type Retrieval, type Similarity } from '../matching/method.js';
import type { IntColumn } from './buffers.js';
import type { FieldTexts } from './candidate-index.js';
import type { PairsImage } from './composed/pairs.js';
import type { DictionaryImage } from './dictionary.js';
import type { Candidates, Finder } from './finder.js';
import type { KeyListsImage } from './key-lists.js';
import { Neighbourhood } from './neighbourhood.js';
import { NeighbourMemo } from './neighbour-memo.js';
import { NeighbourSearch, type SearchedValues } from './neighbour-search.js';
import type { Neighbours } from './neighbours.js';
import { NormalForms } from './normal-forms.js';
import type { NewColumn } from './new-column.js';
import type { Postings, PostingsImage } from './postings.js';
import type { RowValues } from './row-values.js';
import type { Sketches } from './sketches.js';
import type { Values } from './values.js';

/** Making a value ready and looking its keys up costs as much as this many rows walked. */
const PROBING = 60;

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

/**
 * One column of the index: what one match method makes of one field (or of several that it reads together). Holds the distinct normal forms, which row
 * has which, and how to find the values similar to a query's. Row 0 and value 0 stand for "none".
 */
export abstract class Feature implements SearchedValues {
  abstract readonly dictionary: Values;
  /** Columns that this one is made of. */
  readonly parts: readonly Feature[] = [];
  abstract readonly finder: Candidates;
  /** Sketches of the values, where the method has any. */
  readonly sketches: Sketches | undefined = undefined;
  protected readonly search = new NeighbourSearch(this);
  private readonly memo: NeighbourMemo;
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

  /** What `prepare` makes of a value. */
  abstract preparedOf(value: number): unknown;

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
    return this.search.scanCost + PROBING;
  }

  /** The same for one value: where scans compare many, its candidates are counted, for an initial has a hundred times as many as a name. */
  findCostOf(of: Neighbourhood): number {
    const count = this.search.scanCost < PROBING ? undefined : this.finder.count?.(this.queryOf(of));
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

  /** Makes a neighbourhood complete for the values there are now, and its costs fresh. @throws Unfinished as the search does */
  complete(of: Neighbourhood): void {
    this.search.complete(of);
    const rows = this.column.data.length;
    if (of.costsAt !== rows) this.count(of, rows);
  }

  /** Values that a scan for the neighbours of this one compares. */
  scanSize(normal: string): number {
    return this.search.candidatesOf(this.queryOf(new Neighbourhood(normal, 0))).count;
  }

  /** Similarity of the query value of a neighbourhood and a stored value. */
  similarity(of: Neighbourhood, value: number): Similarity {
    const known = this.knownSimilarity(of, value);
    return known >= 0 ? known : this.findSimilarity(of, value);
  }

  /** The same where it is known without comparing; else -1. */
  knownSimilarity(of: Neighbourhood, value: number): Similarity {
    const known = of.remembered(value);
    if (known >= 0) return known;
    return (of.complete && value <= of.upTo) || !this.admits(of, value) ? 0 : -1;
  }

  /** The same by comparing, where it is not known. */
  findSimilarity(of: Neighbourhood, value: number): Similarity {
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
    const prepared = this.preparedOf(value);
    const { ids, count } = this.search.candidatesOf(prepared);
    this.search.scanned(count);
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
    const { sketches } = this;
    if (sketches && !this.sketchAdmits(sketches.data[value * 2]!, sketches.data[value * 2 + 1]!, other)) return 0;
    return this.method.compare(prepared, this.preparedOf(other));
  }

  get bytes(): number {
    return this.valueBytes + this.rows.bytes + this.finder.bytes + this.search.bytes;
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

  /** Bytes of what is remembered of earlier searches. */
  get memoBytes(): number {
    return this.memo.bytes;
  }

  queryOf(of: Neighbourhood): unknown {
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

  admits(of: Neighbourhood, value: number): boolean {
    if (!this.sketches || value === of.equal) return true;
    this.queryOf(of);
    return this.sketchAdmits(of.letters, of.marks, value);
  }

  compare(of: Neighbourhood, value: number): Similarity {
    if (value === of.equal) return FULL;
    return this.method.compare(this.queryOf(of), this.preparedOf(value));
  }

  fetch(values: ArrayLike<number>, count: number): void {
    // Sketches spare most of the texts.
    if (!this.sketches) this.dictionary.fetch?.(values, count);
  }

  keep(of: Neighbourhood): void {
    if (!of.isRemembered) this.memo.set(of);
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

  private sketchAdmits(letters: number, marks: number, value: number): boolean {
    const { data } = this.sketches!;
    return this.method.sketch!.admits(letters, marks, data[value * 2]!, data[value * 2 + 1]!);
  }
}

function textOf(values: FieldTexts, field: string): string {
  return Object.hasOwn(values, field) ? values[field]! : '';
}
