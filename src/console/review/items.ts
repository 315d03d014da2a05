import { ApiError, call } from '../api/call.js';
import type { GroupsPage } from '../api/types.js';
import { timesOf, type Filters } from './review-filters.js';

/** Records that may be one. */
export interface Item {
  readonly id: string;
  readonly objectType: string;
  readonly score: number;
  readonly records: readonly { readonly id: string; readonly state: 'unchanged' | 'changed' | 'deleted' }[];
  /** ISO 8601, of a suspected pair. */
  readonly time?: string;
  /** Somebody put the records together: they are neither a suspected pair nor a group, and have no score. */
  readonly isPicked?: boolean;
}

export interface Items {
  readonly items: readonly Item[];
  /** Open ones in all, of pairs; found by the job, of groups. */
  readonly total: number;
  /** Whether a job has found what is shown; always so of pairs. */
  readonly isFound: boolean;
}

const PAGE_SIZE = 50;
/** Pages without an open group that are passed over at once; a page looks at 500 groups. */
const MOST_PAGES = 40;

/** The first open ones: what is decided leaves the list, and the next come up. */
export async function openItems(filters: Filters, object: string, signal: AbortSignal): Promise<Items> {
  return filters.kind === 'pairs' ? openPairs(filters, signal) : openGroups(filters, object, signal);
}

async function openPairs({ object, least, age }: Filters, signal: AbortSignal): Promise<Items> {
  const minScore = least === 0 ? undefined : least;
  const query = { page: 1, pageSize: PAGE_SIZE, objectType: object, minScore, ...timesOf(age) };
  const { totalSize, records } = await call('suspectedPairs', { query, signal });
  const items = records.map(({ id, objectType, score, time, matchedId, createdId }): Item => {
    const ids = [matchedId, createdId];
    return { id, objectType, score, time, records: ids.map((one) => ({ id: one, state: 'unchanged' })) };
  });
  return { items, total: totalSize, isFound: true };
}

async function openGroups({ least }: Filters, objectType: string, signal: AbortSignal): Promise<Items> {
  const minScore = least === 0 ? undefined : least;
  let after: string | undefined;
  let page: GroupsPage;
  let pages = 0;
  try {
    do {
      page = await call('groups', {
        query: { objectType, status: 'open', minScore, after, pageSize: PAGE_SIZE },
        signal,
      });
      after = page.next ?? undefined;
    } while (page.records.length === 0 && after !== undefined && ++pages < MOST_PAGES);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { items: [], total: 0, isFound: false };
    throw error;
  }
  return { items: page.records, total: page.found, isFound: true };
}
