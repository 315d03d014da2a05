import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Modules that run in threads. Each module starts its work when it is loaded. */
export const THREADS = {
  buildIndex: () => import('../../../../index/threads/index-thread.js'),
  joinRows: () => import('../../../../index/join/join-thread.js'),
} as const;

export type PackedThread = keyof typeof THREADS;

/** Replaces `startThread` of `entry-points`, because all threads of the packed program run the same file. */
export function startThread(thread: PackedThread, workerData: unknown): Worker {
  return new Worker(fileURLToPath(import.meta.url), { workerData, argv: [thread] });
}
