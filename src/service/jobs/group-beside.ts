import { rm } from 'node:fs/promises';
import type { ComparedRow, GroupingWork, JudgedSet } from '../group/group-types.js';
import { packMethods, packScenario } from '../../index/threads/portable-scenario.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import type { EngineWork, FromJob, GroupingResult, JobWork, ToJob } from './job-messages.js';
import type { JobProgress } from './job.js';
import { complaintOf } from '../../runtime/complaint.js';
import { startProcess, startThread } from '../../runtime/entry-points.js';

/** Records or decisions per message, and maximum messages without a reply, which limits the memory for a queue. */
const AT_ONCE = 64;
const MOST_WAITING = 32;

/** Thrown if the scenarios do not fit the records, so that a retry would fail too. */
export class JobRefused extends Error {}

/**
 * Groups records in a low-priority thread or process, which writes the result to a new file. This thread only reads the
 * records and sends their compared values in batches.
 * @param engine storage for the rows; if absent, they are compared in memory
 * @throws Error if the thread or process fails. Ending the iteration stops it
 */
export function* groupBeside(
  work: GroupingWork,
  path: string,
  progress: (progress: JobProgress) => void,
  engine?: EngineWork,
): DecisionSteps<GroupingResult> {
  const { scenarios, methods, fields, records: total } = work;
  const isAcross = work.crossObject !== null;
  const given: JobWork = {
    scenarios: scenarios.map(packScenario),
    methods: packMethods(methods),
    ...{ fields, isAcross, path, engine },
  };
  let waiting = 0;
  let read = 0;
  let wake = (): void => undefined;
  let result: GroupingResult | undefined;
  let fail!: (error: Error) => void;
  const ended = new Promise<never>((_resolve, reject) => (fail = reject));
  ended.catch(() => undefined);
  const grouper = startGrouper(given, {
    failed: fail,
    said: (message: FromJob) => {
      if (message.kind === 'taken') {
        waiting--;
        // Rows that the grouper has not processed do not count, so that the progress moves until it has all of them.
        progress({ phase: 'reading', done: Math.max(0, read - waiting * AT_ONCE), total, pairs: 0 });
      } else if (message.kind === 'preparing')
        progress({ phase: 'preparing', done: message.done, total: message.total, pairs: 0 });
      else if (message.kind === 'compared')
        progress({ phase: 'comparing', done: message.rows, total, pairs: message.pairs });
      else if (message.kind === 'grouped') ({ result } = message);
      else if (message.kind === 'failed') fail(new Error(message.reason));
      else fail(new JobRefused(message.reason));
      wake();
    },
  });
  const news = () => Promise.race([ended, new Promise<void>((resolve) => (wake = resolve))]);
  try {
    for (const rows of batches<ComparedRow>(work.rows)) {
      if (rows === undefined) {
        yield;
        continue;
      }
      while (waiting >= MOST_WAITING) yield news();
      waiting++;
      grouper.send({ rows });
      read += rows.length;
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
    grouper.send(undefined);
    while (result === undefined) yield news();
    return result;
  } finally {
    // If the folder cannot be removed, the next startup removes it.
    void grouper
      .kill()
      .then(() => engine && rm(engine.folder, { recursive: true, force: true }))
      .catch(() => undefined);
  }
}

/** Yields batches, and `undefined` after every `AT_ONCE` skipped items, so that other work can run. */
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

/**
 * Minimum JavaScript heap in megabytes, for Ids and for groups being formed. Engine and typed arrays use other memory.
 */
const LEAST_HEAP = 2_048;

interface Grouper {
  send(message: ToJob): void;
  kill(): Promise<unknown>;
}

interface GrouperEvents {
  readonly said: (message: FromJob) => void;
  /** Called when the thread or process exits. Has no effect if the job is done. */
  readonly failed: (error: Error) => void;
}

/** Starts a thread, or a process if DuckDB stores the rows: ending a thread that uses it would crash the service. */
function startGrouper(work: JobWork, events: GrouperEvents): Grouper {
  return work.engine === undefined ? inThread(work, events) : inProcess(work, work.engine.memory, events);
}

function inThread(work: JobWork, { said, failed }: GrouperEvents): Grouper {
  const thread = startThread('groupRecords', work);
  thread.once('error', failed);
  thread.once('exit', (code) => failed(new Error(`the job's thread exited with code ${code}`)));
  thread.on('message', said);
  return { send: (message) => thread.postMessage(message), kill: () => thread.terminate() };
}

function inProcess(work: JobWork, memory: number, { said, failed }: GrouperEvents): Grouper {
  const process = startProcess('groupRecordsInEngine', Math.max(LEAST_HEAP, Math.ceil(memory / 2 ** 20)));
  const complaint = complaintOf(process);
  const ended = new Promise<void>((resolve) => {
    process.on('error', (error) => {
      failed(error);
      if (process.pid === undefined) resolve();
    });
    process.once('exit', (code, killedBy) => {
      failed(new Error(`the job's process exited with ${killedBy ?? code}: ${complaint().trim()}`));
      resolve();
    });
  });
  process.on('message', (message: FromJob) => said(message));
  process.send(work, () => undefined);
  return {
    send: (sent) => void process.send({ sent }, () => undefined),
    kill: () => {
      process.kill('SIGKILL');
      return ended;
    },
  };
}
