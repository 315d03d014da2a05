import type { MemoryIndex } from './memory-index.js';

/** Golden ratio. Its first multiples, modulo 1, are always evenly distributed (a Kronecker sequence). */
const GOLDEN = 0.618_033_988_749_894_9;
/** Number of multiples per position. With three multiples, each position is reached at least once. */
const ROUNDS = 3;

/** Returns each position from 0 to `count`, exclusive, once. The first positions are always evenly distributed. */
function* spreadPlaces(count: number): Generator<number> {
  const met = new Set<number>();
  for (let n = 1; met.size < count && n <= ROUNDS * count + ROUNDS; n++) {
    const place = Math.floor(((n * GOLDEN) % 1) * count);
    if (met.has(place)) continue;
    met.add(place);
    yield place;
  }
}

/** Returns at most `size` Ids, evenly distributed. The result does not change until the index changes. */
export function sampleIds(index: Pick<MemoryIndex, 'lastRow' | 'isLive' | 'idOf'>, size: number): string[] {
  const ids: string[] = [];
  for (const place of spreadPlaces(index.lastRow)) {
    if (ids.length >= size) break;
    if (index.isLive(place + 1)) ids.push(index.idOf(place + 1));
  }
  return ids;
}
