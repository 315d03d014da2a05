import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import { packageRoot } from './package-root.js';

/** Files that run as a thread or process, as paths in `src` without extension. No other code starts threads. */
export const ENTRY_POINTS = {
  buildIndex: 'index/threads/index-thread',
  joinRows: 'index/join/join-thread',
  readWorkbook: 'files/read/xlsx-thread',
  readFile: 'files/import/file-worker',
  groupRecords: 'service/jobs/grouping-thread',
  groupRecordsInEngine: 'extensions/engines/grouping-process',
  learnScenario: 'service/config/learning-thread',
} as const;

export type EntryPoint = keyof typeof ENTRY_POINTS;

/** The built file is used even in tests and benchmarks that run from source, so that no thread compiles anything. */
const fileOf = (entry: EntryPoint): string => join(packageRoot, 'dist', `${ENTRY_POINTS[entry]}.js`);

/** @param resourceLimits limits beyond which the thread fails */
export function startThread(entry: EntryPoint, workerData: unknown, resourceLimits?: ResourceLimits): Worker {
  return new Worker(fileOf(entry), { workerData, ...(resourceLimits && { resourceLimits }) });
}

/** Starts a process with an empty environment. @param megabytes heap limit; near it, V8 collects garbage often */
export function startProcess(entry: EntryPoint, megabytes: number): ChildProcess {
  return fork(fileOf(entry), [], {
    execArgv: [`--max-old-space-size=${megabytes}`],
    env: { PATH: process.env['PATH'] ?? '' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
