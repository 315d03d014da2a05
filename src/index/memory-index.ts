import type { Scenario, ScenarioField } from '../matching/scenario.js';
import { BitSet } from './bit-set.js';
import type {
  CandidateAnswer,
  CandidateIndex,
  CandidateQuery,
  FieldTexts,
  IndexStatistics,
  Match,
} from './candidate-index.js';
import { Dictionary, type DictionaryImage } from './dictionary.js';
import type { Feature, FeatureImage } from './feature.js';
import { FeatureTable } from './feature-table.js';
import { resolveOptions, type MemoryIndexOptions, type ResolvedOptions } from './options.js';
import { hasMuchDead, Renewal, type IndexParts } from './renewal.js';
import { PausingSearch } from './pausing-search.js';
import { Searcher, type Rows, type SearchTask } from './searcher.js';
import { Unfinished, withAtMost } from './unfinished.js';

export interface MemoryIndexSettings {
  /** Every scenario of the object that may ever be asked for: their fields and methods are the index's columns. */
  readonly scenarios: readonly Scenario[];
  readonly options?: MemoryIndexOptions;
}

export function createMemoryIndex(settings: MemoryIndexSettings): MemoryIndex {
  return new MemoryIndex(settings.scenarios, settings.options);
}

/** What an index holds, without what it remembers. */
export interface MemoryIndexImage {
  readonly features: readonly FeatureImage[];
  readonly ids: DictionaryImage;
  readonly live: Uint32Array;
  readonly records: number;
}

export interface ImageOptions {
  /** Only the columns that these read. Default: all. */
  readonly scenarios?: readonly Scenario[];
  /** Whether the Id of a deleted record is kept: needed where it may come back. Default: all are. */
  readonly keeps?: (id: string) => boolean;
}

/** Who keeps the records of an index. */
export interface IndexOwner {
  /** Whether a deleted record may be put again. Nothing need be kept of others. */
  mayComeBack(id: string): boolean;
  /** A renewal has begun: `renewFurther` may be called until it is done. */
  renewalBegun?(): void;
}

/** Rows that a renewal goes on by with each change: some fifty microseconds. */
const ROWS_PER_CHANGE = 4;

/**
 * The candidate index in memory: exact at any size. Rows are numbered from 1 in Id order; a row is a value id in each feature. Changes are made in place
 * and leave no stale postings. What a deleted or changed record leaves, its Id, its row and values that no record has any more, is gone with the next `Renewal`: the
 * index then takes up to half as much again as it would if built of what it holds, and for as long as a renewal lasts what this one makes besides.
 */
export class MemoryIndex implements CandidateIndex, Rows {
  private owner: IndexOwner = { mayComeBack: () => true };
  readonly options: ResolvedOptions;
  private table: FeatureTable;
  /** Id -> row. */
  private ids: Dictionary;
  private live: BitSet;
  private renewal: Renewal | undefined;
  /** Rows of deleted records that the last renewal had to keep. */
  private kept = 0;
  private readonly seen = new BitSet();
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
    this.table = FeatureTable.for(scenarios, this.options.memoBytes, image?.features);
    this.ids = new Dictionary(image?.ids);
    this.live = new BitSet(image?.live);
    this.records = image?.records ?? 0;
    // An Id left out of the image is below the next one all the same.
    let last = this.lastRow;
    while (last > 0 && this.idOf(last) === '') last--;
    this.lastId = last === 0 ? '' : this.idOf(last);
  }

  /** The index as it is now: good until it changes. */
  image({ scenarios, keeps = () => true }: ImageOptions = {}): MemoryIndexImage {
    const chosen = scenarios?.flatMap(({ fields }) => fields.map((field) => this.featureOf(field))) ?? this.features;
    const features = new Set(chosen.flatMap((feature) => [...feature.parts, feature]));
    const dropped: number[] = [];
    for (const row of this.live.missing(this.lastRow)) if (!keeps(this.idOf(row))) dropped.push(row);
    return {
      features: [...features].map((feature) => feature.image()),
      ids: this.ids.image(dropped),
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
    // What is made of parts needs no text of its own.
    const normals = this.features.map((feature) => (feature.parts.length > 0 ? '' : feature.normalise(values)));
    const row = known === 0 ? this.ids.add(id) : known;
    if (known === 0) this.lastId = id;
    if (this.live.add(row)) this.records++;
    this.features.forEach((feature, i) => feature.assign(row, normals[i]!));
    this.changed(row);
  }

  delete(id: string): void {
    this.refuseIfReadOnly();
    const row = this.ids.find(id);
    if (row === 0 || !this.live.has(row)) return;
    this.live.delete(row);
    this.records--;
    for (const feature of this.features) feature.assign(row, '');
    this.changed(row);
  }

  /** Until then any deleted record may come back. */
  ownedBy(owner: IndexOwner): void {
    this.owner = owner;
  }

  /** Begins a renewal, however little there is to gain, unless one has begun. */
  renew(): void {
    this.refuseIfReadOnly();
    if (this.renewal !== undefined) return;
    const { features, ids, live } = this;
    this.renewal = new Renewal({ features, ids, live }, (id) => this.owner.mayComeBack(id));
    this.owner.renewalBegun?.();
  }

  /** Goes on by so many rows with the renewal under way, which else goes on with every change. @returns whether it needs more */
  renewFurther(rows: number): boolean {
    if (this.renewal?.step(rows) === true) this.adopt(this.renewal.finish());
    return this.renewal !== undefined;
  }

  search(query: CandidateQuery): CandidateAnswer {
    const searcher = this.searcherFor(query);
    searcher.run();
    return this.answerOf(searcher);
  }

  attempt(query: CandidateQuery): CandidateAnswer | Unfinished<CandidateAnswer> {
    const { atOnce, rowsAtOnce, memoBytes } = this.options;
    // Without a memory the steps would lead to nothing.
    if (memoBytes === 0) return this.search(query);
    try {
      return withAtMost(atOnce, () => {
        const searcher = this.searcherFor(query);
        return searcher.runFor(rowsAtOnce)
          ? this.answerOf(searcher)
          : new Unfinished(this.inSteps(searcher, this.pausingSearch(searcher, query)));
      });
    } catch (error) {
      if (error instanceof Unfinished) return error;
      throw error;
    }
  }

  statistics(): IndexStatistics {
    const sum = (of: (feature: Feature) => number) => this.features.reduce((total, each) => total + of(each), 0);
    return {
      records: this.records,
      values: sum((feature) => feature.dictionary.size),
      bytes:
        sum((feature) => feature.bytes) +
        this.ids.bytes +
        this.live.bytes +
        this.seen.bytes +
        (this.renewal?.bytes ?? 0),
      flexsearchBytes: sum((feature) => feature.flexsearchBytes) + (this.renewal?.flexsearchBytes ?? 0),
      memoBytes: this.memoBytes,
    };
  }

  /**
   * Searches by some of the index's own records, spread evenly: so that the neighbours of common values are remembered, and the code is compiled,
   * before the first caller waits. One search a step: run a few at a time between other work.
   */
  *warmUp(scenarios: readonly Scenario[], searches: number): Generator<void> {
    for (let n = 0; n < searches; n++) {
      const row = 1 + Math.floor((n * this.lastRow) / searches);
      if (row > this.lastRow || !this.live.has(row)) continue;
      this.searcher({
        scenarios,
        features: scenarios.map((scenario) => this.featuresOf(scenario)),
        normal: (feature) => feature.text(feature.column.get(row)),
        rule: 'search',
        limit: 100,
        withTies: false,
        accept: undefined,
      }).run();
      yield;
    }
  }

  /** Bytes of what is remembered of earlier searches, roughly: neighbourhoods, bounded by the options, and values made ready, 131,072 a column at the most. */
  get memoBytes(): number {
    return this.features.reduce((total, each) => total + each.memoBytes, 0);
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
  get features(): readonly Feature[] {
    return this.table.all;
  }

  /** @throws Error when the index was not made for the field's scenario */
  featureOf(field: ScenarioField): Feature {
    return this.table.of(field);
  }

  /** A search not yet run, by values already in normal form. */
  searcher(task: SearchTask): Searcher {
    return new Searcher(task, this, this.options, this.seen);
  }

  /** The features of a scenario's fields. @throws as `featureOf` */
  featuresOf(scenario: Scenario): readonly Feature[] {
    return this.table.ofScenario(scenario);
  }

  private searcherFor({ values, scenarios, rule, limit, withTies = false, accept }: CandidateQuery): Searcher {
    return this.searcher({
      scenarios,
      features: scenarios.map((scenario) => this.featuresOf(scenario)),
      normal: (feature) => feature.normalise(values),
      rule,
      limit,
      withTies,
      accept: accept && ((row) => accept(this.idOf(row))),
    });
  }

  private answerOf(searcher: Searcher): CandidateAnswer {
    const matches = searcher.top.sorted().map((row): Match => {
      const scenarioScores = searcher.scores(row);
      const { num, den } = Searcher.best(scenarioScores);
      return { id: this.idOf(row), num, den, scenarioScores };
    });
    return { matches, walked: searcher.walked, incomplete: searcher.incomplete };
  }

  /** A search that has paused; told from now on of what changes. */
  private pausingSearch(searcher: Searcher, { acceptChanged }: CandidateQuery): PausingSearch {
    const accept = acceptChanged && ((row: number) => acceptChanged(this.idOf(row)));
    const search = new PausingSearch(searcher, this.options.rowsAtOnce, accept);
    this.pausing.add(search);
    return search;
  }

  private *inSteps(searcher: Searcher, search: PausingSearch): Generator<void, CandidateAnswer | undefined> {
    try {
      return (yield* search.steps()) ? this.answerOf(searcher) : undefined;
    } finally {
      this.pausing.delete(search);
    }
  }

  /** Every change lets a renewal go on by some rows: it is done before there is much more to renew. */
  private changed(row: number): void {
    for (const search of this.pausing) search.note(row);
    if (this.renewal === undefined) {
      if (hasMuchDead(this.features, this.records + this.kept, this.lastRow)) this.renew();
    } else if (!this.renewal.changed(row)) this.renewal = undefined;
    this.renewFurther(ROWS_PER_CHANGE);
  }

  private adopt({ features, ids, live }: IndexParts): void {
    for (const search of this.pausing) search.void();
    this.renewal = undefined;
    this.table = new FeatureTable(features);
    this.ids = ids;
    this.live = live;
    this.kept = this.lastRow - this.records;
  }

  private refuseIfReadOnly(): void {
    if (this.readOnly) throw new Error('index: shared by threads, and not to be changed');
  }
}
