import type { Likeness } from '../likeness.js';
import type { Caller } from '../caller.js';
import { RequestError } from '../../records/contract/request-error.js';
import { limitedLikeness } from '../limited-likeness.js';
import { StoreUnavailableError } from '../../store/store-errors.js';
import type { Counts, KeptFile, Task } from './file-job.js';
import type { KeptFiles } from './kept-files.js';
import { type FileMemory, FileRefused } from './file-memory.js';
import { inFileProcess } from './file-process.js';
import { forgetImport, importFile, importKey, runOf, wasEnded } from './import-file.js';
import type { FileBatch, FileTask } from '../../files/import/file-messages.js';
import { undoImport, type UndoneImport } from './undo-import.js';
import type { AskRights } from '../work/queue.js';
import { throughOutages } from '../work/through-outages.js';

/** Number of rows decided in one step. Other writers wait during a step. */
const CHECKED_AT_ONCE = 50;
const SAVED_AT_ONCE = 200;
const READ_AT_ONCE = 1_000;

export interface Work {
  readonly likeness: Likeness;
  readonly place: KeptFiles;
  readonly configurationFolder?: string | undefined;
  readonly memory: FileMemory;
  readonly signal: AbortSignal;
  readonly askRights: AskRights;
  /** Milliseconds to wait while the store is unavailable. */
  readonly patience: number;
  readonly now: () => Date;
}

interface Read {
  readonly path: string;
  readonly config: string | undefined;
}

/** Inspects a file. @throws FileRefused if the file is unreadable; the signal's reason */
export async function lookInto(
  read: Read,
  as: Pick<FileTask & { kind: 'inspect' }, 'objectType' | 'objects' | 'reading'>,
  signal: AbortSignal,
  memory: FileMemory,
): Promise<KeptFile['inspection']> {
  try {
    for await (const message of inFileProcess({ kind: 'inspect', ...read, ...as }, signal, memory))
      if (message.kind === 'inspected') return message.inspection;
    throw new Error('the file inspection process ended without a result');
  } catch (error) {
    if (signal.aborted || error instanceof RequestError || error instanceof FileRefused) throw error;
    throw new FileRefused(`the work failed: ${(error as Error).message}`);
  }
}

/** Carries out the file's task. @returns the changes to the stored file */
export async function workOn(file: KeptFile, work: Work): Promise<Partial<KeptFile>> {
  if (file.task!.action === 'undo') return undoOne(file, work);
  const { place } = work;
  const input = await throughOutages(() => place.input(file), { ...work, waits: waitsFor(file, place) });
  try {
    const read = { path: input.path, config: work.configurationFolder };
    return await (file.task!.action === 'clean' ? cleanOne(file, read, work) : importOne(file, read, work));
  } finally {
    await input.release();
  }
}

async function undoOne(file: KeptFile, work: Work): Promise<Partial<KeptFile>> {
  const { place, signal } = work;
  const { id } = file;
  const likeness = likenessFor(work);
  const undo = async (progressed: () => void): Promise<UndoneImport> => {
    const outcome = await undoImport(file, {
      likeness,
      caller: { ...callerOf(file), requestId: `${id} undo` },
      left: await place.leftOf(id),
      condition: place.queue.conditionOf(id),
      signal,
      tell: (told) => {
        progressed();
        place.queue.tell(id, told);
      },
    });
    for (const key of file.importKeys) await forgetImport(likeness, file.imported!.objectType, key, callerOf(file));
    return outcome;
  };
  const { undone, left, isForgotten } = await throughOutages(undo, { ...work, waits: waitsFor(file, place) });
  const imported = { ...file.imported!, undo: { time: work.now().toISOString(), undone, left } };
  return { imported, counts: imported.counts, reason: isForgotten ? FORGOTTEN : null };
}

const FORGOTTEN = 'the history no longer includes the start of the import: its first changes cannot be undone';

/** Returns the file's sender, who is the author of its changes. */
export function callerOf({ id, clientId, userId }: KeptFile): Caller {
  return { clientId, requestId: id, ...(userId !== null && { userId }) };
}

type Used = Pick<Likeness, 'importBatch' | 'checkpoint' | 'dryRun' | 'undoAll' | 'changesOf' | 'events'>;

/** Returns the service with the sender's rights, which are checked before each change. */
function likenessFor({ likeness, askRights }: Pick<Work, 'likeness' | 'askRights'>): Used {
  let known: { readonly objects: string; readonly likeness: Likeness } | undefined;
  const now = (): Likeness => {
    const objects = askRights();
    if (objects === null) return likeness;
    const names = objects.join();
    if (known?.objects !== names) known = { objects: names, likeness: limitedLikeness(likeness, objects) };
    return known.likeness;
  };
  return {
    importBatch: async (...batch) => now().importBatch(...batch),
    undoAll: async (...changes) => now().undoAll(...changes),
    checkpoint: (name) => likeness.checkpoint(name),
    dryRun: () => now().dryRun(),
    changesOf: (...asked) => now().changesOf(...asked),
    events: likeness.events,
  };
}

/** Returns a function that shows, in the file's progress, why the work waits. */
function waitsFor({ id }: KeptFile, { queue }: KeptFiles): (error: Error) => void {
  return (error) => {
    const told = queue.told(id);
    const progress = { done: 0, total: 0, ...told?.progress, phase: 'waiting' };
    queue.tell(id, { ...told, progress, waitsFor: reasonOf(error) });
  };
}

async function importOne(file: KeptFile, read: Read, work: Work): Promise<Partial<KeptFile>> {
  const { place } = work;
  const { id } = file;
  const task = file.task!;
  const { objectType, mapping } = task;
  const reading = readingOf(task);
  const isChecked = task.writes === undefined ? task.check : task.writes.refusesDuplicates;
  const batchSize = isChecked ? CHECKED_AT_ONCE : SAVED_AT_ONCE;
  const isExact = file.bulkJob !== null;
  const key = keyOf(file, task);
  if (file.bulkJob !== null && wasEnded(work.likeness, bulkRun(file.bulkJob.id)))
    throw new Error('it was ended and cannot be continued');
  let { completed } = file;
  const importOnce = (progressed: () => void): Promise<Counts> =>
    importFile({
      likeness: likenessFor(work),
      task,
      caller: callerOf(file),
      key,
      batches: (done) =>
        batchesOf({ kind: 'read', ...read, objectType, mapping, reading, done, batchSize, isExact }, work),
      completed,
      begun: async (times) => {
        const begun = (now: KeptFile) =>
          now.status === 'running' ? { ...now, ...batchBegun(now, key, work), completed: times } : undefined;
        if ((await place.queue.change(id, begun, 'worker')) === undefined) throw new Error('it was cancelled');
        completed = times;
      },
      notes: place.notes(file),
      tell: (told) => {
        progressed();
        place.queue.tell(id, told);
      },
    });
  const patient = { ...work, waits: waitsFor(file, place) };
  const counts = await throughOutages(importOnce, patient);
  if (task.action !== 'import') return { counts };
  const imported = (await throughOutages(() => place.queue.get(id), patient))?.item.imported ?? null;
  return { counts, imported: imported && { ...imported, counts, ended: work.now().toISOString() } };
}

/** Starts or continues a batch. All imports of a file are one batch until they are undone. */
function batchBegun(
  file: KeptFile,
  key: string,
  { likeness, now }: Work,
): Pick<KeptFile, 'imported' | 'after' | 'importKeys'> {
  const { imported, after, importKeys } = file;
  const begun = {
    objectType: file.task!.objectType,
    began: now().toISOString(),
    ended: null,
    counts: null,
    undo: null,
  };
  if (imported === null || imported.undo !== null)
    return { imported: begun, after: likeness.events.latest.change, importKeys: [key] };
  return { imported: { ...begun, began: imported.began }, after, importKeys: [...new Set([...importKeys, key])] };
}

async function* batchesOf(
  read: FileTask & { kind: 'read' },
  { signal, memory }: Pick<Work, 'signal' | 'memory'>,
): AsyncGenerator<FileBatch> {
  for await (const message of inFileProcess(read, signal, memory)) {
    signal.throwIfAborted();
    if (message.kind === 'batch') yield message.batch;
  }
}

export interface FileRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns the key of a file's import. A bulk job is run even if another job sent the same content. */
function keyOf({ sha256, bulkJob }: KeptFile, { objectType, mapping, sheet }: Task): string {
  return bulkJob === null ? importKey(sha256, objectType, mapping, sheet) : bulkKey(bulkJob.id);
}

/** Returns the name of the checkpoint of a file's import, or `undefined` if none has begun. */
export function runOfFile(file: KeptFile): string | undefined {
  const { task, completed, bulkJob } = file;
  if (bulkJob !== null) return bulkRun(bulkJob.id);
  return task?.action === 'import' && completed !== null ? runOf(keyOf(file, task), completed) : undefined;
}

const bulkKey = (id: string): string => importKey(id, '', []);

/** Returns the name of a bulk job's checkpoint. The job is run once. @param id Id of the job */
export const bulkRun = (id: string): string => runOf(bulkKey(id), 0);

/** Yields the rows of a file after the first `done`, unchanged. The first chunk has only the columns. */
export async function* rowsFrom(
  file: KeptFile,
  done: number,
  { place, config, memory, signal }: Pick<Work, 'place' | 'memory' | 'signal'> & Pick<Read, 'config'>,
): AsyncGenerator<FileRows> {
  const { inspection } = file;
  yield { columns: inspection!.columns.map(({ label }) => label), rows: [] };
  if (file.status === 'completed') return;
  const input = await place.input(file);
  try {
    const { objectType, said } = inspection!;
    const read = { path: input.path, config, objectType, mapping: [], reading: said, done };
    const asked = { kind: 'read', ...read, batchSize: READ_AT_ONCE, isExact: true } as const;
    for await (const { columns, rows, cells, faulty } of batchesOf(asked, { memory, signal })) {
      const sound = rows.map(({ number }, i) => ({ row: number, cells: cells[i]! }));
      const inOrder = [...sound, ...faulty].sort((one, other) => one.row - other.row);
      yield { columns, rows: inOrder.map((row) => row.cells) };
    }
  } finally {
    await input.release();
  }
}

async function cleanOne(file: KeptFile, read: Read, work: Work): Promise<Partial<KeptFile>> {
  const { place, signal, memory } = work;
  const { id } = file;
  const { objectType, mapping } = file.task!;
  const patient = { ...work, waits: waitsFor(file, place) };
  const out = await throughOutages(() => place.newResults(id), patient);
  const task = { kind: 'clean', ...read, objectType, mapping, reading: readingOf(file.task!), out } as const;
  for await (const message of inFileProcess(task, signal, memory)) {
    if (message.kind === 'progress') place.queue.tell(id, { progress: message });
    else if (message.kind === 'cleaned') {
      await throughOutages(() => place.keepResults(id), patient);
      return { cleaned: message.cleaned };
    }
  }
  throw new Error('the file cleaning process ended without a result');
}

/** Returns the reason for the sender. Hides messages of databases and file systems, which name servers and paths. */
export function reasonOf(error: unknown): string {
  if (error instanceof FileRefused || error instanceof RequestError) return error.message;
  if (error instanceof StoreUnavailableError) return 'the store cannot write';
  return 'it failed; the reason is in the service log';
}

const readingOf = ({ encoding, delimiter, sheet, header, dateOrder }: Task) => ({
  ...{ encoding, delimiter, sheet, header, dateOrder },
});
