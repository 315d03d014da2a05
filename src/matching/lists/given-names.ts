import { shippedList } from './shipped-list.js';

export const maleNames: ReadonlySet<string> = new Set(shippedList('given-names-male'));
export const femaleNames: ReadonlySet<string> = new Set(shippedList('given-names-female'));

/** A name that registers of births know. */
export const isGivenName = (name: string): boolean => maleNames.has(name) || femaleNames.has(name);
