import type { RecordMemory } from '../../src/store/record-memory.js';

/** Nothing stays in memory but what is being filled: slabs so small that a few records fill one. */
export const SPILLED: RecordMemory = { bytes: 0, slabBytes: 512 };
