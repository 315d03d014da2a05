import type { Caller, Likeness } from '../service/likeness.js';
import { RequestError } from '../contract/request-error.js';
import { LimitedLikeness } from '../service/limited-likeness.js';
import { StoreUnavailableError } from '../store/store-errors.js';
import type { Counts, KeptFile, Task } from './file-job.js';
import type { KeptFiles } from './kept-files.js';
import type { FileMemory } from './file-memory.js';
import { inFileProcess } from './file-process.js';
import { FileRefused } from './file-refused.js';
import { forgetImport, importFile, runOf, wasEnded } from './import-file.js';
import { importKey } from './import-key.js';
import type { FileBatch, FileTask } from '../batch/import/file-messages.js';
import { undoImport, type UndoneImport } from './undo-import.js';
import { throughOutages } from '../work/through-outages.js';

/** Rows decided in one go: other writers wait for them. */
const CHECKED_AT_ONCE = 50;
const SAVED_AT_ONCE = 200;
/** Rows read in one go where nothing is decided. */
const READ_AT_ONCE = 1_000;

export interface Work {
  readonly likeness: Likeness;
  readonly place: KeptFiles;
  readonly configurationFolder?: string | undefined;
  readonly memory: FileMemory;
  readonly signal: AbortSignal;
  /** Milliseconds that work waits for a store, or a part of the index, that is away. */
  readonly patience: number;
  readonly now: () => Date;
}

interface Read {
  readonly path: string;
  readonly config: string | undefined;
}

/** The look of a file. @throws FileRefused for one that cannot be read; why `signal` ended it */
export async function lookInto(
  read: Read,
  as: Pick<FileTask & { kind: 'inspect' }, 'objectType' | 'objects' | 'reading'>,
  signal: AbortSignal,
  memory: FileMemory,
): Promise<KeptFile['inspection']> {
  try {
    for await (const message of inFileProcess({ kind: 'inspect', ...read, ...as }, signal, memory))
      if (message.kind === 'inspected') return message.inspection as KeptFile['inspection'];
    throw new Error('the process that looks into files said nothing');
  } catch (error) {
    if (signal.aborted || error instanceof RequestError || error instanceof FileRefused) throw error;
    throw new FileRefused(`it could not be carried out: ${(error as Error).message}`);
  }
}

/** Does what is asked of a file. @returns what came of it */
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
  const likeness = likenessFor(file, work);
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

const FORGOTTEN =
  'the history does not reach back to the beginning of the import any more: what it changed before stays as it is';

/** Commits that are made for a file are its sender's. */
export function callerOf({ id, clientId, userId }: KeptFile): Caller {
  return { clientId, requestId: id, ...(userId !== null && { userId }) };
}

/** The use cases as far as whoever sent the file may go. */
function likenessFor({ objects }: KeptFile, { likeness }: Pick<Work, 'likeness'>): Likeness {
  return objects === null ? likeness : new LimitedLikeness(likeness, objects);
}

/** Tells why it waits, and how far it was. */
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
  if (file.bulkJob !== null && wasEnded(work.likeness, bulkRun(file.bulkJob))) throw new Error('it was ended for good');
  let { completed } = file;
  const importOnce = (progressed: () => void): Promise<Counts> =>
    importFile({
      likeness: likenessFor(file, work),
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

/** A batch begins, or goes on: until it is taken back, all that is imported of a file is one. */
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
  for await (const message of inFileProcess(read, signal, memory)) if (message.kind === 'batch') yield message.batch;
}

export interface FileRows {
  /** Labels of the columns. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The mark of an import of a file. A bulk job is carried out though another one has sent the same. */
function keyOf({ sha256, bulkJob }: KeptFile, { objectType, mapping, sheet }: Task): string {
  return bulkJob === null ? importKey(sha256, objectType, mapping, sheet) : bulkKey(bulkJob);
}

/** Name of the checkpoint of the import that is asked of a file; `undefined`: none has begun. */
export function runOfFile(file: KeptFile): string | undefined {
  const { task, completed, bulkJob } = file;
  if (bulkJob !== null) return bulkRun(bulkJob);
  return task?.action === 'import' && completed !== null ? runOf(keyOf(file, task), completed) : undefined;
}

/** The mark of the import of a bulk job: there is no other like it. */
const bulkKey = (job: string): string => importKey(job, '', []);

/** Name of the checkpoint of a bulk job, which is carried out once. */
export const bulkRun = (job: string): string => runOf(bulkKey(job), 0);

/** The rows of a file behind the first `done`, as they stand in it; the first piece has none. */
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
  throw new Error('the process that cleans files said nothing');
}

/** Why, for whoever sent the file: not in the words of a database or a file system, which name servers and paths. */
export function reasonOf(error: unknown): string {
  if (error instanceof FileRefused || error instanceof RequestError) return error.message;
  if (error instanceof StoreUnavailableError) return 'the store cannot write at the moment';
  return 'it could not be carried out: the log of the service says why';
}

const readingOf = ({ encoding, delimiter, sheet, header }: Task) => ({ encoding, delimiter, sheet, header });
