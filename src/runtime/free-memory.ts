import { freemem } from 'node:os';

/** Bytes that are free for this process, within its container's limit. */
export function freeMemory(): number {
  // Missing in Node before 20.13.
  const { availableMemory } = process as { availableMemory?: () => number };
  return availableMemory?.() ?? freemem();
}
