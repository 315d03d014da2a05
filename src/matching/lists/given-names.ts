import { shippedList } from './shipped-list.js';

export const maleNames: ReadonlySet<string> = new Set(shippedList('given-names-male'));
export const femaleNames: ReadonlySet<string> = new Set(shippedList('given-names-female'));

const otherNames: ReadonlySet<string> = new Set(shippedList('given-names-other'));

export const givenNames: readonly string[] = [...new Set([...maleNames, ...femaleNames, ...otherNames])];

export const isFrequentGivenName = (name: string): boolean => maleNames.has(name) || femaleNames.has(name);

export const isGivenName = (name: string): boolean => isFrequentGivenName(name) || otherNames.has(name);
