import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, type ResourceLimits } from 'node:worker_threads';

/** Files that run as a thread or a process of their own: relative to `src`, without ending. Nothing else starts one. */
export const ENTRY_POINTS = {
  buildIndex: 'index/threads/index-thread',
  joinRows: 'index/self-join/join-thread',
  importConfiguration: 'config/import/import-thread',
  readWorkbook: 'batch/input/xlsx-thread',
  readFile: 'batch/import/file-worker',
  groupRecords: 'jobs/job-thread',
  helpGrouping: 'jobs/sharing/helper-thread',
  learnScenario: 'administration/learning-thread',
} as const;

export type EntryPoint = keyof typeof ENTRY_POINTS;

/** Tests and benches run the TypeScript sources. */
const isSource = import.meta.url.endsWith('.ts');
const urlOf = (entry: EntryPoint): URL =>
  new URL(`../${ENTRY_POINTS[entry]}.${isSource ? 'ts' : 'js'}`, import.meta.url);

/** @param resourceLimits what the thread may use: it fails where it would use more */
export function startThread(entry: EntryPoint, workerData: unknown, resourceLimits?: ResourceLimits): Worker {
  const options = { workerData, ...(resourceLimits && { resourceLimits }) };
  if (!isSource) return new Worker(urlOf(entry), options);
  // Threads do not take over the hooks by which the main thread reads TypeScript.
  const script = `import('tsx/esm/api').then(({ register }) => { register(); return import('${urlOf(entry).href}'); })`;
  return new Worker(script, { eval: true, ...options });
}

/**
 * Starts a process that knows nothing of the environment of this one.
 *
 * @param megabytes of JavaScript values: near this bound they are looked through for what is not needed any more
 */
export function startProcess(entry: EntryPoint, megabytes: number): ChildProcess {
  const tsx = isSource && pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return fork(fileURLToPath(urlOf(entry)), [], {
    execArgv: [...(tsx ? ['--import', tsx] : []), `--max-old-space-size=${megabytes}`],
    env: { PATH: process.env['PATH'] ?? '' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
