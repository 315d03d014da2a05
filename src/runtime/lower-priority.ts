import { setPriority } from 'node:os';

/** Niceness (at most 19). On a busy machine, such a thread gets about a tenth of a normal thread's time. */
const NICE = 10;

/** Lowers this thread's priority. Only on Linux; on other systems, the whole process would slow down. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(NICE);
}
