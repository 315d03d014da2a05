import { freemem } from 'node:os';

/** Returns the bytes that are free for this process, within its container's limit. */
export function freeMemory(): number {
  // The function is missing in Node.js before 20.13.
  const { availableMemory } = process as { availableMemory?: () => number };
  return availableMemory?.() ?? freemem();
}
