import type { Scenario, ScenarioField } from '../matching/scenario.js';
import { BitSet } from '../memory/bit-set.js';
import type { CandidateAnswer, CandidateIndex, CandidateQuery, IndexStatistics } from './candidate-index.js';
import type { FieldTexts } from '../matching/normalized-record.js';
import { bestMatch } from '../matching/score-record.js';
import { Dictionary, type DictionaryImage } from '../memory/dictionary.js';
import type { IndexedField, IndexedFieldImage } from './values/indexed-field.js';
import { IndexedFields } from './values/indexed-fields.js';
import { resolveOptions, type MemoryIndexOptions, type ResolvedOptions } from './index-options.js';
import { needsCompaction, Compaction, type IndexOwner, type IndexParts } from './values/column-compaction.js';
import { PausingSearch } from './top-k/pausing-search.js';
import type { TaskRows, SearchTask } from './top-k/search-task.js';
import { RowBatch } from './top-k/row-batch.js';
import { TopKSearch } from './top-k/top-k-search.js';
import { LongSearch } from '../runtime/long-search.js';

export interface MemoryIndexSettings {
  /** Every scenario of the object that may ever be asked for: their fields and methods are the index's columns. */
  readonly scenarios: readonly Scenario[];
  readonly options?: MemoryIndexOptions;
}

export function createMemoryIndex(settings: MemoryIndexSettings): MemoryIndex {
  return new MemoryIndex(settings.scenarios, settings.options);
}

/** The contents of an index, without its caches. */
export interface MemoryIndexImage {
  readonly fields: readonly IndexedFieldImage[];
  readonly ids: DictionaryImage;
  readonly live: Uint32Array;
  readonly records: number;
}

export interface ImageOptions {
  /** Only the columns that these read. Default: all. */
  readonly scenarios?: readonly Scenario[];
  /**
   * Whether the Id of a deleted record is kept: needed where it may come back. Asked when the image is copied. Default:
   * all are.
   */
  readonly keeps?: (id: string) => boolean;
}

/** Rows that a compaction goes on by with each change: some fifty microseconds. */
const ROWS_PER_CHANGE = 4;

/**
 * The candidate index in memory: exact at any size. Rows are numbered from 1 in Id order; a row is a value id in each
 * indexed field. Changes are made in place and leave no stale postings. What a deleted or changed record leaves (its
 * Id, its row, values that no record has any more) is gone with the next `Compaction`: until then the index takes up to
 * half as much again, and while a compaction lasts what that makes besides.
 */
export class MemoryIndex implements CandidateIndex, TaskRows {
  private owner: IndexOwner = { mayComeBack: () => true };
  readonly options: ResolvedOptions;
  private indexedFields: IndexedFields;
  /** Id -> row. */
  private ids: Dictionary;
  private live: BitSet;
  private compaction: Compaction | undefined;
  /** Rows of deleted records that the last compaction had to keep. */
  private kept = 0;
  private readonly seen = new BitSet();
  private readonly batch = new RowBatch();
  private lastId: string;
  private records: number;
  /** Searches that go on after what happens now. */
  private readonly pausing = new Set<PausingSearch>();

  /**
   * @param image of an index that has the columns of these scenarios; its arrays become this one's
   * @param readOnly whether it can only be searched: for images that threads share
   */
  constructor(
    scenarios: readonly Scenario[],
    options: MemoryIndexOptions = {},
    image?: MemoryIndexImage,
    private readonly readOnly = false,
  ) {
    this.options = resolveOptions(options);
    this.indexedFields = IndexedFields.for(scenarios, this.options, image?.fields);
    this.ids = new Dictionary(image?.ids);
    this.live = new BitSet(image?.live);
    this.records = image?.records ?? 0;
    // An Id left out of the image is below the next one all the same.
    let last = this.lastRow;
    while (last > 0 && this.idOf(last) === '') last--;
    this.lastId = last === 0 ? '' : this.idOf(last);
  }

  /**
   * The index as it is now: good until it changes, or for as long as its arrays are frozen. Copies lack the texts that
   * no row has any more.
   */
  image({ scenarios, keeps }: ImageOptions = {}): MemoryIndexImage {
    const chosen = scenarios?.flatMap(({ fields }) => fields.map((field) => this.fieldOf(field))) ?? this.fields;
    const fields = new Set(chosen.flatMap((field) => [...field.parts, field]));
    const { ids } = this;
    const live = this.live.copy();
    return {
      fields: [...fields].map((field) => field.image()),
      ids: ids.image(keeps && ((row) => !live.has(row) && !keeps(ids.text(row)))),
      live: this.live.image(),
      records: this.records,
    };
  }

  /** @throws Error when a new Id is not above every earlier one */
  put(id: string, values: FieldTexts): void {
    this.refuseIfReadOnly();
    const known = this.ids.find(id);
    if (known === 0 && id <= this.lastId)
      throw new Error(`index: new Ids must come in ascending order, but '${id}' came after '${this.lastId}'`);
    // All normal forms first: a method that throws leaves nothing half done.
    // A column made of parts needs no text of its own.
    const normals = this.fields.map((field) => (field.parts.length > 0 ? '' : field.normalise(values)));
    const row = known === 0 ? this.ids.add(id) : known;
    if (known === 0) this.lastId = id;
    if (this.live.add(row)) this.records++;
    this.fields.forEach((field, i) => field.assign(row, normals[i]!));
    this.changed(row);
  }

  delete(id: string): void {
    this.refuseIfReadOnly();
    const row = this.ids.find(id);
    if (row === 0 || !this.live.has(row)) return;
    this.live.delete(row);
    this.records--;
    for (const field of this.fields) field.assign(row, '');
    this.changed(row);
  }

  /** For a self-join whose table says which row has which value: these columns are half as large as it. */
  forgetRows(): void {
    for (const { rows } of this.fields) rows.forget();
  }

  /** Until then any deleted record may come back. */
  ownedBy(owner: IndexOwner): void {
    this.owner = owner;
  }

  /** Begins a compaction, however little there is to gain, unless one has begun. */
  compact(): void {
    this.refuseIfReadOnly();
    if (this.compaction !== undefined) return;
    const { fields, ids, live } = this;
    this.compaction = new Compaction({ fields, ids, live }, (id) => this.owner.mayComeBack(id));
    this.owner.compactionBegun?.();
  }

  /** Goes on by so many rows with a compaction, which else goes on with every change. @returns whether it needs more */
  compactFurther(rows: number): boolean {
    if (this.compaction?.step(rows) === true) this.adopt(this.compaction.finish());
    return this.compaction !== undefined;
  }

  search(query: CandidateQuery): CandidateAnswer {
    const search = this.searchFor(query);
    search.runFor(Infinity);
    return this.answerOf(search);
  }

  attempt(query: CandidateQuery): CandidateAnswer | LongSearch<CandidateAnswer> {
    const { comparisonsPerStep, rowsPerStep, cacheBytes } = this.options;
    // Without a memory the steps would lead to nothing.
    if (cacheBytes === 0) return this.search(query);
    try {
      return this.indexedFields.budget.within(comparisonsPerStep, () => {
        const search = this.searchFor(query);
        return search.runFor(rowsPerStep)
          ? this.answerOf(search)
          : new LongSearch(this.inSteps(search, this.pausingSearch(search, query)));
      });
    } catch (error) {
      if (error instanceof LongSearch) return error;
      throw error;
    }
  }

  statistics(): IndexStatistics {
    const sum = (of: (field: IndexedField) => number) => this.fields.reduce((total, each) => total + of(each), 0);
    return {
      records: this.records,
      values: sum((field) => field.dictionary.size),
      bytes:
        sum((field) => field.bytes) +
        this.ids.bytes +
        this.live.bytes +
        this.seen.bytes +
        (this.compaction?.bytes ?? 0),
      flexsearchBytes: sum((field) => field.flexsearchBytes) + (this.compaction?.flexsearchBytes ?? 0),
      cacheBytes: this.cacheBytes,
    };
  }

  /**
   * Searches by some of the index's own records, spread evenly, one a step: so that similar values of common values are
   * remembered, and the code is compiled, before the first caller waits.
   */
  *warmUp(scenarios: readonly Scenario[], searches: number): Generator<void> {
    for (let n = 0; n < searches; n++) {
      const row = 1 + Math.floor((n * this.lastRow) / searches);
      if (row > this.lastRow || !this.live.has(row)) continue;
      this.topKSearch({
        scenarios,
        fields: scenarios.map((scenario) => this.fieldsOf(scenario)),
        normal: (field) => field.text(field.column.get(row)),
        rule: 'search',
        limit: 100,
      }).runFor(Infinity);
      yield;
    }
  }

  /** Bytes remembered of earlier searches, roughly: similar values, and up to 131,072 values made ready a column. */
  get cacheBytes(): number {
    return this.fields.reduce((total, each) => total + each.cacheBytes, 0);
  }

  get lastRow(): number {
    return this.ids.size;
  }

  isLive(row: number): boolean {
    return this.live.has(row);
  }

  idOf(row: number): string {
    return this.ids.text(row);
  }

  /** Good until the index changes, as are all that follow from it. */
  get fields(): readonly IndexedField[] {
    return this.indexedFields.all;
  }

  /** @throws Error when the index was not made for the field's scenario */
  fieldOf(field: ScenarioField): IndexedField {
    return this.indexedFields.of(field);
  }

  /** A search not yet run, by values already in normal form. */
  topKSearch(task: SearchTask): TopKSearch {
    if (this.options.isJoined) throw new Error('index: made to be joined, not to be searched');
    return new TopKSearch(task, this, this.options, this.seen, this.batch);
  }

  /** The indexed fields of a scenario's fields. @throws as `fieldOf` */
  fieldsOf(scenario: Scenario): readonly IndexedField[] {
    return this.indexedFields.ofScenario(scenario);
  }

  private searchFor({ values, scenarios, rule, limit, withTies = false, accept }: CandidateQuery): TopKSearch {
    return this.topKSearch({
      scenarios,
      fields: scenarios.map((scenario) => this.fieldsOf(scenario)),
      normal: (field) => field.normalise(values),
      rule,
      limit,
      withTies,
      accept: accept && ((row) => accept(this.idOf(row))),
    });
  }

  private answerOf(search: TopKSearch): CandidateAnswer {
    const matches = search.top.sorted().map((row) => bestMatch(this.idOf(row), search.scores(row))!);
    return { matches, postingsScanned: search.postingsScanned, incomplete: search.incomplete };
  }

  /** A search that has paused; every change is reported to it from now on. */
  private pausingSearch(search: TopKSearch, { acceptChanged }: CandidateQuery): PausingSearch {
    const accept = acceptChanged && ((row: number) => acceptChanged(this.idOf(row)));
    const pausing = new PausingSearch(search, this.options.rowsPerStep, accept);
    this.pausing.add(pausing);
    return pausing;
  }

  private *inSteps(search: TopKSearch, pausing: PausingSearch): Generator<void, CandidateAnswer | undefined> {
    try {
      return (yield* pausing.steps()) ? this.answerOf(search) : undefined;
    } finally {
      this.pausing.delete(pausing);
    }
  }

  /** Every change lets a compaction go on by some rows: it is done before there is much more to renew. */
  private changed(row: number): void {
    for (const search of this.pausing) search.note(row);
    if (this.options.isJoined) return;
    if (this.compaction === undefined) {
      if (needsCompaction(this.fields, this.records + this.kept, this.lastRow)) this.compact();
    } else if (!this.compaction.changed(row)) this.compaction = undefined;
    this.compactFurther(ROWS_PER_CHANGE);
  }

  private adopt({ fields, ids, live }: IndexParts): void {
    for (const search of this.pausing) search.void();
    this.compaction = undefined;
    this.indexedFields = new IndexedFields(fields);
    this.ids = ids;
    this.live = live;
    this.kept = this.lastRow - this.records;
  }

  private refuseIfReadOnly(): void {
    if (this.readOnly) throw new Error('index: shared by threads, and not to be changed');
  }
}
