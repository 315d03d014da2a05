/**
 * Loaded into the server before its program (`--expose-gc --import watch.mjs`). Responds to each message with the
 * longest turn of the event loop since the last message, and the memory after a forced collection. The collection
 * itself is not counted.
 *
 * A turn is the time between two ticks of a timer, which may include several callbacks (the bench `stalls` separates
 * them). Wall-clock time includes other programs' use of the CPU, so the thread's CPU time is used if the kernel
 * reports it.
 */
import { createHistogram, performance } from 'node:perf_hooks';
import { setInterval } from 'node:timers';
import { threadCpuTime } from '../harness/thread-cpu-time.mjs';

const RESOLUTION_MS = 1;
const cpuTime = threadCpuTime();
const stalls = createHistogram();
let longestByClock = 0;
let lastTick = performance.now();
let lastCpu = cpuTime();

setInterval(() => {
  const [now, nowCpu] = [performance.now(), cpuTime()];
  const byClock = Math.max(0, now - lastTick - RESOLUTION_MS);
  const own = Math.min(byClock, nowCpu - lastCpu);
  longestByClock = Math.max(longestByClock, byClock);
  // Histograms contain integers from 1, so times are in microseconds.
  stalls.record(Math.max(1, Math.round(own * 1_000)));
  [lastTick, lastCpu] = [now, nowCpu];
}, RESOLUTION_MS).unref();

process.on('message', () => {
  const [longest, p99] = [stalls.max / 1_000, stalls.percentile(99) / 1_000];
  // Collect twice: the second collection frees the memory that finalizers released in the first.
  globalThis.gc();
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ longest: stalls.count === 0 ? 0 : longest, longestByClock, p99, rss, heapUsed, external });
  stalls.reset();
  longestByClock = 0;
  // Excludes the forced collections.
  [lastTick, lastCpu] = [performance.now(), cpuTime()];
});
// The channel alone must not keep the server alive after a stop.
process.channel.unref();
