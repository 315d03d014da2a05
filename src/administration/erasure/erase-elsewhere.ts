import { PLACES } from './places.js';
import type { ErasedStore, Searched } from './resting-place.js';

/**
 * Takes what mentions a record out of every place but the store. Before the record itself is erased: a process that
 * ends between leaves it there to be erased again, by all of its values.
 *
 * @returns what was done, in sentences
 */
export async function eraseElsewhere(store: ErasedStore, searched: Searched): Promise<string[]> {
  const done: string[] = [];
  for (const { erase } of PLACES) done.push(...((await erase?.(store, searched)) ?? []));
  return done;
}
