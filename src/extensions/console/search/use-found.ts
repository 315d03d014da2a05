import { callWithHeaders } from '../api/call.js';
import type { ObjectDescription, SearchResult } from '../api/types.js';
import { formatWhole } from '../state/number-format.js';
import { useResource, type Resource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { question } from './state.js';

/** Milliseconds between the last keystroke and the service call. */
const TYPING = 120;
/** Number at which the service stops counting. */
const MOST_COUNTED = 10_000;

interface Matched {
  /** The best matches. */
  readonly matches: readonly SearchResult[];
  readonly total: number;
}
export type Found = Omit<Resource<Matched>, 'value'> & {
  /** `undefined` without a query, or before the first response. */
  readonly value: Matched | undefined;
};

/**
 * Returns the matches for the query in the URL. The matches are updated whenever the query changes.
 *
 * @param type nothing is requested while it is unknown
 */
export function useFound(type: ObjectDescription | undefined): Found {
  const { values, scenario } = question.value;
  const scenarioIds = scenario === '' ? [] : [scenario];
  const objectData = Object.fromEntries(values);
  const { keyPrefix = '' } = type ?? {};
  const isAsked = type !== undefined && values.size > 0;
  const key = isAsked ? JSON.stringify([type.name, objectData, scenarioIds]) : undefined;
  const found = useResource(
    key,
    async (signal): Promise<Matched> => {
      const body = { objectPrefix: keyPrefix, objectData, scenarioIds };
      const { answer, headers } = await callWithHeaders('search', { body, signal, headers: { Prefer: 'count=exact' } });
      const matches = answer[keyPrefix] ?? [];
      // A proxy may have removed the header.
      return { matches, total: Math.max(matches.length, Number(headers.get('Likeness-Total') ?? 0)) };
    },
    { pause: TYPING, keep: true },
  );
  return { ...found, value: key === undefined ? undefined : found.value };
}

/** Describes the number of matches, including matches that are not shown. */
export function countOf({ matches, total }: Matched): string {
  return say(texts.search.matches, total, total > matches.length ? allOf(total) : formatWhole(total));
}

export function allOf(total: number): string {
  return total < MOST_COUNTED ? formatWhole(total) : say(texts.search.orMore, formatWhole(total));
}
