import { createMemoryStore } from '../../src/store/memory-store.js';
import type { RecordStore } from '../../src/store/record-store.js';

/** A store whose writes block until released. */
export function slowDisk(): { store: RecordStore; release: () => void } {
  const store = createMemoryStore();
  const append = store.append.bind(store);
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  store.append = (commit) => released.then(() => append(commit));
  return { store, release };
}
