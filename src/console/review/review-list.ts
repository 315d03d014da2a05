import { signal } from '@preact/signals';
import { itemsPage, type Item } from './items.js';
import { keyOf, type Filters } from './review-filters.js';

/** The list as far as it was loaded. What is decided leaves it where it stands; the list and the item share it. */
export interface LoadedList {
  readonly key: string;
  readonly items: readonly Item[];
  readonly total?: number | undefined;
  /** Absent: all are loaded. */
  readonly next?: string | undefined;
  readonly isFound: boolean;
  readonly isLoading: boolean;
  readonly error?: Error | undefined;
}

const NONE: LoadedList = { key: '', items: [], isFound: true, isLoading: false };
export const loaded = signal<LoadedList>(NONE);
/** The outcome of the last decision: the last item of a list leads back to the list, which tells it, too. */
export const said = signal('');
/** Rises with every list that begins: answers for an earlier one are dropped. */
let round = 0;

/** Loads the first page, unless this list is there already. */
export function load(filters: Filters, object: string): void {
  if (loaded.value.key !== keyOf(filters)) reload(filters, object);
}

export function reload(filters: Filters, object: string): void {
  round += 1;
  const key = keyOf(filters);
  const { key: before, items, total } = loaded.value;
  const shown = before === key ? { items, total } : { items: [] };
  loaded.value = { ...NONE, ...shown, key, isLoading: true };
  void add(filters, object, '');
}

export function loadMore(filters: Filters, object: string): void {
  const { next, isLoading } = loaded.value;
  if (next === undefined || isLoading) return;
  loaded.value = { ...loaded.value, isLoading: true, error: undefined };
  void add(filters, object, next);
}

async function add(filters: Filters, object: string, from: string): Promise<void> {
  const mine = round;
  try {
    const page = await itemsPage(filters, object, from);
    if (mine !== round) return;
    const { key, items } = loaded.value;
    const known = new Set(from === '' ? [] : items.map(({ id }) => id));
    const kept = from === '' ? [] : items;
    loaded.value = {
      ...{ key, total: page.total, next: page.next, isFound: page.isFound, isLoading: false },
      items: [...kept, ...page.items.filter(({ id }) => !known.has(id))],
    };
  } catch (error) {
    if (mine === round) loaded.value = { ...loaded.value, isLoading: false, error: error as Error };
  }
}

/** Takes items off that were decided. */
export function takeOff(ids: ReadonlySet<string>): void {
  const { items, total } = loaded.value;
  const left = items.filter(({ id }) => !ids.has(id));
  loaded.value = { ...loaded.value, items: left, total: total && total - (items.length - left.length) };
}

/** Another user sees other lists. */
export function forgetList(): void {
  round += 1;
  loaded.value = NONE;
}
