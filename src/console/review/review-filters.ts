import { addressOf, go, parameters } from '../state/router.js';
import { choiceAsParameters, choiceIn, NO_CHOICE, type Choice } from './choice.js';

export type ReviewKind = 'pairs' | 'groups';
export const AGES = ['any', 'day', 'week', 'older'] as const;
export type Age = (typeof AGES)[number];

/** Filters of the review: all of them stand in the address. */
export interface Filters {
  readonly kind: ReviewKind;
  /** `''`: all, of pairs. */
  readonly object: string;
  /** Percent; 0: any. */
  readonly least: number;
  /** Age of pairs. */
  readonly age: Age;
}

export interface ReviewPlace {
  readonly filters: Filters;
  /** Id of the pair or group that is looked at; `''`: the first. */
  readonly at: string;
  readonly choice: Choice;
}

export function readPlace(): ReviewPlace {
  const values = parameters.value;
  const least = Number(values.get('least') ?? 0);
  return {
    filters: {
      kind: values.get('kind') === 'groups' ? 'groups' : 'pairs',
      object: values.get('object') ?? '',
      least: least >= 0 && least <= 100 ? least : 0,
      age: AGES.find((age) => age === values.get('age')) ?? 'any',
    },
    at: values.get('at') ?? '',
    choice: choiceIn(values),
  };
}

export function showFilters(filters: Filters): void {
  go(addressFor({ filters, at: '', choice: NO_CHOICE }));
}

export function showPlace(place: ReviewPlace): void {
  go(addressFor(place), 'replace');
}

function addressFor({ filters: { kind, object, least, age }, at, choice }: ReviewPlace): string {
  const shown = { kind: kind === 'pairs' ? '' : kind, object, least: least === 0 ? '' : String(least) };
  return addressOf(['review'], { ...shown, age: age === 'any' ? '' : age, at, ...choiceAsParameters(choice) });
}

const DAY_MS = 86_400_000;

/** @returns bounds as ISO 8601, in whole minutes: the same question for a while */
export function timesOf(age: Age): { since?: string; until?: string } {
  if (age === 'any') return {};
  const back = age === 'day' ? DAY_MS : 7 * DAY_MS;
  const bound = new Date(Math.floor((Date.now() - back) / 60_000) * 60_000).toISOString();
  return age === 'older' ? { until: bound } : { since: bound };
}
