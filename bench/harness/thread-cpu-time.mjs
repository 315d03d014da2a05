import { Buffer } from 'node:buffer';
import { openSync, readSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';

/**
 * Milliseconds that this thread has been on a processor, as a function; where the kernel does not tell (it is the first
 * number of Linux's `schedstat`), those of the clock.
 */
export function threadCpuTime() {
  try {
    const file = openSync('/proc/thread-self/schedstat', 'r');
    const buffer = Buffer.alloc(128);
    return () => {
      // Makes the kernel bring the thread's own time up to date, which else happens at its ticks, four milliseconds
      // apart.
      process.cpuUsage();
      return Number(buffer.toString('latin1', 0, readSync(file, buffer, 0, 128, 0)).split(' ')[0]) / 1e6;
    };
  } catch {
    return () => performance.now();
  }
}
