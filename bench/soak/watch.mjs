/**
 * Loaded into the server before its program (`--expose-gc --import watch.mjs`): on each message it answers with the
 * longest turn of the event loop since the last one, and with the memory that is left after a forced collection, which
 * itself does not count.
 *
 * A turn is what lies between two ticks of a timer: as many steps as there were callbacks ready. (The bench `stalls`
 * tells them apart.) By the clock, beyond the timer's millisecond, that also counts the time in which other programs
 * had the processor. Where the kernel tells how long this thread was on one, that is what counts: the program's own
 * work, the same on a busy machine and on a quiet one.
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
  // A histogram holds whole numbers from 1: microseconds are fine enough.
  stalls.record(Math.max(1, Math.round(own * 1_000)));
  [lastTick, lastCpu] = [now, nowCpu];
}, RESOLUTION_MS).unref();

process.on('message', () => {
  const [longest, p99] = [stalls.max / 1_000, stalls.percentile(99) / 1_000];
  // Twice: what finalizers let go of in the first collection goes in the second.
  globalThis.gc();
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ longest: stalls.count === 0 ? 0 : longest, longestByClock, p99, rss, heapUsed, external });
  stalls.reset();
  longestByClock = 0;
  // The collections were ours.
  [lastTick, lastCpu] = [performance.now(), cpuTime()];
});
// The channel alone must not keep a server alive that was told to stop.
process.channel.unref();
