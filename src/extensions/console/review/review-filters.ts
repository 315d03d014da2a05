import { addressOf, go, parameters } from '../state/router.js';
import { choiceAsParameters, choiceIn, NO_CHOICE, type Choice } from './choice.js';

/** `open` items are undecided, `later` items are postponed, and `decided` items are all others. */
export const TABS = ['open', 'later', 'decided'] as const;
export type Tab = (typeof TABS)[number];
/** `apart` means matching pairs that do not belong to a group. */
export const KINDS = ['pairs', 'groups', 'apart'] as const;
type ReviewKind = (typeof KINDS)[number];
export const AGES = ['any', 'day', 'week', 'older'] as const;
export type Age = (typeof AGES)[number];
export const SORTS = ['best', 'weakest', 'largest', 'disagreement', 'contradicted'] as const;
type GroupOrder = (typeof SORTS)[number];
export const DECIDED = ['', 'duplicate', 'notDuplicate'] as const;
export const WHOSE = ['all', 'me'] as const;

export interface Filters {
  readonly tab: Tab;
  readonly kind: ReviewKind;
  /** `''` for all objects, which only pairs and decisions support. */
  readonly object: string;
  /** Percentages, inclusive. */
  readonly least: number;
  readonly most: number;
  /** Applies to pairs and decisions. */
  readonly age: Age;
  /** Applies to groups. */
  readonly sort: GroupOrder;
  /** Id of an imported file, to show only its records. `''` for all records. */
  readonly file: string;
  /** Applies to decisions, like `who`. */
  readonly verdict: (typeof DECIDED)[number];
  readonly who: (typeof WHOSE)[number];
}

export interface ReviewPlace {
  readonly filters: Filters;
  /** Id of the current item; `''` if the list is shown. */
  readonly at: string;
  readonly choice: Choice;
}

const USUAL: Filters = {
  ...{ tab: 'open', kind: 'pairs', object: '', least: 0, most: 100, age: 'any', sort: 'best' },
  ...{ file: '', verdict: '', who: 'all' },
} as const;

/** @param at from the path */
export function readPlace(at = ''): ReviewPlace {
  const values = parameters.value;
  const oneOf = <T extends string>(all: readonly T[], name: string, usual: T): T =>
    all.find((one) => one === values.get(name)) ?? usual;
  const percent = (name: string, usual: number): number => {
    const value = Number(values.get(name) ?? usual);
    return value >= 0 && value <= 100 ? value : usual;
  };
  return {
    filters: {
      tab: oneOf(TABS, 'tab', USUAL.tab),
      kind: oneOf(KINDS, 'kind', USUAL.kind),
      object: values.get('object') ?? USUAL.object,
      least: percent('least', USUAL.least),
      most: percent('most', USUAL.most),
      age: oneOf(AGES, 'age', USUAL.age),
      sort: oneOf(SORTS, 'sort', USUAL.sort),
      file: values.get('file') ?? USUAL.file,
      verdict: oneOf(DECIDED, 'verdict', USUAL.verdict),
      who: oneOf(WHOSE, 'who', USUAL.who),
    },
    at,
    choice: choiceIn(values),
  };
}

/** Returns a key that is the same for all positions in a list. */
export const keyOf = (filters: Filters): string => JSON.stringify(filters);

export function showFilters(filters: Filters): void {
  go(addressFor({ filters, at: '', choice: NO_CHOICE }));
}

export function showPlace(place: ReviewPlace, how: 'push' | 'replace' = 'replace'): void {
  go(addressFor(place), how);
}

export function addressFor({ filters, at, choice }: ReviewPlace): string {
  const shown = Object.entries(filters).flatMap(([name, value]) =>
    value === USUAL[name as keyof Filters] ? [] : [[name, String(value)] as const],
  );
  const path = at === '' ? ['review'] : ['review', at];
  return addressOf(path, { ...Object.fromEntries(shown), ...choiceAsParameters(choice) });
}

const DAY_MS = 86_400_000;

/** @returns bounds as ISO 8601, in whole minutes, so that the query does not change with every call */
export function timesOf(age: Age): { since?: string; until?: string } {
  if (age === 'any') return {};
  const back = age === 'day' ? DAY_MS : 7 * DAY_MS;
  const bound = new Date(Math.floor((Date.now() - back) / 60_000) * 60_000).toISOString();
  return age === 'older' ? { until: bound } : { since: bound };
}
