import { freemem } from 'node:os';

/** Returns the bytes that this process can still use, within its container's limit. */
export function freeMemory(): number {
  // Node.js before 20.13 does not have this function.
  const { availableMemory } = process as { availableMemory?: () => number };
  return availableMemory?.() ?? freemem();
}
