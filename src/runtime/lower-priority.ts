import { setPriority } from 'node:os';

/** Niceness (at most 19). On a busy machine, such a thread gets about 10% of a normal thread's time. */
const NICE = 10;

/** Lowers the thread's priority on Linux. On other systems, this would slow down the whole process. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(NICE);
}
