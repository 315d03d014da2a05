import { Low } from 'lowdb';
import type { AnswerBounds } from './remembered-answers.js';
import { installationDraw } from './installation.js';
import { EmbeddedStore } from './embedded-store.js';
import { MemoryAdapter } from './memory-adapter.js';
import type { RecordStore } from './record-store.js';
import { emptyData, type StoreData } from './store-data.js';

/**
 * Creates a store without a disk, for tests and for work on one file.
 * @param options.now returns milliseconds since the epoch
 * @param options.answerBounds limits for remembered responses
 * @param options.installation see `FileStoreOptions`
 */
export function createMemoryStore(
  options: {
    readonly now?: () => number;
    readonly answerBounds?: AnswerBounds;
    readonly installation?: string | undefined;
  } = {},
): RecordStore {
  const now = options.now ?? Date.now;
  const adapter = new MemoryAdapter(now);
  const draw = installationDraw(options.installation);
  return new EmbeddedStore(new Low<StoreData>(adapter, emptyData(options.answerBounds)), adapter, now, draw);
}
