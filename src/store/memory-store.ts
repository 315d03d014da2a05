import { Low } from 'lowdb';
import type { AnswerBounds } from './remembered-answers.js';
import { EmbeddedStore } from './embedded-store.js';
import { MemoryAdapter } from './memory-adapter.js';
import type { RecordStore } from './record-store.js';
import { emptyData, type StoreData } from './store-data.js';

/**
 * A store that keeps nothing on disk: for tests and for working on one file.
 *
 * @param options.now the clock, in milliseconds since the epoch
 * @param options.answerBounds how much is remembered of idempotent requests
 */
export function createMemoryStore(
  options: { readonly now?: () => number; readonly answerBounds?: AnswerBounds } = {},
): RecordStore {
  const now = options.now ?? Date.now;
  const adapter = new MemoryAdapter(now);
  return new EmbeddedStore(new Low<StoreData>(adapter, emptyData(options.answerBounds)), adapter, now);
}
