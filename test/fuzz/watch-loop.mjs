/** Loaded with `--import`. Reports the longest event-loop step in CPU time and the maximum memory. */
import process from 'node:process';
import { setInterval } from 'node:timers';
import { threadCpuTime } from '../../bench/harness/thread-cpu-time.mjs';

const cpuTime = threadCpuTime();
let before = cpuTime();
let longest = 0;
let bytes = 0;
setInterval(() => {
  const now = cpuTime();
  longest = Math.max(longest, now - before);
  bytes = Math.max(bytes, process.memoryUsage.rss());
  before = now;
}, 5).unref();
process.on('message', (what) => {
  if (what === 'begin') [longest, before] = [0, cpuTime()];
  process.send?.({ longest, bytes });
});
process.channel?.unref();
