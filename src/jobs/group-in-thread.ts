import type { ComparedRow, GroupingWork, JudgedSet } from '../service/group/group-types.js';
import { packMethods, packScenario } from '../index/threads/portable-scenario.js';
import type { DecisionSteps } from '../runtime/decision-quota.js';
import { startThread } from '../runtime/entry-points.js';
import type { FromJob, ThreadResult, JobWork, ToJob } from './job-messages.js';
import type { WorkPlace } from './sharing/shared-join.js';
import type { JobProgress } from './job.js';

/** Records, or decisions, sent at once, and sendings that the thread has not taken yet: bounds what waits in memory. */
const AT_ONCE = 64;
const MOST_WAITING = 32;

/** The scenarios do not fit the records: trying again is of no use. */
export class JobRefused extends Error {}

/** The records that the job works on have changed under it: it begins anew. */
export class JobInterrupted extends Error {}

/**
 * Groups records in a thread of its own that all others go before, and writes what it finds to a new file. This thread
 * only reads the records and sends what is compared of them, a few at a time.
 *
 * @param place where other nodes may take part in the comparing
 * @throws Error when the thread fails; what ends the steps ends the thread
 */
export function* groupInThread(
  work: GroupingWork,
  path: string,
  progress: (progress: JobProgress) => void,
  place?: WorkPlace,
): DecisionSteps<ThreadResult> {
  const { scenarios, methods, fields, records: total } = work;
  const isAcross = work.crossObject !== null;
  const given: JobWork = {
    scenarios: scenarios.map(packScenario),
    methods: packMethods(methods),
    ...{ fields, isAcross, path, place },
  };
  const thread = startThread('groupRecords', given);
  let waiting = 0;
  let wake = (): void => undefined;
  let result: ThreadResult | undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread of the job ended with ${code}`)));
    thread.on('message', (message: FromJob) => {
      if (message.kind === 'taken') waiting--;
      else if (message.kind === 'compared')
        progress({ phase: 'comparing', done: message.rows, total, pairs: message.pairs });
      else if (message.kind === 'grouped') ({ result } = message);
      else if (message.kind === 'gone') reject(new JobInterrupted('its shared work is no more'));
      else reject(new JobRefused(message.reason));
      wake();
    });
  });
  ended.catch(() => undefined);
  const news = () => Promise.race([ended, new Promise<void>((resolve) => (wake = resolve))]);
  const send = (message: ToJob): void => thread.postMessage(message);
  try {
    let read = 0;
    for (const rows of batches<ComparedRow>(work.rows)) {
      if (rows === undefined) {
        yield;
        continue;
      }
      while (waiting >= MOST_WAITING) yield news();
      waiting++;
      send({ rows });
      read += rows.length;
      progress({ phase: 'reading', done: read, total, pairs: 0 });
      yield;
    }
    for (const judged of batches<JudgedSet>(work.judged)) {
      if (judged !== undefined) {
        while (waiting >= MOST_WAITING) yield news();
        waiting++;
        send({ judged });
      }
      yield;
    }
    progress({ phase: 'comparing', done: 0, total: read, pairs: 0 });
    send(undefined);
    while (result === undefined) yield news();
    return result;
  } finally {
    void thread.terminate();
  }
}

/** Some at a time; `undefined` where so many were passed over that others should have their turn. */
function* batches<T>(all: Iterable<T | undefined>): Iterable<T[] | undefined> {
  let batch: T[] = [];
  let passed = 0;
  for (const one of all) {
    if (one !== undefined) batch.push(one);
    else if (++passed % AT_ONCE === 0) yield undefined;
    if (batch.length < AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
