import { freemem } from 'node:os';

/** Bytes that are free for this process, whose container may have fewer than the machine. */
export function freeMemory(): number {
  // Node before 20.13 does not know it.
  const { availableMemory } = process as { availableMemory?: () => number };
  return availableMemory?.() ?? freemem();
}
