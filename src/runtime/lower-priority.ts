import { setPriority } from 'node:os';

/** Niceness (at most 19): on a busy machine such a thread gets about a tenth of a normal thread's time. */
const NICE = 10;

/**
 * Lowers the priority of this thread. Only Linux has priorities per thread; elsewhere nothing changes, because the
 * whole process would be slowed.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(NICE);
}
