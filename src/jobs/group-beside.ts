import { rm } from 'node:fs/promises';
import type { ComparedRow, GroupingWork, JudgedSet } from '../service/group/group-types.js';
import { packMethods, packScenario } from '../index/threads/portable-scenario.js';
import type { DecisionSteps } from '../runtime/decision-quota.js';
import { startGrouper } from './grouper.js';
import type { EngineWork, FromJob, GroupingResult, JobWork } from './job-messages.js';
import type { WorkPlace } from './sharing/shared-join.js';
import type { JobProgress } from './job.js';

/** Records, or decisions, sent at once, and sendings that have not been taken yet: bounds what waits in memory. */
const AT_ONCE = 64;
const MOST_WAITING = 32;

/** The scenarios do not fit the records: trying again is of no use. */
export class JobRefused extends Error {}

/** The records that the job works on have changed under it: it begins anew. */
export class JobInterrupted extends Error {}

/** Where the rows of a job are compared; nothing: by this machine, in memory. */
export interface GroupingPlace {
  /** Where other nodes may take part. */
  readonly beside?: WorkPlace | undefined;
  /** Where the engine keeps rows. */
  readonly engine?: EngineWork | undefined;
}

/**
 * Groups records in a thread, or a process, that all others go before, and writes what it finds to a new file. This
 * thread only reads the records and sends what is compared of them, a few at a time.
 *
 * @throws Error when the other fails; what ends the steps ends it
 */
export function* groupBeside(
  work: GroupingWork,
  path: string,
  progress: (progress: JobProgress) => void,
  { beside: place, engine }: GroupingPlace = {},
): DecisionSteps<GroupingResult> {
  const { scenarios, methods, fields, records: total } = work;
  const isAcross = work.crossObject !== null;
  const given: JobWork = {
    scenarios: scenarios.map(packScenario),
    methods: packMethods(methods),
    ...{ fields, isAcross, path, place, engine },
  };
  let waiting = 0;
  let wake = (): void => undefined;
  let result: GroupingResult | undefined;
  let fail!: (error: Error) => void;
  const ended = new Promise<never>((_resolve, reject) => (fail = reject));
  ended.catch(() => undefined);
  const grouper = startGrouper(given, {
    failed: fail,
    said: (message: FromJob) => {
      if (message.kind === 'taken') waiting--;
      else if (message.kind === 'compared')
        progress({ phase: 'comparing', done: message.rows, total, pairs: message.pairs });
      else if (message.kind === 'grouped') ({ result } = message);
      else if (message.kind === 'failed') fail(new Error(message.reason));
      else if (message.kind === 'gone') fail(new JobInterrupted('its shared work is no more'));
      else fail(new JobRefused(message.reason));
      wake();
    },
  });
  const news = () => Promise.race([ended, new Promise<void>((resolve) => (wake = resolve))]);
  try {
    let read = 0;
    for (const rows of batches<ComparedRow>(work.rows)) {
      if (rows === undefined) {
        yield;
        continue;
      }
      while (waiting >= MOST_WAITING) yield news();
      waiting++;
      grouper.send({ rows });
      read += rows.length;
      progress({ phase: 'reading', done: read, total, pairs: 0 });
      yield;
    }
    for (const judged of batches<JudgedSet>(work.judged)) {
      if (judged !== undefined) {
        while (waiting >= MOST_WAITING) yield news();
        waiting++;
        grouper.send({ judged });
      }
      yield;
    }
    progress({ phase: 'comparing', done: 0, total: read, pairs: 0 });
    grouper.send(undefined);
    while (result === undefined) yield news();
    return result;
  } finally {
    // A folder that stays goes with the next start.
    void grouper
      .kill()
      .then(() => engine && rm(engine.folder, { recursive: true, force: true }))
      .catch(() => undefined);
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
