import type { MemoryIndex } from './memory-index.js';

/** Fractional parts of its multiples fill the unit evenly, however many are taken (Kronecker, golden ratio). */
const GOLDEN = 0.618_033_988_749_894_9;
/** Multiples that meet each of `count` places at least once, for each place. */
const ROUNDS = 3;

/** Places from 0 to `count`, each once, spread evenly however few are taken; always the same ones. */
export function* spreadPlaces(count: number): Generator<number> {
  const met = new Set<number>();
  for (let n = 1; met.size < count && n <= ROUNDS * count + ROUNDS; n++) {
    const place = Math.floor(((n * GOLDEN) % 1) * count);
    if (met.has(place)) continue;
    met.add(place);
    yield place;
  }
}

/** Ids of so many records of an index at the most, spread evenly over all; the same ones while nothing changes. */
export function sampleIds(index: Pick<MemoryIndex, 'lastRow' | 'isLive' | 'idOf'>, size: number): string[] {
  const ids: string[] = [];
  for (const place of spreadPlaces(index.lastRow)) {
    if (ids.length >= size) break;
    // Rows are numbered from 1.
    if (index.isLive(place + 1)) ids.push(index.idOf(place + 1));
  }
  return ids;
}
