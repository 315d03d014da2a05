import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import { packageRoot } from './package-root.js';

/** Files that run as a thread or a process of their own: relative to `src`, without ending. Nothing else starts one. */
export const ENTRY_POINTS = {
  buildIndex: 'index/threads/index-thread',
  joinRows: 'index/self-join/join-thread',
  importConfiguration: 'config/import/import-thread',
  readWorkbook: 'batch/input/xlsx-thread',
  readFile: 'batch/import/file-worker',
  groupRecords: 'jobs/group-records',
  helpGrouping: 'jobs/sharing/helper-thread',
  learnScenario: 'administration/learning-thread',
} as const;

export type EntryPoint = keyof typeof ENTRY_POINTS;

/** Always the built file: tests and benches that run the sources start it too, so that no thread compiles anything. */
const fileOf = (entry: EntryPoint): string => join(packageRoot, 'dist', `${ENTRY_POINTS[entry]}.js`);

/** @param resourceLimits what the thread may use: it fails where it would use more */
export function startThread(entry: EntryPoint, workerData: unknown, resourceLimits?: ResourceLimits): Worker {
  return new Worker(fileOf(entry), { workerData, ...(resourceLimits && { resourceLimits }) });
}

/**
 * Starts a process that knows nothing of the environment of this one.
 *
 * @param megabytes of JavaScript values: near this bound they are looked through for what is not needed any more
 */
export function startProcess(entry: EntryPoint, megabytes: number): ChildProcess {
  return fork(fileOf(entry), [], {
    execArgv: [`--max-old-space-size=${megabytes}`],
    env: { PATH: process.env['PATH'] ?? '' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
