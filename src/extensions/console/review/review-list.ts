import { signal } from '@preact/signals';
import { session } from '../api/call.js';
import { countItems, itemsPage, PAGE_SIZE, type ItemsPage, type LoadedList } from './items.js';
import { forgetValues } from './key-values.js';
import { keyOf, type Filters } from './review-filters.js';

const NONE: LoadedList = { key: '', items: [], isFound: true, isLoading: false };
/** Minimum number of remaining items. If fewer items are left, the next page is loaded. */
const FEWEST = 10;
/** Maximum items that a reload loads again. */
const MOST_REFRESHED = 500;

export const loaded = signal<LoadedList>(NONE);
/** The outcome of the last decision. The outcome is global, because the list shows it after the last item. */
export const said = signal('');
/** Number of the current load. Responses of earlier loads are dropped. */
let round = 0;
/** The request for the loaded list. */
let asked: { readonly filters: Filters; readonly object: string; readonly login: string | undefined } | undefined;

/** Items decided since the current load began. The pages of this load may still contain such items. */
let removed = new Set<string>();

/** Loads the first page, unless the list is already loaded. */
export function load(filters: Filters, object: string): void {
  const isThere = loaded.value.key === keyOf(filters) && asked?.login === session.value?.csrfToken;
  if (!isThere) reload(filters, object);
}

export function reload(filters: Filters, object: string): void {
  round += 1;
  removed = new Set();
  const key = keyOf(filters);
  const { key: before, items, total, scores } = loaded.value;
  const isSame = before === key && asked?.login === session.value?.csrfToken;
  asked = { filters, object, login: session.value?.csrfToken };
  forgetValues();
  loaded.value = { ...NONE, ...(isSame && { items, total, scores }), key, isLoading: true };
  void add(async () => pagesUpTo(filters, object, Math.min(items.length, MOST_REFRESHED)), true);
  void count();
}

export function loadMore(): void {
  const { next, isLoading, items } = loaded.value;
  if (next === undefined || isLoading || asked === undefined) return;
  const { filters, object } = asked;
  loaded.value = { ...loaded.value, isLoading: true, error: undefined };
  // A page of pairs starts at a row number: the number of loaded items, because decided pairs are no longer listed.
  const isNumbered = filters.tab === 'open' && filters.kind === 'pairs';
  void add(() => itemsPage(filters, object, isNumbered ? String(items.length) : next));
}

export function takeOff(ids: ReadonlySet<string>): void {
  const { items, total } = loaded.value;
  for (const id of ids) removed.add(id);
  const left = items.filter(({ id }) => !ids.has(id));
  loaded.value = {
    ...loaded.value,
    items: left,
    total: total === undefined ? undefined : Math.max(left.length, total - (items.length - left.length)),
  };
  if (left.length < FEWEST) loadMore();
}

/** Reloads the list if other users have decided items, or new items were found. */
export async function follow(): Promise<void> {
  const { total, items, next, isLoading } = loaded.value;
  if (asked === undefined || isLoading) return;
  const mine = round;
  const { filters, object } = asked;
  if (filters.tab !== 'open') {
    reload(filters, object);
    return;
  }
  const now = await count();
  if (mine !== round || loaded.value.items !== items) return;
  const isBehind = now !== total || (next === undefined && now !== undefined && now !== items.length);
  if (isBehind) reload(filters, object);
}

async function count(): Promise<number | undefined> {
  const mine = round;
  const { filters, object } = asked!;
  const { items } = loaded.value;
  const found = await countItems(filters, object).catch(() => undefined);
  // Ignore the result if decisions were made in the meantime. The next poll includes them.
  if (mine === round && found !== undefined && loaded.value.items.length >= items.length)
    loaded.value = { ...loaded.value, ...found };
  return found?.total;
}

async function pagesUpTo(filters: Filters, object: string, most: number): Promise<ItemsPage> {
  let page = await itemsPage(filters, object, '');
  const items = [...page.items];
  while (page.next !== undefined && items.length < most - PAGE_SIZE / 2) {
    page = await itemsPage(filters, object, page.next);
    items.push(...page.items);
  }
  return { ...page, items };
}

async function add(ask: () => Promise<ItemsPage>, isFirst = false): Promise<void> {
  const mine = round;
  try {
    const page = await ask();
    if (mine !== round) return;
    const { items, total, scores, key } = loaded.value;
    const kept = isFirst ? [] : items;
    const known = new Set(kept.map(({ id }) => id));
    loaded.value = {
      ...{ key, scores, next: page.next, isFound: page.isFound, isLoading: false },
      total: page.total ?? (page.isFound ? total : undefined),
      items: [...kept, ...page.items.filter(({ id }) => !known.has(id) && !removed.has(id))],
    };
    if (loaded.value.items.length < FEWEST) loadMore();
  } catch (error) {
    if (mine === round) loaded.value = { ...loaded.value, isLoading: false, error: error as Error };
  }
}
