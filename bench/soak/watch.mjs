/**
 * Loaded into the server before its program (`--expose-gc --import watch.mjs`): on each message it answers with the longest time that the event loop was held since the last one,
 * and with what memory holds after a forced collection.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 1;
const holds = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
holds.enable();

process.on('message', () => {
  const longest = Math.max(0, holds.max / 1e6 - RESOLUTION_MS);
  const p99 = Math.max(0, holds.percentile(99) / 1e6 - RESOLUTION_MS);
  // Twice: what finalizers let go of in the first collection goes in the second.
  globalThis.gc();
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ longest, p99, rss, heapUsed, external });
  holds.reset();
});
// The channel alone must not keep a server alive that was told to stop.
process.channel.unref();
