import { Low } from 'lowdb';
import { LowdbStore } from './lowdb-store.js';
import { MemoryAdapter } from './memory-adapter.js';
import type { RecordStore } from './record-store.js';
import { emptyData, type StoreData } from './store-data.js';

/**
 * A store that keeps nothing on disk: for tests and for working on one file.
 *
 * @param options.now the clock, in milliseconds since the epoch
 */
export function createMemoryStore(options: { readonly now?: () => number } = {}): RecordStore {
  const now = options.now ?? Date.now;
  const adapter = new MemoryAdapter(now);
  return new LowdbStore(new Low<StoreData>(adapter, emptyData()), adapter, now);
}
