import type { Likeness } from '../service/likeness.js';
import type { Worker } from '../work/queue.js';
import { throughOutages } from '../work/through-outages.js';
import { CLEAN_RESULTS, NOT_UNDONE, REJECTS, SAVED, type KeptFile } from './file-job.js';
import type { FileMemory } from './file-memory.js';
import type { KeptFiles } from './kept-files.js';
import { rowsDone } from './import-file.js';
import { reasonOf, runOfFile, workOn } from './work-on-file.js';

export interface FileWorkOptions {
  readonly likeness: Likeness;
  readonly place: KeptFiles;
  readonly configurationFolder?: string | undefined;
  readonly log?: { info(message: string): void; warn(message: string): void };
  readonly memory: FileMemory;
  /** When a file is to be removed that was worked on now. */
  readonly expiry: () => string;
  readonly patience?: number | undefined;
  readonly now: () => Date;
}

/** Milliseconds that work waits for a store, or a part of the index, that is away. */
const PATIENCE = 3_600_000;

/** Imports, tries or cleans one file. */
export function fileWorker(options: FileWorkOptions): Worker<KeptFile> {
  const { place, log, likeness, expiry, patience = PATIENCE } = options;
  return {
    begin: (file) => ({ ...file, status: 'running' }),
    carryOut: async (file, signal) => {
      // Waits until the view shows what whoever asked has seen, and what another process has done of it.
      const waits = (): void => undefined;
      const latest = await throughOutages(() => place.position(), { signal, patience, waits });
      await likeness.visible.waitFor(Math.max(file.position, latest), signal);
      return { ...(await workOn(file, { ...options, patience, signal })), status: 'completed' };
    },
    failed: async ({ id }, error) => {
      const now = await place.queue.get(id);
      const run = now && runOfFile(now.item);
      const noted =
        run === undefined ? { counts: now?.told?.counts ?? null } : await place.endNotes(id, rowsDone(likeness, run));
      return { status: 'failed', reason: reasonOf(error), ...noted };
    },
    ended: async ({ id, task }) => {
      const results: string[] = [];
      for (const name of task?.action === 'clean' ? CLEAN_RESULTS : [REJECTS, SAVED, NOT_UNDONE])
        if (await place.has(id, name)) results.push(name);
      return { results, expires: expiry(), position: likeness.visible.position };
    },
    settled: (id, { ended, error }) => {
      if (ended?.status === 'completed') log?.info(`${id}: ${ended.task!.action} completed`);
      else if (ended !== undefined) log?.warn(`${id} failed: ${(error as Error).message}`);
      return Promise.resolve();
    },
  };
}
