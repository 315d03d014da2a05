import { setPriority } from 'node:os';

/** Niceness, 19 at most: on a busy machine such a thread still gets about a tenth of another one's time. */
const NICE = 10;

/**
 * Lets all other threads go before this one. Linux gives each thread a priority of its own; elsewhere it would be that
 * of the whole process, which keeps it.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(NICE);
}
