import { callWithHeaders } from '../api/call.js';
import type { ObjectDescription, SearchResult } from '../api/types.js';
import { formatWhole } from '../state/number-format.js';
import { useResource, type Resource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { question } from './state.js';

/** Milliseconds after the last key before the service is asked. */
const TYPING = 120;
/** The service counts no further. */
const MOST_COUNTED = 10_000;

interface Matched {
  /** The best ones. */
  readonly matches: readonly SearchResult[];
  readonly total: number;
}
export type Found = Omit<Resource<Matched>, 'value'> & {
  /** `undefined`: nothing is asked for, or there is no answer yet. */
  readonly value: Matched | undefined;
};

/**
 * Everything that the question of the address finds, asked anew as it changes.
 *
 * @param type absent: it is not known yet, and nothing is asked
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
      // A proxy may have left the header out.
      return { matches, total: Math.max(matches.length, Number(headers.get('Likeness-Total') ?? 0)) };
    },
    { pause: TYPING, keep: true },
  );
  return { ...found, value: key === undefined ? undefined : found.value };
}

/** How many match, in words; of those beyond the shown ones as well. */
export function countOf({ matches, total }: Matched): string {
  return texts.search.matches(total, total > matches.length ? allOf(total) : formatWhole(total));
}

export function allOf(total: number): string {
  return total < MOST_COUNTED ? formatWhole(total) : texts.search.orMore(formatWhole(total));
}
