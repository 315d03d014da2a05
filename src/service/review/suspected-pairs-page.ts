import type { Configuration } from '../../store/config/configuration.js';
import type { SuspectedPairsPage, SuspectedPairsQuery } from '../likeness.js';
import type { PairSource } from './suspected-pair-types.js';
import type { RecordChange } from '../../store/history.js';
import type { RecordStore } from '../../store/record-store.js';
import { withoutMove, type SuspectedPair } from '../../store/suspected-pairs.js';
import { momentOf, objectNamed } from '../refusals.js';

/** Number of newest pairs searched with a filter. The search takes a few milliseconds. */
const MOST_LOOKED_AT = 100_000;
const LOOKED_AT_ONCE = 1_000;
/** Number of newest pairs counted by source, and maximum changes read in the history of each created record. */
const MOST_TRACED = 500;
const MOST_CHANGES = 20;
const MOST_SOURCES = 10;
/** Format of the request Id of a file import, which is the file's Id. */
const FILE = /^file-\d+$/;

type Store = Pick<RecordStore, 'suspectedPairs' | 'get' | 'history'>;

/** @throws RequestError 400 `INVALID_TYPE`, `INVALID_QUERY_PARAMETER` */
export function suspectedPairsPage(
  { store, configuration }: { readonly store: Store; readonly configuration: Pick<Configuration, 'registry'> },
  query: SuspectedPairsQuery,
): SuspectedPairsPage {
  const { objectType, page, pageSize } = query;
  const type = objectType === undefined ? undefined : objectNamed(configuration.registry, objectType);
  const test = filterOf(query);
  const asked = { objectType: type?.name, offset: (page - 1) * pageSize, limit: pageSize };
  const { total, pairs, scores, traced } =
    test === undefined
      ? { ...store.suspectedPairs(asked), scores: undefined, traced: [] }
      : filtered(store, asked, query, test);
  return {
    totalSize: total,
    page,
    ...(query.counts === 'scores' && { scores }),
    ...(query.counts === 'sources' && { sources: sourcesOf(store, traced) }),
    records: pairs.map((pair) => ({
      ...withoutMove(pair),
      ...named(store, 'createdName', pair.createdId),
      ...named(store, 'matchedName', pair.matchedId),
      scenarioScores: [...pair.scenarioScores],
    })),
  };
}

function named<Key extends string>(store: Pick<Store, 'get'>, key: Key, id: string): Partial<Record<Key, string>> {
  const name = store.get(id)?.fields['Name'];
  return typeof name === 'string' ? ({ [key]: name } as Record<Key, string>) : {};
}

type Test = (pair: SuspectedPair) => boolean;

/** Returns a predicate for all conditions except the score, or `undefined` if the store can answer the query. */
function filterOf({ minScore, maxScore, since, until, recordIds, counts }: SuspectedPairsQuery): Test | undefined {
  const isAll = [minScore, maxScore, since, until, recordIds].every((one) => one === undefined);
  if (isAll && (counts ?? 'none') === 'none') return undefined;
  const [from, to] = [momentOf(since, 'since') ?? '', momentOf(until, 'until') ?? '~'];
  return ({ time, createdId, matchedId }) => {
    if (recordIds?.has(createdId) === false && !recordIds.has(matchedId)) return false;
    // Compare times as strings, because parsing a hundred thousand times would block other requests.
    return time >= from && time < to;
  };
}

function filtered(
  store: Store,
  { objectType, offset, limit }: Parameters<Store['suspectedPairs']>[0],
  { minScore = -Infinity, maxScore = Infinity }: SuspectedPairsQuery,
  isWanted: Test,
): {
  total: number;
  pairs: readonly SuspectedPair[];
  scores: SuspectedPairsPage['scores'];
  traced: readonly SuspectedPair[];
} {
  const pairs: SuspectedPair[] = [];
  const traced: SuspectedPair[] = [];
  const scores = new Map<number, number>();
  let total = 0;
  for (let at = 0; at < MOST_LOOKED_AT; at += LOOKED_AT_ONCE) {
    const some = store.suspectedPairs({ objectType, offset: at, limit: LOOKED_AT_ONCE }).pairs;
    for (const pair of some) {
      if (!isWanted(pair)) continue;
      const { score } = pair;
      scores.set(score, (scores.get(score) ?? 0) + 1);
      if (score < minScore || score > maxScore) continue;
      if (traced.length < MOST_TRACED) traced.push(pair);
      if (total >= offset && pairs.length < limit) pairs.push(pair);
      total += 1;
    }
    if (some.length < LOOKED_AT_ONCE) break;
  }
  const ascending = [...scores].sort(([one], [other]) => one - other);
  return { total, pairs, traced, scores: ascending.map(([score, count]) => ({ score, pairs: count })) };
}

/** Returns a record's creation, or `undefined` if too many changes followed or the history no longer contains it. */
function creationOf(store: Pick<Store, 'history'>, id: string): RecordChange | undefined {
  let looked = 0;
  for (const change of store.history(id)) {
    if (change.action === 'create') return change;
    looked += 1;
    if (looked === MOST_CHANGES) break;
  }
  return undefined;
}

function sourcesOf(store: Pick<Store, 'get' | 'history'>, pairs: readonly SuspectedPair[]): PairSource[] {
  const sources = new Map<string, PairSource>();
  const count = (kind: PairSource['kind'], id: unknown): void => {
    if (typeof id !== 'string') return;
    const source = sources.get(`${kind} ${id}`) ?? { kind, id, name: null, pairs: 0 };
    if (kind === 'owner') source.name = named(store, 'name', id).name ?? null;
    source.pairs += 1;
    sources.set(`${kind} ${id}`, source);
  };
  for (const { createdId } of pairs) {
    const created = creationOf(store, createdId);
    const isFile = created?.request !== undefined && FILE.test(created.request);
    if (created !== undefined) count(isFile ? 'file' : 'client', isFile ? created.request : created.client);
    count('owner', store.get(createdId)?.fields['OwnerId']);
  }
  const sorted = [...sources.values()].sort((one, other) => other.pairs - one.pairs);
  const isOwner = ({ kind }: PairSource): boolean => kind === 'owner';
  const [owners, origins] = [sorted.filter(isOwner), sorted.filter((source) => !isOwner(source))];
  return [...origins.slice(0, MOST_SOURCES), ...owners.slice(0, MOST_SOURCES)];
}
