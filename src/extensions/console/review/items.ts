import { ApiError, call, session } from '../api/call.js';
import type { ListedContradiction, ListedDecision, ShownGroup, ListedPair, GroupCounts } from '../api/types.js';
import { timesOf, type Filters } from './review-filters.js';

/** The loaded part of the list, shared by the list and the item view. Decided items are removed. */
export interface LoadedList {
  readonly key: string;
  readonly items: readonly Item[];
  /** Number of items that match the filters, loaded or not. `undefined` if unknown. */
  readonly total?: number | undefined;
  /** Numbers of open items by score, including items outside the score filter. */
  readonly scores?: GroupCounts['scores'] | undefined;
  /** `undefined` if all items are loaded. */
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

/** Possible duplicates: a suspected pair, a group of a job, a decision, or records that the user picked. */
export interface Item {
  readonly kind: 'pair' | 'group' | 'decision' | 'picked';
  readonly id: string;
  readonly objectType: string;
  readonly records: readonly ItemRecord[];
  /** Absent if the item has no scores. */
  readonly scores?: readonly [lowest: number, highest: number];
  /** Scored pairs of a group, best first. A long list is truncated. */
  readonly pairs?: ShownGroup['pairs'];
  /** Number of matching pairs in a group, and number of all its pairs. */
  readonly found?: ShownGroup['found'];
  /** Names of compared fields in which the records differ. */
  readonly differing?: readonly string[];
  readonly contradictions?: readonly ListedContradiction[];
  /** Time when the pair was found or the decision was made, in ISO 8601. */
  readonly time?: string;
  /** Omitted if the item is neither postponed nor decided. */
  readonly decision?: ListedDecision;
}

export interface ItemsPage {
  readonly items: readonly Item[];
  /** Omitted if unknown. */
  readonly total?: number;
  /** `from` of the next page. Omitted on the last page. */
  readonly next?: string;
  /** Whether the records were compared. Always true for pairs and decisions. */
  readonly isFound: boolean;
}

export const PAGE_SIZE = 50;
/** Maximum number of pages loaded at a time, because a filter can leave pages empty. */
const MOST_PAGES = 40;

/** @param from `next` of the preceding page; `''` for the first page */
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

/** Returns the number of items that match the filters. `undefined` if the list does not contain open items. */
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

/** @param from number of items before the page */
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

function itemOfGroup(group: ShownGroup): Item {
  const { score, found, ...others } = group;
  const { id, objectType, records, pairs, differing, contradictions } = others;
  const scores = [score, found.highest] as const;
  return { kind: 'group', id, objectType, records, scores, pairs, found, differing, contradictions };
}

function itemOfDecision(decision: ListedDecision): Item {
  const { id, objectType, records, time } = decision;
  return { kind: 'decision', id, objectType, records, time, decision };
}

/** Finds the item of a URL. @returns `undefined` if the item is no longer open */
export async function itemOf(id: string, filters: Filters, object: string): Promise<Item | undefined> {
  if (id.startsWith('job-')) {
    const group = await call('group', { params: { groupId: id } });
    const item = itemOfGroup(group);
    return group.status === 'open' ? item : ((await decidedAbout(item)) ?? item);
  }
  for (let from = '', pages = 0; pages < MOST_PAGES; pages++) {
    const page = await itemsPage(filters, object, from);
    const item = page.items.find((one) => one.id === id);
    if (item !== undefined || page.next === undefined) return item;
    from = page.next;
  }
  return undefined;
}

/** Returns the decision of another user about an item that has left the list. */
export async function decidedAbout({ records }: Item): Promise<Item | undefined> {
  const { records: decisions } = await call('decisions', { query: { recordId: records[0]!.id, pageSize: 20 } });
  const isAbout = (decision: ListedDecision): boolean =>
    records.every(({ id }) => decision.records.some((judged) => judged.id === id));
  const decision = decisions.find(isAbout);
  return decision && itemOfDecision(decision);
}
