import { computed, effect, signal } from '@preact/signals';
import { session } from '../api/call.js';
import type { Scope } from '../api/types.js';
import { parts } from './router.js';

/** The views that the tour explains, in order, with the rights that they need. */
const STEPS = [
  ['search', 'search'],
  ['import', 'upsert'],
  ['review', 'review'],
  ['records', 'read'],
] as const satisfies readonly (readonly [view: string, scope: Scope])[];
export type TourView = (typeof STEPS)[number][0];

const SEEN = 'likeness.tour';

const at = signal<number | undefined>(undefined);

export const tourViews = computed((): readonly TourView[] =>
  STEPS.filter(([, scope]) => session.value?.scopes.includes(scope) === true).map(([view]) => view),
);
export const tourStep = computed(() => (at.value === undefined || !session.value ? undefined : at.value));
export const tourView = computed(() => (tourStep.value === undefined ? undefined : tourViews.value[tourStep.value]));

export function startTour(): void {
  at.value = 0;
}

export function nextStep(): void {
  at.value = (at.value ?? 0) + 1;
}

/** Ends the tour. The tour does not start automatically again in this browser. */
export function endTour(): void {
  at.value = undefined;
  try {
    localStorage.setItem(SEEN, 'seen');
  } catch {
    // Ignore unavailable storage. The tour then starts again on the next page load.
  }
}

/** Starts the tour when the overview is shown for the first time. A link to another view does not start the tour. */
export function offerTour(): () => void {
  return effect(() => {
    const isOverview = (parts.value[0] ?? 'overview') === 'overview';
    if (session.value && isOverview && tourViews.value.length > 0 && !isSeen()) startTour();
  });
}

function isSeen(): boolean {
  try {
    return localStorage.getItem(SEEN) !== null;
  } catch {
    return false;
  }
}
