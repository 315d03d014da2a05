import type { Likeness } from '../service/likeness.js';
import { RequestError } from '../contract/request-error.js';
import { LimitedLikeness } from '../service/limited-likeness.js';
import { StoreUnavailableError } from '../store/store-errors.js';
import type { Counts, KeptFile, Task } from './file-job.js';
import type { KeptFiles, Told } from './kept-files.js';
import type { FileMemory } from './file-memory.js';
import { inFileProcess } from './file-process.js';
import { FileRefused } from './file-refused.js';
import { importFile } from './import-file.js';
import { importKey } from './import-key.js';
import type { FileBatch, FileTask } from '../batch/import/file-messages.js';
import { throughOutages } from './through-outages.js';

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
  const input = await work.place.input(file);
  try {
    const read = { path: input.path, config: work.configurationFolder };
    return await (file.task!.action === 'clean' ? cleanOne(file, read, work) : importOne(file, read, work));
  } finally {
    await input.release();
  }
}

async function importOne(file: KeptFile, read: Read, work: Work): Promise<Partial<KeptFile>> {
  const { likeness, place } = work;
  const { id, clientId, userId, objects, sha256 } = file;
  const task = file.task!;
  const { objectType, mapping } = task;
  const reading = readingOf(task);
  const isChecked = task.writes === undefined ? task.check : task.writes.refusesDuplicates;
  const batchSize = isChecked ? CHECKED_AT_ONCE : SAVED_AT_ONCE;
  const isExact = file.bulkJob !== null;
  let last: Told = { progress: { phase: task.action, done: 0, total: 0 } };
  let { completed } = file;
  const importOnce = (progressed: () => void): Promise<Counts> =>
    importFile({
      likeness: objects === null ? likeness : new LimitedLikeness(likeness, objects),
      task,
      caller: { clientId, requestId: id, ...(userId !== null && { userId }) },
      // A bulk job is carried out though another one has sent the same.
      key: file.bulkJob === null ? importKey(sha256, objectType, mapping, task.sheet) : bulkKey(file.bulkJob),
      batches: (done) =>
        batchesOf({ kind: 'read', ...read, objectType, mapping, reading, done, batchSize, isExact }, work),
      completed,
      begun: async (times) => {
        const begun = (now: KeptFile) => (now.status === 'running' ? { ...now, completed: times } : undefined);
        if ((await place.queue.change(id, begun, 'worker')) === undefined) throw new Error('it was cancelled');
        completed = times;
      },
      notes: place.notes(file),
      tell: (told) => {
        progressed();
        place.queue.tell(id, (last = told));
      },
    });
  const waits = (error: Error): void =>
    place.queue.tell(id, { ...last, progress: { ...last.progress, phase: 'waiting' }, waitsFor: reasonOf(error) });
  return { counts: await throughOutages(importOnce, { ...work, waits }) };
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

/** The mark of the import of a bulk job: there is no other like it. */
export const bulkKey = (job: string): string => importKey(job, '', []);

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
  const out = await place.newResults(id);
  const task = { kind: 'clean', ...read, objectType, mapping, reading: readingOf(file.task!), out } as const;
  for await (const message of inFileProcess(task, signal, memory)) {
    if (message.kind === 'progress') place.queue.tell(id, { progress: message });
    else if (message.kind === 'cleaned') {
      await place.keepResults(id);
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
