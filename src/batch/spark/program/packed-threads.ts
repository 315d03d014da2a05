import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The threads of the packed program, each a module that works as soon as it is loaded. */
export const THREADS = {
  buildIndex: () => import('../../../index/threads/index-thread.js'),
  joinRows: () => import('../../../index/self-join/join-thread.js'),
} as const;

export type PackedThread = keyof typeof THREADS;

/** As `startThread` of `entry-points`, whose place it takes in the packed program: its one file is every thread's. */
export function startThread(thread: PackedThread, workerData: unknown): Worker {
  return new Worker(fileURLToPath(import.meta.url), { workerData, argv: [thread] });
}
