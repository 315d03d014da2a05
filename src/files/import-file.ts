import type { Caller, DryRun, KeptIds, Likeness } from '../service/likeness.js';
import { CheckpointMovedError } from '../contract/checkpoint-moved.js';
import { RequestError } from '../contract/request-error.js';
import { BusyError } from '../transactions/busy-error.js';
import type { UpsertDataOutput } from '../contract/schemas.js';
import type { Counts, Task } from './file-job.js';
import { withRejects } from './reject-reasons.js';
import type { ImportNotes } from './import-notes.js';
import type { SavedRow } from './result-forms.js';
import type { Told } from './kept-files.js';
import type { FileBatch, Reject } from '../batch/import/file-messages.js';

export interface FileImport {
  readonly likeness: Pick<Likeness, 'importBatch' | 'checkpoint' | 'dryRun'>;
  readonly task: Pick<Task, 'action' | 'objectType' | 'check' | 'duplicateScore' | 'duplicates' | 'again' | 'writes'>;
  readonly caller: Caller;
  /** The mark of one and the same import: `importKey`. */
  readonly key: string;
  /** The overlay that a trial goes into, where other files have gone before; absent: one of its own. */
  readonly dryRun?: DryRun | undefined;
  /** Absent: rows whose Ids are not stored are rejected. */
  readonly keepIds?: KeptIds | undefined;
  /** The rows of the file, without the first `done`. */
  readonly batches: (done: number) => AsyncIterable<FileBatch>;
  /** How often the same import had been completed when this one began; `null`: it begins now. */
  readonly completed: number | null;
  /** Keeps that. */
  readonly begun: (completed: number) => Promise<void>;
  readonly notes: ImportNotes;
  readonly tell: (told: Told) => void;
}

/** How an upsert is told what becomes of a duplicate. */
const ON_DUPLICATE = {
  update: { onDuplicate: 'overwrite' },
  fillBlanks: { onDuplicate: 'fillBlanks' },
  review: { reportsDuplicates: true },
} as const;

/**
 * Name of the checkpoint of the rows that are done.
 *
 * @param times how often the same import had been completed before
 */
export const runOf = (key: string, times: number): string => `import:${key}:${times + 1}`;

/** Name of the counter of completed imports, and of that which was completed last when all were taken back. */
const completedOf = (key: string): string => `import:${key}`;
const undoneOf = (key: string): string => `import:${key}:undone`;

/** More rows than any file has: a checkpoint stands so much higher each time that its run is ended. */
const ENDED = 2 ** 40;

/** Rows of a run that are done, those that were rejected included. */
export const rowsDone = (likeness: Pick<Likeness, 'checkpoint'>, run: string): number =>
  likeness.checkpoint(run) % ENDED;

/** Whether a run was ended before its last row, however often. */
export const wasEnded = (likeness: Pick<Likeness, 'checkpoint'>, run: string): boolean =>
  likeness.checkpoint(run) >= ENDED;

/**
 * Ends a run: none of its batches is committed any more once this has resolved, those on their way included. They were
 * to be committed where the checkpoint stood before. Whoever goes on with the run does so where it stands now.
 */
export async function endRun(
  likeness: Pick<Likeness, 'importBatch' | 'checkpoint'>,
  objectType: string,
  run: string,
  caller: Caller,
): Promise<void> {
  for (let from = likeness.checkpoint(run); from + ENDED <= Number.MAX_SAFE_INTEGER;) {
    try {
      const checkpoint = { name: run, value: from + ENDED, from };
      await likeness.importBatch(objectType, [], { check: false, checkpoint }, caller);
      return;
    } catch (error) {
      if (!(error instanceof CheckpointMovedError)) throw error;
      from = error.found;
    }
  }
}

/** Has the same import begin anew: its rows were taken back. One that was broken off counts as completed before. */
export async function forgetImport(
  likeness: Pick<Likeness, 'importBatch' | 'checkpoint'>,
  objectType: string,
  key: string,
  caller: Caller,
): Promise<void> {
  const times = likeness.checkpoint(completedOf(key));
  const value = likeness.checkpoint(runOf(key, times)) > 0 ? times + 1 : times;
  for (const name of [completedOf(key), undoneOf(key)])
    await likeness.importBatch(objectType, [], { check: false, checkpoint: { name, value } }, caller);
}

/**
 * Saves the rows of a file, or tries to: for the command line and for files that clients send. The rows of a batch,
 * and how far the import has come, are one transaction, which is refused where another process has come further; what
 * it rejects and its counts are noted before. So an import that was interrupted, at any moment, goes on where it
 * stopped, and neither loses nor doubles a row or a line.
 */
export async function importFile(job: FileImport): Promise<Counts> {
  const { likeness, task, caller, notes } = job;
  const isTrial = task.action === 'dryRun';
  const completed = completedOf(job.key);
  const times = job.completed ?? likeness.checkpoint(completed);
  if (job.completed === null && !isTrial) {
    if (times > 0 && !task.again && likeness.checkpoint(undoneOf(job.key)) < times)
      throw new RequestError(
        409,
        'DUPLICATE_REQUEST',
        rowsDone(likeness, runOf(job.key, times)) > 0
          ? 'this file was imported before and a repeat was interrupted; `again` (`--again` of a command) continues the repeat'
          : 'this file has been imported already with this object and mapping; `again` (`--again` of a command) imports it once more',
      );
    await job.begun(times);
  }
  const run = runOf(job.key, times);
  try {
    if (isTrial) return await importFrom(0, job, job.dryRun ?? likeness.dryRun(), undefined);
    for (;;) {
      const stood = likeness.checkpoint(run);
      const done = stood % ENDED;
      // Its end was committed, and not told.
      if (likeness.checkpoint(completed) > times) return await notes.begin(done);
      try {
        const counts = await importFrom(done, job, likeness, { run, base: stood - done });
        const checkpoint = { name: completed, value: times + 1, from: times };
        await likeness.importBatch(task.objectType, [], { check: false, checkpoint }, caller);
        return counts;
      } catch (error) {
        // The process before had committed what it had begun after all: on from there.
        const isFurther = likeness.checkpoint(run) > stood || likeness.checkpoint(completed) > times;
        if (!(error instanceof CheckpointMovedError && isFurther)) throw error;
      }
    }
  } finally {
    await notes.close();
  }
}

/** A batch that may be decided anew until it is committed: then it counts anew, too. */
interface Imported {
  /** Number of its last row. */
  readonly upTo: number;
  counts: Counts;
}

/**
 * A batch is decided while the one before it is on its way to the disk.
 *
 * @param into takes the rows
 * @param saving the checkpoint of the rows that are done, and where it stands without them; absent: nothing is saved
 */
async function importFrom(
  done: number,
  job: FileImport,
  into: DryRun,
  saving: { readonly run: string; readonly base: number } | undefined,
): Promise<Counts> {
  const { task, caller, notes } = job;
  const { objectType, check, duplicateScore, duplicates, writes } = task;
  let last: Imported = { upTo: done, counts: await notes.begin(done) };
  let committing: Promise<void> = Promise.resolve();
  try {
    for await (const batch of job.batches(done)) {
      const { upTo, columns } = batch;
      const before = last;
      const from = before.upTo;
      const own: Imported = { upTo, counts: before.counts };
      const note = async (answers: readonly UpsertDataOutput[]): Promise<void> => {
        const rejects = rejectedOf(batch, answers);
        own.counts = added(before.counts, batch, answers, rejects);
        const counts = saving && own.counts;
        await notes.keep({ from, upTo, columns, rejects, saved: savedOf(batch, answers), counts });
      };
      const decide = (): Promise<unknown> =>
        into.importBatch(
          objectType,
          batch.rows.map(({ values }) => values),
          {
            check,
            writes,
            keepIds: job.keepIds,
            ...(check && duplicates !== undefined && ON_DUPLICATE[duplicates]),
            ...(check && duplicateScore !== undefined && { duplicateScore }),
            ...(saving && {
              checkpoint: { name: saving.run, value: saving.base + upTo, from: saving.base + from },
            }),
            beforeCommit: note,
          },
          caller,
        );
      const earlier = committing;
      committing = decide()
        .catch(async (error: unknown) => {
          if (!(error instanceof BusyError)) throw error;
          await earlier;
          return decide();
        })
        .then(() => {
          const progress = { phase: task.action, done: batch.bytesRead, total: batch.bytesTotal };
          job.tell({ progress, counts: own.counts });
        });
      // It may fail before it is waited for.
      committing.catch(() => undefined);
      last = own;
      // A trial has nothing on its way.
      await (saving === undefined ? committing : earlier);
    }
    await committing;
    return last.counts;
  } finally {
    // Whoever tries again begins where it has ended.
    await committing.catch(() => undefined);
  }
}

/** In the order of the file. */
function rejectedOf({ rows, cells, faulty }: FileBatch, answers: readonly UpsertDataOutput[]): Reject[] {
  const rejects = [...faulty];
  answers.forEach(({ isSuccess, errorMessage }, i) => {
    if (!isSuccess) rejects.push({ row: rows[i]!.number, reason: errorMessage ?? 'not saved', cells: cells[i]! });
  });
  return rejects.sort((a, b) => a.row - b.row);
}

function savedOf({ cells }: FileBatch, answers: readonly UpsertDataOutput[]): SavedRow[] {
  return answers.flatMap(({ isSuccess, isCreated, objectId }, i) =>
    isSuccess && objectId !== null ? [{ id: objectId, isCreated, cells: cells[i]! }] : [],
  );
}

function added(
  counts: Counts,
  { rows, faulty }: FileBatch,
  answers: readonly UpsertDataOutput[],
  rejects: readonly Reject[],
): Counts {
  const saved = answers.filter(({ isSuccess }) => isSuccess);
  const created = saved.filter(({ isCreated }) => isCreated).length;
  return {
    read: counts.read + rows.length + faulty.length,
    created: counts.created + created,
    updated: counts.updated + saved.length - created,
    rejected: counts.rejected + rejects.length,
    reasons: withRejects(counts.reasons, rejects),
  };
}
