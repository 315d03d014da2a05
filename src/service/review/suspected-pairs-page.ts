import type { Configuration } from '../../config/configuration.js';
import type { SuspectedPairsPage, SuspectedPairsQuery } from '../likeness.js';
import { RequestError } from '../../contract/request-error.js';
import { shorten } from '../../contract/unknown-field.js';
import { readDatetime, timeOf } from '../../records/dates.js';
import type { RecordStore } from '../../store/record-store.js';
import type { SuspectedPair } from '../../store/record-view.js';
import { withoutMove } from '../../store/suspected-pairs.js';

/** Newest pairs that a filter looks through: a few milliseconds. */
export const MOST_LOOKED_AT = 100_000;
const LOOKED_AT_ONCE = 1_000;

type Store = Pick<RecordStore, 'suspectedPairs' | 'get'>;

/** @throws RequestError 400 `INVALID_TYPE`, `INVALID_QUERY_PARAMETER` */
export function suspectedPairsPage(
  { store, configuration }: { readonly store: Store; readonly configuration: Pick<Configuration, 'registry'> },
  query: SuspectedPairsQuery,
): SuspectedPairsPage {
  const { objectType, page, pageSize } = query;
  const type = objectType === undefined ? undefined : configuration.registry.byName(objectType);
  if (objectType !== undefined && type === undefined)
    throw new RequestError(400, 'INVALID_TYPE', `sObject type '${shorten(objectType)}' is not supported.`, [
      'objectType',
    ]);
  const isWanted = filterOf(query);
  const asked = { objectType: type?.name, offset: (page - 1) * pageSize, limit: pageSize };
  const { total, pairs } = isWanted === undefined ? store.suspectedPairs(asked) : filtered(store, asked, isWanted);
  return {
    totalSize: total,
    page,
    records: pairs.map((pair) => ({
      ...withoutMove(pair),
      ...named(store, 'createdName', pair.createdId),
      ...named(store, 'matchedName', pair.matchedId),
      scenarioScores: [...pair.scenarioScores],
    })),
  };
}

function named<Key extends string>(store: Store, key: Key, id: string): Partial<Record<Key, string>> {
  const name = store.get(id)?.fields['Name'];
  return typeof name === 'string' ? ({ [key]: name } as Record<Key, string>) : {};
}

type Test = (pair: SuspectedPair) => boolean;

function filterOf({ minScore, maxScore, since, until, recordIds }: SuspectedPairsQuery): Test | undefined {
  if ([minScore, maxScore, since, until, recordIds].every((one) => one === undefined)) return undefined;
  const [from, to] = [timeFrom(since, 'since') ?? -Infinity, timeFrom(until, 'until') ?? Infinity];
  const [least, most] = [minScore ?? -Infinity, maxScore ?? Infinity];
  return ({ score, time, createdId, matchedId }) => {
    if (recordIds?.has(createdId) === false && !recordIds.has(matchedId)) return false;
    const at = Date.parse(time);
    return score >= least && score <= most && at >= from && at < to;
  };
}

function timeFrom(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  const read = readDatetime(text);
  if (read !== undefined) return timeOf(read);
  throw new RequestError(400, 'INVALID_QUERY_PARAMETER', `${name}: '${shorten(text)}' is no time by ISO 8601`, [name]);
}

function filtered(
  store: Store,
  { objectType, offset, limit }: Parameters<Store['suspectedPairs']>[0],
  isWanted: Test,
): { total: number; pairs: readonly SuspectedPair[] } {
  const pairs: SuspectedPair[] = [];
  let total = 0;
  for (let at = 0; at < MOST_LOOKED_AT; at += LOOKED_AT_ONCE) {
    const some = store.suspectedPairs({ objectType, offset: at, limit: LOOKED_AT_ONCE }).pairs;
    for (const pair of some) {
      if (!isWanted(pair)) continue;
      if (total >= offset && pairs.length < limit) pairs.push(pair);
      total += 1;
    }
    if (some.length < LOOKED_AT_ONCE) break;
  }
  return { total, pairs };
}
