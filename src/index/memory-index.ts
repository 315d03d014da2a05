import type { Scenario, ScenarioField } from '../matching/scenario.js';
import { BitSet } from '../runtime/memory/bit-set.js';
import type { CandidateAnswer, CandidateIndex, CandidateQuery, IndexStatistics } from './candidate-index.js';
import type { FieldTexts } from '../matching/field-texts.js';
import { bestMatch } from '../matching/score-record.js';
import { Dictionary, type DictionaryImage } from '../runtime/memory/dictionary.js';
import type { IndexedField, IndexedFieldImage } from './values/indexed-field.js';
import { IndexedFields } from './values/indexed-fields.js';
import { resolveOptions, type MemoryIndexOptions, type ResolvedOptions } from './index-options.js';
import { needsCompaction, Compaction, type IndexOwner, type IndexParts } from './values/column-compaction.js';
import { PausingSearch, type TaskRows, type SearchTask, TopKSearch } from './top-k/top-k-search.js';
import { RowBatch } from './top-k/row-batch.js';
import { LongSearch } from '../runtime/long-search.js';

interface MemoryIndexSettings {
  /** Scenarios that searches may use. The scenarios determine the fields and methods of the columns. */
  readonly scenarios: readonly Scenario[];
  readonly options?: MemoryIndexOptions;
}

export function createMemoryIndex(settings: MemoryIndexSettings): MemoryIndex {
  return new MemoryIndex(settings.scenarios, settings.options);
}

export interface MemoryIndexImage {
  readonly fields: readonly IndexedFieldImage[];
  readonly ids: DictionaryImage;
  readonly live: Uint32Array;
  readonly records: number;
}

interface ImageOptions {
  /** Scenarios whose columns are included. Default: all. */
  readonly scenarios?: readonly Scenario[];
  /** Whether to include a deleted record's Id, so that it can be restored. Called during the copy. Default: yes. */
  readonly keeps?: (id: string) => boolean;
}

/** Rows that each change compacts, in about fifty microseconds. */
const ROWS_PER_CHANGE = 4;

/** Rows are numbered from 1 in Id order. At most half of the index is left over from changes (see `Compaction`). */
export class MemoryIndex implements CandidateIndex, TaskRows {
  private owner: IndexOwner = { mayComeBack: () => true };
  readonly options: ResolvedOptions;
  private indexedFields: IndexedFields;
  private ids: Dictionary;
  private live: BitSet;
  private compaction: Compaction | undefined;
  /** Number of rows of deleted records that the last compaction had to keep. */
  private kept = 0;
  private readonly seen = new BitSet();
  private readonly batch = new RowBatch();
  private lastId: string;
  private records: number;
  private readonly pausing = new Set<PausingSearch>();

  /** @param image has the scenarios' columns; its arrays are not copied @param readOnly for threads that only search */
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
    // The next Id must also be greater than the Ids that the image omits.
    let last = this.lastRow;
    while (last > 0 && this.idOf(last) === '') last--;
    this.lastId = last === 0 ? '' : this.idOf(last);
  }

  /** Returns an image, valid until the index changes (longer if its arrays are frozen). Copies omit unused texts. */
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

  /** Adds or replaces a record. @throws Error if a new Id is not greater than all earlier Ids */
  put(id: string, values: FieldTexts): void {
    this.refuseIfReadOnly();
    const known = this.ids.find(id);
    if (known === 0 && id <= this.lastId)
      throw new Error(`index: new Ids must be in ascending order, but '${id}' follows '${this.lastId}'`);
    // Computes all normal forms first, so that an error leaves no partial change. Combined columns have none.
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

  /** Removes the rows' values, which halves the columns' size. A self-join has its own table of values. */
  forgetRows(): void {
    for (const { rows } of this.fields) rows.forget();
  }

  /** Sets the owner of the index. If there is no owner, any deleted record can be restored. */
  ownedBy(owner: IndexOwner): void {
    this.owner = owner;
  }

  /** Starts a compaction, even if it frees little memory. Does nothing if a compaction is running. */
  compact(): void {
    this.refuseIfReadOnly();
    if (this.compaction !== undefined) return;
    const { fields, ids, live } = this;
    this.compaction = new Compaction({ fields, ids, live }, (id) => this.owner.mayComeBack(id));
    this.owner.compactionBegun?.();
  }

  /** Compacts up to `rows` rows, in addition to those that each change compacts. @returns whether more rows remain */
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

  /** Bytes of the cached similar values, and of up to 131,072 values prepared for comparison per column. */
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

  get fields(): readonly IndexedField[] {
    return this.indexedFields.all;
  }

  /** Returns a field's column. @throws Error if the index was created without the field's scenario */
  fieldOf(field: ScenarioField): IndexedField {
    return this.indexedFields.of(field);
  }

  topKSearch(task: SearchTask): TopKSearch {
    if (this.options.isJoined) throw new Error('index: this index was built for a self-join and cannot be searched');
    return new TopKSearch(task, this, this.options, this.seen, this.batch);
  }

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

  /** Continues a compaction with each change, so that it ends before much more garbage accumulates. */
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
    if (this.readOnly) throw new Error('index: threads share this index, so it cannot be changed');
  }
}
