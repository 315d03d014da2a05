import type { KeptApart, Preview, Previewing, PreviewRequest } from './preview.js';
import { methodOptions, resolveDefinitions } from '../../store/config/resolve-definitions.js';
import type { CandidateIndex, CandidateQuery, CandidateAnswer } from '../../index/candidate-index.js';
import { MemoryIndex } from '../../index/memory-index.js';
import type { MatchMethod } from '../../matching/method.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import { dynamicThreshold, Semaphore } from '../../runtime/semaphore.js';
import { BusyError } from '../../store/transactions/busy-error.js';
import { previewScenario } from './preview-scenario.js';
import type { ServiceParts } from '../live-parts.js';
import type { Party } from '../../matching/contradictions/contradiction.js';
import type { StoredRecord } from '../../records/record.js';
import { searchInDecision } from '../../runtime/event-loop-scheduler.js';
import type { LongSearch } from '../../runtime/long-search.js';
import type { PairJudge } from '../upsert/pair-judge.js';
import type { SearchTexts } from '../search/search-texts.js';

/** Milliseconds after which a preview returns its results so far. */
const MOST_TIME = 4_000;
/** Default number of records to search for when pairs are counted. */
const MOST_COUNTED = 5_000;
const MOST_INDEXED = 100_000;
/** Milliseconds for which a temporary index is kept for the next preview. */
const KEPT = 120_000;
/** Maximum number of concurrent previews. One client may run half of them. */
const MOST_AT_ONCE = 2;

interface OwnIndex {
  readonly type: ObjectType;
  readonly scenarios: readonly Scenario[];
  readonly methods: ReadonlyMap<string, MatchMethod>;
  readonly lists: unknown;
  readonly index: CandidateIndex;
}

/**
 * Tests scenarios in the index in use, if it has the necessary columns. Otherwise, builds a temporary index and keeps
 * it for the next edit. Runs in short steps in the background.
 */
export class Previews implements Previewing {
  readonly #slots = new Semaphore(MOST_AT_ONCE, dynamicThreshold());
  #own: OwnIndex | undefined;
  #forget: NodeJS.Timeout | undefined;

  constructor(
    private readonly parts: () => ServiceParts,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async preview(request: PreviewRequest, clientId: string, signal: AbortSignal): Promise<Preview> {
    const shortage = this.#slots.acquire(clientId);
    if (shortage !== undefined) throw new BusyError(shortage === 'full' ? 'requests' : 'clientRequests');
    try {
      return await this.parts().scheduler.runInBackground(this.#steps(request), signal);
    } finally {
      this.#slots.release(clientId);
    }
  }

  async keptApart(scenarioIds: readonly string[], signal: AbortSignal, most?: number): Promise<KeptApart[]> {
    const counted: KeptApart[] = [];
    const { configuration, scheduler } = this.parts();
    for (const type of configuration.registry.types) {
      const steps = this.#keptApart(type, new Set(scenarioIds), most);
      const found = await scheduler.runInBackground(steps, signal);
      if (found !== undefined) counted.push(found);
    }
    return counted;
  }

  *#keptApart(type: ObjectType, named: ReadonlySet<string>, most?: number): DecisionSteps<KeptApart | undefined> {
    const { configuration, store, texts, judge, transactions, indexes } = this.parts();
    const scenarios = configuration.scenarios.filter(({ id, object }) => object === type.name && named.has(id));
    if (scenarios.length === 0) return undefined;
    const end = most === undefined ? this.now() + MOST_TIME : Infinity;
    const size = most ?? MOST_COUNTED;
    const index = indexes.get(type.name)!;
    const found = yield* countKeptApart({
      ...{ type, scenarios, judge, texts },
      ids: index instanceof MemoryIndex ? sampleIds(index, size) : first(store.scan(type.name), size),
      get: (id) => transactions.committed(id),
      attempt: (query, inSteps) => transactions.findCommitted(type, query, inSteps),
      isTimeUp: () => this.now() > end,
    });
    return { ...found, records: store.count(type.name) };
  }

  close(): void {
    clearTimeout(this.#forget);
    this.#own = undefined;
  }

  *#steps({ before: was, after: becomes, sampleSize, withValues }: PreviewRequest): DecisionSteps<Preview> {
    const parts = this.parts();
    const { configuration, store, texts, transactions, indexes } = parts;
    const methods = this.#methods(parts);
    const [after] = resolveDefinitions(configuration, [becomes], 'scenario', methods);
    const type = configuration.registry.byName(after!.object)!;
    const earlier = was && configuration.registry.byName(was.object) === type ? was : undefined;
    const [before] = earlier ? resolveDefinitions(configuration, [earlier], 'scenario', methods) : [];
    const scenarios = before === undefined ? [after!] : [after!, before];
    const fields = [...new Set(scenarios.flatMap((scenario) => scenario.fields.flatMap((field) => field.fields)))];
    const textsOf = (id: string) => {
      const record = transactions.committed(id);
      return record && texts.of(type, record.fields, fields);
    };
    const isInUse = scenarios.every((scenario) => isIndexed(scenario, configuration.scenarios));
    const own = isInUse ? undefined : yield* this.#ownIndex(parts, type, scenarios, methods, fields);
    const index = own?.index ?? indexes.get(type.name)!;
    const records = store.count(type.name);
    const end = this.now() + MOST_TIME;
    const found = yield* previewScenario({
      before,
      after: after!,
      ids: index instanceof MemoryIndex ? sampleIds(index, sampleSize) : first(store.scan(type.name), sampleSize),
      withValues,
      textsOf,
      attempt: (query: CandidateQuery, inSteps: boolean) => {
        if (own === undefined) return transactions.findCommitted(type, query, inSteps);
        return inSteps ? own.index.attempt(query) : own.index.search(query);
      },
      isTimeUp: () => this.now() > end,
    });
    return { objectType: type.name, records, searched: own?.index.statistics().records ?? records, ...found };
  }

  /** Prefers methods in use to those of the temporary index, because the index in use has columns for them. */
  #methods({ configuration }: ServiceParts): ReadonlyMap<string, MatchMethod> {
    const kept = this.#own?.lists === configuration.lists ? this.#own.methods : new Map<string, MatchMethod>();
    const fresh = createMethods(methodOptions(configuration));
    const inUse = configuration.scenarios.flatMap(({ fields }) =>
      fields.map(({ method }) => [method.name, method] as const),
    );
    return new Map([...fresh, ...kept, ...inUse]);
  }

  *#ownIndex(
    { configuration, store, texts, reconfiguration }: ServiceParts,
    type: ObjectType,
    scenarios: readonly Scenario[],
    methods: ReadonlyMap<string, MatchMethod>,
    fields: readonly string[],
  ): DecisionSteps<OwnIndex> {
    const known = this.#own;
    const fits = known?.type === type && known.lists === configuration.lists;
    if (!fits || !scenarios.every((scenario) => isIndexed(scenario, known.scenarios))) {
      // Frees the old index before building another, to save memory.
      this.#own = undefined;
      const index = reconfiguration.building(configuration, type.name).create(scenarios);
      let count = 0;
      for (const record of store.scan(type.name)) {
        if (count++ === MOST_INDEXED) break;
        index.put(record.id, texts.of(type, record.fields, fields));
        yield;
      }
      this.#own = { type, scenarios, methods, lists: configuration.lists, index };
    }
    clearTimeout(this.#forget);
    this.#forget = setTimeout(() => (this.#own = undefined), KEPT).unref();
    return this.#own!;
  }
}

function isIndexed({ object, fields }: Scenario, others: readonly Scenario[]): boolean {
  const columns = others.filter((other) => other.object === object).flatMap((other) => other.fields);
  return fields.every((field) =>
    columns.some(
      (column) => column.method === field.method && column.fields.join('\u0000') === field.fields.join('\u0000'),
    ),
  );
}

function first(records: Iterable<{ readonly id: string }>, size: number): string[] {
  const ids: string[] = [];
  for (const { id } of records) if (ids.push(id) >= size) break;
  return ids;
}

const MOST_MATCHES = 50;

interface KeptApartWork {
  readonly type: ObjectType;
  readonly scenarios: readonly Scenario[];
  readonly ids: Iterable<string>;
  readonly judge: PairJudge;
  readonly texts: SearchTexts;
  readonly get: (id: string) => StoredRecord | undefined;
  readonly attempt: (query: CandidateQuery, inSteps: boolean) => CandidateAnswer | LongSearch<CandidateAnswer>;
  readonly isTimeUp: () => boolean;
}

/** Counts the pairs of stored records that scenarios find, and how many of them contradictions would exclude. */
function* countKeptApart(work: KeptApartWork): DecisionSteps<Omit<KeptApart, 'records'>> {
  const { type, scenarios, judge, texts, get } = work;
  // An empty object enables all kinds.
  const contradictions = {};
  const asked = scenarios.map((scenario): Scenario => ({ ...scenario, contradictions }));
  const seen = new Set<string>();
  const kinds = new Map<string, number>();
  const parties = new Map<string, Party>();
  const partyOf = (record: StoredRecord): Party => {
    let party = parties.get(record.id);
    if (party === undefined) {
      if (parties.size >= MOST_MATCHES) parties.clear();
      parties.set(record.id, (party = judge.party(type, record.fields)));
    }
    return party;
  };
  let [searched, contradicted, groundless] = [0, 0, 0];
  for (const id of work.ids) {
    yield;
    if (work.isTimeUp()) break;
    const record = get(id);
    if (record === undefined) continue;
    searched++;
    const values = texts.of(type, record.fields);
    const accept = (other: string): boolean => other !== id;
    const query = { values, scenarios, rule: 'upsert' as const, limit: MOST_MATCHES, accept };
    const { matches } = yield* searchInDecision((inSteps) => work.attempt(query, inSteps));
    for (const match of matches) {
      const key = id < match.id ? `${id} ${match.id}` : `${match.id} ${id}`;
      const other = get(match.id);
      if (other === undefined || seen.has(key)) continue;
      seen.add(key);
      yield;
      const finding = asked.filter((_, i) => match.scenarioScores[i]!.isDuplicate);
      const opinion = judge.opinion(type, partyOf(record), partyOf(other), finding);
      if (opinion.contradictions.length > 0) contradicted++;
      else if (opinion.grounds === 'none') groundless++;
      for (const kind of new Set(opinion.contradictions.map((each) => each.kind)))
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  return {
    objectType: type.name,
    scenarioIds: scenarios.map(({ id }) => id),
    ...{ searched, pairs: seen.size, contradicted, groundless },
    kinds: Object.fromEntries([...kinds].sort(([, a], [, b]) => b - a)),
  };
}

/** Golden ratio. Its first multiples, modulo 1, are always evenly distributed (a Kronecker sequence). */
const GOLDEN = 0.618_033_988_749_894_9;
/** Number of multiples per position. With three multiples, each position is reached at least once. */
const ROUNDS = 3;

/** Returns each position from 0 to `count`, exclusive, once. The first positions are always evenly distributed. */
function* spreadPlaces(count: number): Generator<number> {
  const met = new Set<number>();
  for (let n = 1; met.size < count && n <= ROUNDS * count + ROUNDS; n++) {
    const place = Math.floor(((n * GOLDEN) % 1) * count);
    if (met.has(place)) continue;
    met.add(place);
    yield place;
  }
}

/** Returns at most `size` Ids, evenly distributed. The result does not change until the index changes. */
function sampleIds(index: Pick<MemoryIndex, 'lastRow' | 'isLive' | 'idOf'>, size: number): string[] {
  const ids: string[] = [];
  for (const place of spreadPlaces(index.lastRow)) {
    if (ids.length >= size) break;
    if (index.isLive(place + 1)) ids.push(index.idOf(place + 1));
  }
  return ids;
}
