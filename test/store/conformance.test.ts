import { rm } from 'node:fs/promises';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { draws } from '../support/draws.js';
import { recordStoreConformance } from './conformance.js';
import { SPILLED } from './spilled.js';
import { newFolder } from '../support/temporary-folder.js';

recordStoreConformance('the memory store', (now) =>
  Promise.resolve({
    open: () => Promise.resolve(createMemoryStore({ now })),
    isDurable: false,
    remove: () => Promise.resolve(),
  }),
);

// 1 byte: every write triggers a compaction.
for (const [name, compactAt, recordMemory] of [
  ['the file store', Infinity, undefined],
  ['the file store, compacting all the time', 1, undefined],
  ['the file store, its records on disk', Infinity, SPILLED],
  ['the file store, its records on disk and compacting all the time', 1, SPILLED],
] as const)
  recordStoreConformance(
    name,
    (now) => {
      const folder = newFolder();
      return Promise.resolve({
        open: () => openFileStore(folder, { now, compactAt, recordMemory }),
        isDurable: true,
        remove: () => rm(folder, { recursive: true, force: true }),
      });
    },
    { programs: draws(100) },
  );
