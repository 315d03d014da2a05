import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Caller, Likeness } from '../contract/likeness.js';
import { RequestError } from '../contract/request-error.js';
import type { UpsertDataOutput } from '../contract/schemas.js';
import { dryRun } from '../service/dry-run.js';
import { countsSchema, NO_COUNTS, type Counts, type Task } from './file-job.js';
import { inFileProcess } from './file-process.js';
import type { FileBatch } from './messages.js';
import { RejectFile, type Reject } from './reject-file.js';

/** Rows decided in one go: other writers wait for them. */
const CHECKED_AT_ONCE = 50;
const SAVED_AT_ONCE = 200;

export interface FileImport {
  readonly likeness: Pick<Likeness, 'importBatch' | 'checkpoint'>;
  readonly task: Task;
  readonly caller: Caller;
  readonly path: string;
  readonly sha256: string;
  readonly config: string | undefined;
  readonly rejectsPath: string;
  /** Where the counts of an import are kept while it is under way. */
  readonly countsPath: string;
  readonly signal: AbortSignal;
  readonly progress: (counts: Counts, done: number, total: number) => void;
}

/**
 * Saves the rows of a file, or tries to. The rows of a batch, and how far the import has come, are one transaction;
 * what it rejects and its counts are written before. So an import that was interrupted, at any moment, goes on where
 * it stopped, and neither loses nor doubles a row or a line.
 */
export async function importFile(job: FileImport): Promise<Counts> {
  const { likeness, task, caller, signal } = job;
  const isTrial = task.action === 'dryRun';
  const completed = `import:${keyOf(job)}`;
  const times = likeness.checkpoint(completed);
  if (times > 0 && !task.again && !isTrial)
    throw new RequestError(
      409,
      'DUPLICATE_REQUEST',
      'this file has been imported already with this object and mapping; send `again` to import it once more',
    );
  const run = `${completed}:${times + 1}`;
  const done = isTrial ? 0 : likeness.checkpoint(run);
  let counts = isTrial ? NO_COUNTS : await countsAt(job.countsPath, done);
  let columns: readonly string[] = [];
  const rejects = await RejectFile.open(job.rejectsPath, done, () => columns);
  const { objectType, mapping, check, duplicateScore } = task;
  const batchSize = check ? CHECKED_AT_ONCE : SAVED_AT_ONCE;
  const read = { kind: 'read', path: job.path, config: job.config, objectType, mapping, done, batchSize } as const;
  const save = (batch: FileBatch, beforeCommit: (answers: readonly UpsertDataOutput[]) => Promise<void>) =>
    likeness.importBatch(
      objectType,
      batch.rows.map(({ values }) => values),
      {
        check,
        ...(check && duplicateScore !== undefined && { duplicateScore }),
        ...(!isTrial && { checkpoint: { name: run, value: batch.upTo } }),
        beforeCommit,
      },
      caller,
    );
  try {
    for await (const message of inFileProcess(read, signal)) {
      if (message.kind !== 'batch') continue;
      const { batch } = message;
      columns = batch.columns;
      const note = async (answers: readonly UpsertDataOutput[]): Promise<Counts> => {
        const rejected = rejectedOf(batch, answers);
        await rejects.append(rejected);
        return added(counts, batch, answers, rejected.length);
      };
      if (isTrial)
        counts = await note(
          await dryRun<readonly UpsertDataOutput[]>((inVain) =>
            save(batch, (answers) => Promise.resolve().then(() => inVain(answers))),
          ),
        );
      else {
        let next = counts;
        await save(batch, async (answers) => {
          next = await note(answers);
          await writeCounts(job.countsPath, { done: batch.upTo, counts: next, before: { done: counts.read, counts } });
        });
        counts = next;
      }
      job.progress(counts, batch.bytesRead, batch.bytesTotal);
    }
  } finally {
    await rejects.close();
  }
  if (!isTrial) {
    const checkpoint = { name: completed, value: times + 1 };
    await likeness.importBatch(objectType, [], { check: false, checkpoint }, caller);
    await rm(job.countsPath, { force: true });
  }
  return counts;
}

/** What makes two imports the same one, as on the command line: content, object and mapping; not the name. */
function keyOf({ sha256, task: { objectType, mapping } }: FileImport): string {
  const fields = mapping.map(({ field, positions }) => [positions.join('+'), field.toLowerCase()]).sort();
  return createHash('sha256')
    .update(JSON.stringify([sha256, objectType, fields]))
    .digest('hex')
    .slice(0, 32);
}

/** In the order of the file. */
function rejectedOf({ rows, cells, faulty }: FileBatch, answers: readonly UpsertDataOutput[]): Reject[] {
  const rejects = [...faulty];
  answers.forEach(({ isSuccess, errorMessage }, i) => {
    if (!isSuccess) rejects.push({ row: rows[i]!.number, reason: errorMessage ?? 'not saved', cells: cells[i]! });
  });
  return rejects.sort((a, b) => a.row - b.row);
}

function added(
  counts: Counts,
  { rows, faulty }: FileBatch,
  answers: readonly UpsertDataOutput[],
  rejected: number,
): Counts {
  const saved = answers.filter(({ isSuccess }) => isSuccess);
  const created = saved.filter(({ isCreated }) => isCreated).length;
  return {
    read: counts.read + rows.length + faulty.length,
    created: counts.created + created,
    updated: counts.updated + saved.length - created,
    rejected: counts.rejected + rejected,
  };
}

interface CountsFile {
  readonly done: number;
  readonly counts: Counts;
  /** Of the batch before: this one may not have been committed. */
  readonly before: { readonly done: number; readonly counts: Counts };
}

async function writeCounts(path: string, content: CountsFile): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(content), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** The counts when so many rows were done; without the file they begin there. */
async function countsAt(path: string, done: number): Promise<Counts> {
  if (done === 0) return NO_COUNTS;
  try {
    const read = JSON.parse(await readFile(path, 'utf8')) as CountsFile;
    const { counts } = read.done === done ? read : read.before;
    return countsSchema.parse(counts);
  } catch {
    return { ...NO_COUNTS, read: done };
  }
}
