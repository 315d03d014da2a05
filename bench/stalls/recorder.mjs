/**
 * Records the steps of this thread: the code between two calls from the event loop, including the promises that it
 * settles. For each long step, records wall-clock and CPU time and sampled stacks. Also records garbage collections.
 *
 * A step starts when the event loop calls back (socket, file, timer, immediate), which async hooks report. Promises and
 * ticks belong to the step that settled or queued them. Their hooks would make promises slow, so they are removed; this
 * needs `--expose-internals`.
 */
import { createHook, executionAsyncResource } from 'node:async_hooks';
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { performance, PerformanceObserver } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { threadCpuTime } from '../harness/thread-cpu-time.mjs';

/** Minimum CPU milliseconds of a recorded step. */
const LONG_MS = 3;
/** A shorter step is added to the next step. */
const SHORT_MS = 0.3;
const SAMPLE_US = 500;
const KINDS = { 1: 'scavenge', 2: 'minor mark-compact', 4: 'mark-compact', 8: 'marking', 16: 'weak callbacks' };

const { internalBinding } = createRequire(import.meta.url)('internal/test/binding');
const cpuTime = threadCpuTime();
const session = new Session();
session.connect();
let steps = [];
let collections = [];
let count = 0;
let depth = 0;
let last;
let from = 0;
let cpuBefore = 0;

new PerformanceObserver((list) => {
  for (const { startTime, duration, detail } of list.getEntries())
    collections.push({ from: startTime, to: startTime + duration, kind: KINDS[detail.kind] ?? 'other' });
}).observe({ entryTypes: ['gc'] });

const hook = createHook({
  before() {
    if (depth++ > 0) return;
    const resource = executionAsyncResource();
    // The following callbacks do not start a new step: a callback of the same socket read as the last one (head and
    // body of a request), a promise, or a tick (a plain object).
    if (resource === last || resource instanceof Promise || resource.constructor === Object) return;
    last = resource;
    endStep();
  },
  after() {
    depth--;
  },
});

function endStep() {
  count++;
  const to = performance.now();
  if (to - from < SHORT_MS) return;
  const cpu = cpuTime() - cpuBefore;
  if (cpu >= LONG_MS) steps.push({ from, to, cpu });
  beginStep();
}

function beginStep() {
  [from, cpuBefore] = [performance.now(), cpuTime()];
}

export async function begin() {
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  await session.post('Profiler.start');
  [steps, collections, count] = [[], [], 0];
  hook.enable();
  internalBinding('async_wrap').setPromiseHooks(undefined, undefined, undefined, undefined);
  beginStep();
}

/**
 * Returns the recording since `begin`. Times are in milliseconds of `performance.now()`; those of the profile are in
 * microseconds of the system clock, which `origin` converts.
 */
export async function end() {
  hook.disable();
  const found = { steps, count };
  // Garbage collections are reported with a delay.
  await wait(100);
  const { profile } = await session.post('Profiler.stop');
  return { ...found, collections, profile, origin: performance.now() - Number(process.hrtime.bigint()) / 1e6 };
}
