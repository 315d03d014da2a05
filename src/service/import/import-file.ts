import { createHash } from 'node:crypto';
import type { ColumnMapping, FileBatch, Reject } from '../../files/import/file-messages.js';
import { CheckpointMovedError } from '../../records/contract/checkpoint-moved.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { UpsertDataOutput } from '../../records/contract/schemas.js';
import { BusyError } from '../../store/transactions/busy-error.js';
import type { Caller } from '../caller.js';
import type { DryRun, KeptIds, Likeness } from '../likeness.js';
import type { Counts, Task, TriedRows } from './file-job.js';
import type { ImportNotes } from './import-notes.js';
import type { Told } from './kept-files.js';
import { withRejects } from './reject-reasons.js';
import type { SavedRow } from './result-forms.js';

/**
 * Identifies an import on every node: by the file's content, the object, the columns of each field, and the sheet if
 * the request names one. The file's name does not matter, because importing a copy is the same import.
 * @param sha256 SHA-256 of the content, in hexadecimal
 * @returns 32 hexadecimal digits
 */
export function importKey(
  sha256: string,
  objectType: string,
  mapping: readonly ColumnMapping[],
  sheet?: string,
): string {
  const fields = mapping
    .map(({ field, positions, part }) => [positions.join('+'), field.toLowerCase(), ...(part ? [part] : [])])
    .sort();
  return createHash('sha256')
    .update(JSON.stringify([sha256, objectType, fields, ...(sheet === undefined ? [] : [sheet])]))
    .digest('hex')
    .slice(0, 32);
}

export interface FileImport {
  readonly likeness: Pick<Likeness, 'importBatch' | 'checkpoint' | 'dryRun'>;
  readonly task: Pick<Task, 'action' | 'objectType' | 'check' | 'duplicateScore' | 'duplicates' | 'again' | 'writes'>;
  readonly caller: Caller;
  readonly key: string;
  /** The overlay of a dry run of several files. Default: the dry run has its own overlay. */
  readonly dryRun?: DryRun | undefined;
  /** If absent, rows with unknown Ids are rejected. */
  readonly keepIds?: KeptIds | undefined;
  /** Yields the rows of the file after the first `done`. */
  readonly batches: (done: number) => AsyncIterable<FileBatch>;
  /** The number of times that the same import had been completed when this one began. `null` if it begins now. */
  readonly completed: number | null;
  readonly begun: (completed: number) => Promise<void>;
  readonly notes: ImportNotes;
  readonly tell: (told: Told) => void;
}

const ON_DUPLICATE = {
  update: { onDuplicate: 'overwrite' },
  fillBlanks: { onDuplicate: 'fillBlanks' },
  review: { reportsDuplicates: true },
} as const;

/** Returns the name of the checkpoint with a run's completed rows. @param times earlier completed runs of the import */
export const runOf = (key: string, times: number): string => `import:${key}:${times + 1}`;

/** Returns the name of the counter of completed imports, even if they were undone. */
const completedOf = (key: string): string => `import:${key}`;
const undoneOf = (key: string): string => `import:${key}:undone`;

/** Greater than the number of rows in any file. Ending a run adds this number to its checkpoint. */
const ENDED = 2 ** 40;

/** Returns the number of rows that a run has completed, including rejected rows. */
export const rowsDone = (likeness: Pick<Likeness, 'checkpoint'>, run: string): number =>
  likeness.checkpoint(run) % ENDED;

export const wasEnded = (likeness: Pick<Likeness, 'checkpoint'>, run: string): boolean =>
  likeness.checkpoint(run) >= ENDED;

/**
 * Ends a run. From then on, no batch of the run is committed, not even a batch being saved, because every batch expects
 * the old checkpoint. If the run is resumed, it starts from the new checkpoint.
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

/** Lets the same import start again after its rows were undone. An interrupted import counts as completed. */
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
 * Imports the rows of a file, or does a dry run, for commands and for uploaded files. The rows of a batch and the
 * import's progress are one transaction. The transaction fails if another process has made more progress. Rejected rows
 * and counts are stored before the transaction. Therefore an import can be interrupted at any moment and resumed,
 * without a missing or repeated row or line.
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
          ? 'a repeated import of this file was interrupted; `again` (`--again` on the command line) continues it'
          : 'this file was already imported with this object and mapping; `again` (`--again` on the command line) imports it again',
      );
    await job.begun(times);
  }
  const run = runOf(job.key, times);
  try {
    if (isTrial) return await importFrom(0, job, job.dryRun ?? likeness.dryRun(), undefined);
    for (;;) {
      const stood = likeness.checkpoint(run);
      const done = stood % ENDED;
      // The end of the import was committed but not reported.
      if (likeness.checkpoint(completed) > times) return await notes.begin(done);
      try {
        const counts = await importFrom(done, job, likeness, { run, base: stood - done });
        const checkpoint = { name: completed, value: times + 1, from: times };
        await likeness.importBatch(task.objectType, [], { check: false, checkpoint }, caller);
        return counts;
      } catch (error) {
        // The earlier process has committed its batch, so the import continues after it.
        const isFurther = likeness.checkpoint(run) > stood || likeness.checkpoint(completed) > times;
        if (!(error instanceof CheckpointMovedError && isFurther)) throw error;
      }
    }
  } finally {
    await notes.close();
  }
}

/** A batch. Until a batch is committed, it may be repeated and counted again. */
interface Imported {
  readonly upTo: number;
  counts: Counts;
}

/**
 * Decides each batch while the previous one is being committed.
 * @param into receives the rows
 * @param saving the checkpoint of the completed rows, and its expected value; if absent, no row is saved
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
  const tried = saving === undefined ? new TriedOutcomes() : undefined;
  try {
    for await (const batch of job.batches(done)) {
      const { upTo, columns } = batch;
      const before = last;
      const from = before.upTo;
      const own: Imported = { upTo, counts: before.counts };
      const note = async (answers: readonly UpsertDataOutput[]): Promise<void> => {
        const rejects = rejectedOf(batch, answers);
        own.counts = added(before.counts, batch, answers, rejects);
        tried?.add(batch, answers);
        if (tried) own.counts = { ...own.counts, tried: tried.shown };
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
      // Prevent an unhandled rejection, because the commit may fail before it is awaited.
      committing.catch(() => undefined);
      last = own;
      // A dry run has nothing to commit, so it awaits each batch.
      await (saving === undefined ? committing : earlier);
    }
    await committing;
    return last.counts;
  } finally {
    // A new attempt must not begin before the last commit has ended.
    await committing.catch(() => undefined);
  }
}

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

/** Maximum number of rows shown per outcome. */
const MOST_SHOWN = 10;
const MOST_VALUES = 4;
const LONGEST_VALUE = 80;

type TriedRow = TriedRows['examples'][number];

/** Groups the rows of a dry run by outcome. A row that would be created may be the match of a later row. */
class TriedOutcomes {
  readonly #rows = new Map<TriedRows['outcome'], { rows: number; readonly examples: TriedRow[] }>();
  readonly #created = new Map<string, number>();

  add({ rows }: FileBatch, answers: readonly UpsertDataOutput[]): void {
    answers.forEach(({ isSuccess, isCreated, objectId, decision }, i) => {
      if (!isSuccess) return;
      const { number: row, values } = rows[i]!;
      const found = isCreated ? decision?.recordId : (objectId ?? undefined);
      const outcome = !isCreated ? 'updated' : found === undefined ? 'created' : 'possible';
      const known = this.#rows.get(outcome) ?? { rows: 0, examples: [] };
      this.#rows.set(outcome, known);
      known.rows += 1;
      if (known.examples.length < MOST_SHOWN) {
        const earlier = found === undefined ? undefined : this.#created.get(found);
        const match = earlier === undefined ? { recordId: found } : { earlierRow: earlier };
        known.examples.push({ row, values: shortly(values), ...match, score: decision?.score });
      }
      if (isCreated && objectId !== null) this.#created.set(objectId, row);
    });
  }

  get shown(): readonly TriedRows[] {
    return [...this.#rows].map(([outcome, { rows, examples }]) => ({ outcome, rows, examples: [...examples] }));
  }
}

function shortly(values: FileBatch['rows'][number]['values']): string[] {
  const filled = Object.values(values).flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
  );
  return filled
    .filter((value) => value !== '')
    .slice(0, MOST_VALUES)
    .map((value) => value.slice(0, LONGEST_VALUE));
}
