import { complaintOf } from '../../runtime/complaint.js';
import { startProcess, startThread } from '../../runtime/entry-points.js';
import type { FromJob, JobWork, ToJob } from './job-messages.js';

/**
 * Minimum JavaScript heap in megabytes, for Ids and for groups being formed. Engine and typed arrays use other memory.
 */
const LEAST_HEAP = 2_048;

export interface Grouper {
  send(message: ToJob): void;
  kill(): Promise<unknown>;
}

export interface GrouperEvents {
  readonly said: (message: FromJob) => void;
  /** Called when the thread or process exits. Has no effect if the job is done. */
  readonly failed: (error: Error) => void;
}

/** Starts a thread, or a process if DuckDB stores the rows: ending a thread that uses it would crash the service. */
export function startGrouper(work: JobWork, events: GrouperEvents): Grouper {
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
