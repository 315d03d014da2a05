import { PLACES } from './places.js';
import type { ErasedStore, Searched } from './resting-place.js';

/**
 * Removes everything that mentions a record outside the store. Runs before the record itself is erased: after a crash
 * in between, the erasure can be repeated with all values.
 *
 * @returns messages about the actions
 */
export async function eraseElsewhere(store: ErasedStore, searched: Searched): Promise<string[]> {
  const done: string[] = [];
  for (const { erase } of PLACES) done.push(...((await erase?.(store, searched)) ?? []));
  return done;
}
