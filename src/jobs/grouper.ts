import { complaintOf } from '../runtime/complaint.js';
import { startProcess, startThread } from '../runtime/entry-points.js';
import type { FromJob, JobWork, ToJob } from './job-messages.js';

/** Megabytes of JavaScript values beside what the engine and typed arrays hold: Ids, and groups while they are made. */
const LEAST_HEAP = 2_048;

/** Whoever compares the records of one job, beside the service. */
export interface Grouper {
  send(message: ToJob): void;
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<unknown>;
}

export interface GrouperEvents {
  readonly said: (message: FromJob) => void;
  /** It has ended: before its time, unless it was done. */
  readonly failed: (error: Error) => void;
}

/**
 * Starts a thread; or a process where DuckDB is to keep the rows: a thread that is ended while DuckDB works would take
 * the service with it.
 */
export function startGrouper(work: JobWork, events: GrouperEvents): Grouper {
  return work.engine === undefined ? inThread(work, events) : inProcess(work, work.engine.memory, events);
}

function inThread(work: JobWork, { said, failed }: GrouperEvents): Grouper {
  const thread = startThread('groupRecords', work);
  thread.once('error', failed);
  thread.once('exit', (code) => failed(new Error(`the thread of the job ended with ${code}`)));
  thread.on('message', said);
  return { send: (message) => thread.postMessage(message), kill: () => thread.terminate() };
}

function inProcess(work: JobWork, memory: number, { said, failed }: GrouperEvents): Grouper {
  const process = startProcess('groupRecords', Math.max(LEAST_HEAP, Math.ceil(memory / 2 ** 20)));
  const complaint = complaintOf(process);
  const ended = new Promise<void>((resolve) => {
    process.on('error', (error) => {
      failed(error);
      if (process.pid === undefined) resolve();
    });
    process.once('exit', (code, killedBy) => {
      failed(new Error(`the process of the job ended with ${killedBy ?? code}: ${complaint().trim()}`));
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
