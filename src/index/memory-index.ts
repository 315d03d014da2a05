import type { MatchMethod } from '../matching/method.js';
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
import { ComposedFeature } from './composed/composed-feature.js';
import type { Feature, FeatureImage } from './feature.js';
import { PlainFeature } from './plain-feature.js';
import { resolveOptions, type MemoryIndexOptions, type ResolvedOptions } from './options.js';
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

/**
 * The candidate index in memory: exact at any size. Rows are numbered from 1 in Id order; a row is a value id in each feature. Changes are made in place
 * and leave no stale postings; what a deleted record leaves until the index is built anew is its Id, its row, and values that no record has any more.
 */
export class MemoryIndex implements CandidateIndex, Rows {
  readonly features: Feature[];
  readonly options: ResolvedOptions;
  private readonly byMethod = new Map<MatchMethod, Map<string, Feature>>();
  private readonly byScenario = new WeakMap<Scenario, readonly Feature[]>();
  /** Id -> row. */
  private readonly ids: Dictionary;
  private readonly live: BitSet;
  private readonly seen = new BitSet();
  private lastId: string;
  private records: number;

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
    this.features = [];
    for (const { fields } of scenarios) for (const field of fields) this.declare(field, image);
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
  }

  delete(id: string): void {
    this.refuseIfReadOnly();
    const row = this.ids.find(id);
    if (row === 0 || !this.live.has(row)) return;
    this.live.delete(row);
    this.records--;
    for (const feature of this.features) feature.assign(row, '');
  }

  search({ values, scenarios, rule, limit, withTies = false, accept }: CandidateQuery): CandidateAnswer {
    const searcher = this.searcher({
      scenarios,
      features: scenarios.map((scenario) => this.featuresOf(scenario)),
      normal: (feature) => feature.normalise(values),
      rule,
      limit,
      withTies,
      accept: accept && ((row) => accept(this.idOf(row))),
    });
    searcher.run();
    const matches = searcher.top.sorted().map((row): Match => {
      const scenarioScores = searcher.scores(row);
      const { num, den } = Searcher.best(scenarioScores);
      return { id: this.idOf(row), num, den, scenarioScores };
    });
    return { matches, walked: searcher.walked, incomplete: searcher.incomplete };
  }

  attempt(query: CandidateQuery): CandidateAnswer | Unfinished {
    // Without a memory the steps would lead to nothing.
    if (this.options.memoBytes === 0) return this.search(query);
    try {
      return withAtMost(this.options.atOnce, () => this.search(query));
    } catch (error) {
      if (error instanceof Unfinished) return error;
      throw error;
    }
  }

  statistics(): IndexStatistics {
    const sum = (of: (feature: Feature) => number) => this.features.reduce((total, each) => total + of(each), 0);
    const memo = (): number => this.memoBytes;
    return {
      records: this.records,
      values: sum((feature) => feature.dictionary.size),
      bytes: sum((feature) => feature.bytes) + this.ids.bytes + this.live.bytes + this.seen.bytes,
      flexsearchBytes: sum((feature) => feature.flexsearchBytes),
      get memoBytes() {
        return memo();
      },
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

  /** Bytes of remembered neighbourhoods, roughly; bounded by the options. */
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

  /** @throws Error when the index was not made for the field's scenario */
  featureOf(field: ScenarioField): Feature {
    const feature = this.byMethod.get(field.method)?.get(keyOf(field));
    if (!feature)
      throw new Error(
        `index: no column for ${field.label} by method ${field.method.name}; the index must be made with every scenario that is searched by`,
      );
    return feature;
  }

  /** A search not yet run, by values already in normal form. */
  searcher(task: SearchTask): Searcher {
    return new Searcher(task, this, this.options, this.seen);
  }

  /** The features of a scenario's fields, looked up once. @throws as `featureOf` */
  featuresOf(scenario: Scenario): readonly Feature[] {
    let features = this.byScenario.get(scenario);
    if (features === undefined) {
      features = scenario.fields.map((field) => this.featureOf(field));
      this.byScenario.set(scenario, features);
    }
    return features;
  }

  private refuseIfReadOnly(): void {
    if (this.readOnly) throw new Error('index: shared by threads, and not to be changed');
  }

  /** Parts come before what is made of them. */
  private declare({ fields, method }: Column, image: MemoryIndexImage | undefined): Feature {
    const declared = this.byMethod.get(method)?.get(keyOf({ fields }));
    if (declared) return declared;
    const known = image?.features.find((each) => each.method === method.name && keyOf(each) === keyOf({ fields }));
    if (image && !known)
      throw new Error(`index: the image has no column for ${fields.join('+')} by method ${method.name}`);
    const { memoBytes } = this.options;
    const { composition } = method;
    const [first, second, ...others] = fields;
    let feature: Feature;
    if (composition && first !== undefined && second !== undefined && first !== second && others.length === 0) {
      const part = (name: string) => this.declare({ fields: [name], method: composition.part }, image);
      feature = new ComposedFeature(fields, method, memoBytes, [part(first), part(second)], known);
    } else feature = new PlainFeature(fields, method, memoBytes, known);
    let byFields = this.byMethod.get(method);
    if (!byFields) this.byMethod.set(method, (byFields = new Map<string, Feature>()));
    byFields.set(keyOf({ fields }), feature);
    this.features.push(feature);
    return feature;
  }
}

type Column = Pick<ScenarioField, 'fields' | 'method'>;

function keyOf({ fields }: { readonly fields: readonly string[] }): string {
  return fields.join('\u0000');
}
