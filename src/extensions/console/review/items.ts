import { ApiError, call, session } from '../api/call.js';
import type { ListedContradiction, ListedDecision, ShownGroup, ListedPair, GroupCounts } from '../api/types.js';
import { timesOf, type Filters } from './review-filters.js';

/** The list as far as it was loaded. What is decided leaves it; the list and the item share it. */
export interface LoadedList {
  readonly key: string;
  readonly items: readonly Item[];
  /** Items that the service holds for these filters, loaded or not; absent: not known. */
  readonly total?: number | undefined;
  /** Open items by score, also those that are filtered out for it. */
  readonly scores?: GroupCounts['scores'] | undefined;
  /** Absent: all are loaded. */
  readonly next?: string | undefined;
  readonly isFound: boolean;
  readonly isLoading: boolean;
  readonly error?: Error | undefined;
}

interface ItemRecord {
  readonly id: string;
  readonly state: 'unchanged' | 'changed' | 'deleted';
  readonly name?: string | undefined;
}

/** Records that may be one: a suspected pair, a group of a job, what was decided about, or put together by somebody. */
export interface Item {
  readonly kind: 'pair' | 'group' | 'decision' | 'picked';
  readonly id: string;
  readonly objectType: string;
  readonly records: readonly ItemRecord[];
  /** The lowest and the highest; absent where nothing is scored. */
  readonly scores?: readonly [lowest: number, highest: number];
  /** Pairs of a group with their scores, the best first; a long list is cut. */
  readonly pairs?: ShownGroup['pairs'];
  /** Pairs of a group that were found, of those that there are. */
  readonly found?: ShownGroup['found'];
  /** Names of compared fields in which the records differ. */
  readonly differing?: readonly string[];
  readonly contradictions?: readonly ListedContradiction[];
  /** ISO 8601: when a pair was found, or the decision was made. */
  readonly time?: string;
  /** The decision about it, where it was put off or decided. */
  readonly decision?: ListedDecision;
}

/** Some items of a list. */
export interface ItemsPage {
  readonly items: readonly Item[];
  /** In all, where that is known. */
  readonly total?: number;
  /** `from` of the next page; absent: this was the last. */
  readonly next?: string;
  /** Whether a job has found what is shown; always so of pairs and decisions. */
  readonly isFound: boolean;
}

export const PAGE_SIZE = 50;
/** Pages that have nothing to show and are passed over at once; a page looks at hundreds of items. */
const MOST_PAGES = 40;

/** @param from `next` of the page before; `''`: the first */
export async function itemsPage(
  filters: Filters,
  object: string,
  from: string,
  signal?: AbortSignal,
): Promise<ItemsPage> {
  const ask = filters.tab === 'open' ? (filters.kind === 'pairs' ? pairsPage : groupsPage) : decisionsPage;
  let page = await ask(filters, object, from, signal);
  for (let pages = 1; page.items.length === 0 && page.next !== undefined && pages < MOST_PAGES; pages++)
    page = await ask(filters, object, page.next, signal);
  return page;
}

/** How many items the service holds for the filters; `undefined`: only the lists of open items are counted. */
export async function countItems(
  filters: Filters,
  object: string,
): Promise<Pick<LoadedList, 'total' | 'scores'> | undefined> {
  if (filters.tab !== 'open') return undefined;
  if (filters.kind === 'pairs') {
    const query = { ...pairsQuery(filters), counts: 'scores' as const, page: 1, pageSize: 1 };
    const { totalSize, scores = [] } = await call('suspectedPairs', { query });
    return { total: totalSize, scores: scores.map(({ score, pairs }) => ({ score, groups: pairs })) };
  }
  const { counts } = await call('groups', { query: { ...groupsQuery(filters, object), counts: 'open', pageSize: 1 } });
  return { total: counts!.total, scores: counts!.scores };
}

const pairsQuery = ({ object, least, most, age, file }: Filters) => ({
  objectType: object === '' ? undefined : object,
  ...{ minScore: least === 0 ? undefined : least, maxScore: most === 100 ? undefined : most },
  ...{ file: file === '' ? undefined : file, ...timesOf(age) },
});

const groupsQuery = ({ kind, least, most, sort, file }: Filters, object: string) => ({
  ...{ objectType: object, status: 'open' as const, which: kind === 'apart' ? ('apart' as const) : undefined },
  ...{ minScore: least === 0 ? undefined : least, maxScore: most === 100 ? undefined : most },
  ...{ sort: sort === 'best' ? undefined : sort, file: file === '' ? undefined : file },
});

/** @param from how many come before */
async function pairsPage(filters: Filters, _: string, from: string, signal?: AbortSignal): Promise<ItemsPage> {
  const page = Math.floor(Number(from) / PAGE_SIZE) + 1;
  const query = { ...pairsQuery(filters), page, pageSize: PAGE_SIZE };
  const { totalSize, records } = await call('suspectedPairs', { query, signal });
  const hasMore = page * PAGE_SIZE < totalSize;
  return {
    items: records.map(itemOfPair),
    total: totalSize,
    isFound: true,
    ...(hasMore && { next: String(page * PAGE_SIZE) }),
  };
}

async function groupsPage(filters: Filters, object: string, from: string, signal?: AbortSignal): Promise<ItemsPage> {
  const query = { ...groupsQuery(filters, object), after: from === '' ? undefined : from, pageSize: PAGE_SIZE };
  try {
    const { records, next } = await call('groups', { query, signal });
    return { items: records.map(itemOfGroup), isFound: true, ...(next !== null && { next }) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404 && from === '') return { items: [], isFound: false };
    throw error;
  }
}

async function decisionsPage(filters: Filters, _: string, from: string, signal?: AbortSignal): Promise<ItemsPage> {
  const { tab, object, verdict, who, age } = filters;
  const mine = who === 'me' ? session.value?.clientId : undefined;
  const query = {
    ...{ objectType: object === '' ? undefined : object, since: timesOf(age).since },
    ...(tab === 'later' ? { verdict: 'later' as const, assignedTo: mine } : { clientId: mine }),
    ...(tab === 'decided' && verdict !== '' && { verdict }),
    ...{ before: from === '' ? undefined : from, pageSize: PAGE_SIZE },
  };
  const { records, next } = await call('decisions', { query, signal });
  const shown = records.filter((decision) => (tab === 'later') === (decision.verdict === 'later'));
  return { items: shown.map(itemOfDecision), isFound: true, ...(next !== null && { next }) };
}

function itemOfPair(pair: ListedPair): Item {
  const { id, objectType, score, time, matchedId, createdId, matchedName, createdName, contradictions } = pair;
  const records: ItemRecord[] = [
    { id: matchedId, name: matchedName, state: 'unchanged' },
    { id: createdId, name: createdName, state: 'unchanged' },
  ];
  return {
    ...{ kind: 'pair', id, objectType, time, records, scores: [score, score] },
    ...(contradictions && { contradictions }),
  };
}

export function itemOfGroup(group: ShownGroup): Item {
  const { score, found, ...others } = group;
  const { id, objectType, records, pairs, differing, contradictions } = others;
  const scores = [score, found.highest] as const;
  return { kind: 'group', id, objectType, records, scores, pairs, found, differing, contradictions };
}

export function itemOfDecision(decision: ListedDecision): Item {
  const { id, objectType, records, time } = decision;
  return { kind: 'decision', id, objectType, records, time, decision };
}

/** The item of an address, wherever it stands in the lists. @returns `undefined`: it is not open any more */
export async function itemOf(id: string, filters: Filters, object: string): Promise<Item | undefined> {
  if (id.startsWith('job-')) return itemOfGroup(await call('group', { params: { groupId: id } }));
  for (let from = '', pages = 0; pages < MOST_PAGES; pages++) {
    const page = await itemsPage(filters, object, from);
    const item = page.items.find((one) => one.id === id);
    if (item !== undefined || page.next === undefined) return item;
    from = page.next;
  }
  return undefined;
}

/** The decision of somebody else about the records of an item that has left the list. */
export async function decidedAbout({ records }: Item): Promise<Item | undefined> {
  const { records: decisions } = await call('decisions', { query: { recordId: records[0]!.id, pageSize: 20 } });
  const isAbout = (decision: ListedDecision): boolean =>
    records.every(({ id }) => decision.records.some((judged) => judged.id === id));
  const decision = decisions.find(isAbout);
  return decision && itemOfDecision(decision);
}
