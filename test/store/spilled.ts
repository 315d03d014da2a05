import type { RecordMemory } from '../../src/store/record-memory.js';

/** Keeps only the current slab in memory. Slabs are so small that a few records fill one. */
export const SPILLED: RecordMemory = { bytes: 0, slabBytes: 512 };
