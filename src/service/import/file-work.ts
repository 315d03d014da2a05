import { AUTO } from '../../files/read/guess/auto-object.js';
import type { Scope } from '../../store/config/scope-names.js';
import { type MayGoOn, rightsNow } from '../auth/lost-right.js';
import type { Likeness } from '../likeness.js';
import { itemsBefore, type QueuedWork, type Worker } from '../work/queue.js';
import { throughOutages } from '../work/through-outages.js';
import type { IngestJob } from './bulk-job.js';
import { CLEAN_RESULTS, type KeptFile, NOT_UNDONE, REJECTS, SAVED, type ShownFile, type Task } from './file-job.js';
import type { FileMemory } from './file-memory.js';
import { rowsDone } from './import-file.js';
import type { KeptFiles, Told } from './kept-files.js';
import { reasonOf, runOfFile, workOn } from './work-on-file.js';

export function scopesOfOperation(operation: IngestJob['operation']): readonly Scope[] {
  return operation === 'delete' ? ['upsert', 'delete'] : ['upsert'];
}

/** Returns the scopes for a task, which are checked when it is requested and at each step. */
export function scopesOfTask({ action, writes }: Pick<Task, 'action' | 'writes'>): readonly Scope[] {
  return action === 'undo' ? ['undo'] : scopesOfOperation(writes?.operation ?? 'upsert');
}

export interface FileWorkOptions {
  readonly likeness: Likeness;
  readonly place: KeptFiles;
  readonly configurationFolder?: string | undefined;
  readonly log?: { info(message: string): void; warn(message: string): void };
  readonly memory: FileMemory;
  readonly expiry: () => string;
  readonly patience?: number | undefined;
  readonly now: () => Date;
  readonly mayGoOn?: MayGoOn | undefined;
}

/** Milliseconds to wait while the store is unavailable. */
const PATIENCE = 3_600_000;

/** Returns whether short work may overtake long work. The imports of one client stay in order. */
function mayPass({ inspection, task, clientId }: KeptFile, before: readonly KeptFile[]): boolean {
  const saves = task?.action !== 'dryRun' && task?.action !== 'clean';
  return inspection?.isWhole === true && !(saves && before.some((file) => file.clientId === clientId));
}

/** Returns the number of files before a waiting file, and their progress in bytes. */
export function waitingFor(
  file: KeptFile,
  all: readonly QueuedWork<KeptFile, Told>[],
): Pick<ShownFile, 'ahead' | 'progress'> {
  const files = all.map(({ item }) => item);
  const before = (one: KeptFile): readonly KeptFile[] => itemsBefore(one, files);
  const passes = mayPass(file, before(file));
  const ahead = before(file).filter((one) => !passes || mayPass(one, before(one)));
  const bytes = ahead.map(({ id, size }) => {
    const { done = 0, total = 1 } = all.find(({ item }) => item.id === id)?.told?.progress ?? {};
    return { size, done: total === 0 ? 0 : Math.round((size * done) / total) };
  });
  const sum = (one: 'size' | 'done'): number => bytes.reduce((before, each) => before + each[one], 0);
  const progress = { phase: 'queued', done: sum('done'), total: sum('size') };
  return { ahead: ahead.length, progress: ahead.length === 0 ? null : progress };
}

export function fileWorker(options: FileWorkOptions): Worker<KeptFile> {
  const { place, log, likeness, expiry, patience = PATIENCE, mayGoOn } = options;
  return {
    rightsOf: ({ clientId, objects, task, imported }) =>
      rightsNow(mayGoOn, objects, {
        clientId,
        scopes: scopesOfTask(task!),
        objectTypes: [task!.action === 'undo' ? imported!.objectType : task!.objectType].filter(
          (name) => name !== AUTO,
        ),
      }),
    mayPass,
    begin: (file) => ({ ...file, status: 'running' }),
    carryOut: async (file, signal, askRights) => {
      // Waits until this process sees what the requester saw, and what other processes have done with the file.
      const waits = (): void => undefined;
      const latest = await throughOutages(() => place.position(), { signal, patience, waits });
      await likeness.visible.waitFor(Math.max(file.position, latest), signal);
      return { ...(await workOn(file, { ...options, patience, signal, askRights })), status: 'completed' };
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
