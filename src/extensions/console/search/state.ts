import { computed } from '@preact/signals';
import { addressOf, go, parameters } from '../state/router.js';

/** The query of a search in the URL: fields by name, settings with a leading dot. */
export interface SearchQuestion {
  readonly object: string;
  readonly values: ReadonlyMap<string, string>;
  /** `''` for all scenarios of the search. */
  readonly scenario: string;
  /** Minimum score. Matches with lower scores are shown as excluded. */
  readonly least: number;
  /** Id of the selected record. */
  readonly record: string;
}

const DEFAULT_OBJECT = 'Contact';

export const question = computed((): SearchQuestion => {
  const values = new Map([...parameters.value].filter(([name, value]) => !name.startsWith('.') && value !== ''));
  const get = (name: string): string => parameters.value.get(name) ?? '';
  const least = Number(get('.least'));
  return {
    object: get('.object') || DEFAULT_OBJECT,
    values,
    scenario: get('.scenario'),
    least: least >= 0 && least <= 100 ? least : 0,
    record: get('.record'),
  };
});

/** Changes the URL. Typing replaces the entry in the browser's history, and choosing adds an entry. */
export function ask(change: Partial<SearchQuestion>, how: 'push' | 'replace' = 'replace'): void {
  go(searchAddress({ ...question.value, ...change }), how);
}

export function searchAddress({ object, values, scenario, least, record }: SearchQuestion): string {
  return addressOf(['search'], {
    '.object': object,
    ...Object.fromEntries(values),
    '.scenario': scenario,
    '.least': least === 0 ? '' : String(least),
    '.record': record,
  });
}
