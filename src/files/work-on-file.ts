import type { Likeness } from '../contract/likeness.js';
import { RequestError } from '../contract/request-error.js';
import { LimitedLikeness } from '../service/limited-likeness.js';
import { REJECTS, type Counts, type KeptFile, type ShownFile } from './file-job.js';
import type { FileFolder } from './file-folder.js';
import { FileRefused, inFileProcess } from './file-process.js';
import { importFile } from './import-file.js';

interface Work {
  readonly likeness: Likeness;
  readonly folder: FileFolder;
  readonly configurationFolder?: string | undefined;
  readonly signal: AbortSignal;
}

/** What a file looks like. @throws RequestError 400 for one that cannot be read */
export async function lookInto(
  file: KeptFile,
  objectType: string | undefined,
  work: Work,
): Promise<KeptFile['inspection']> {
  try {
    for await (const message of inFileProcess({ kind: 'inspect', ...placeOf(file, work), objectType }, work.signal))
      if (message.kind === 'inspected') return message.inspection as KeptFile['inspection'];
    throw new Error('the process that looks into files said nothing');
  } catch (error) {
    throw new RequestError(400, 'INVALID_FILE', reasonOf(error), ['name']);
  }
}

type Told = (progress: NonNullable<ShownFile['progress']>, counts?: Counts) => void;

/** Does what is asked of a file. @returns what came of it */
export function workOn(file: KeptFile, work: Work & { readonly progress: Told }): Promise<Partial<KeptFile>> {
  return file.task!.action === 'clean' ? cleanOne(file, work) : importOne(file, work);
}

async function importOne(file: KeptFile, work: Work & { readonly progress: Told }): Promise<Partial<KeptFile>> {
  const { likeness, folder, signal, progress } = work;
  const { id, clientId, userId, objects, sha256 } = file;
  const task = file.task!;
  const counts = await importFile({
    ...placeOf(file, work),
    likeness: objects === null ? likeness : new LimitedLikeness(likeness, objects),
    task,
    caller: { clientId, requestId: id, ...(userId !== null && { userId }) },
    sha256,
    rejectsPath: folder.pathOf(id, REJECTS),
    countsPath: folder.pathOf(id, 'counts.json'),
    signal,
    progress: (counted, done, total) => progress({ phase: task.action, done, total }, counted),
  });
  return { counts };
}

async function cleanOne(file: KeptFile, work: Work & { readonly progress: Told }): Promise<Partial<KeptFile>> {
  const { objectType, mapping } = file.task!;
  const out = await work.folder.emptyFolder(file.id, 'clean');
  const task = { kind: 'clean', ...placeOf(file, work), objectType, mapping, out } as const;
  for await (const message of inFileProcess(task, work.signal)) {
    if (message.kind === 'progress') work.progress(message);
    else if (message.kind === 'cleaned') return { cleaned: message.cleaned };
  }
  throw new Error('the process that cleans files said nothing');
}

function placeOf({ id, extension }: KeptFile, { folder, configurationFolder }: Work) {
  return { path: folder.pathOf(id, `input${extension}`), config: configurationFolder };
}

/** Where a result stands in the folder of its file. */
export function resultPath(name: string): string {
  return name === REJECTS ? name : `clean/${name}`;
}

export function reasonOf(error: unknown): string {
  if (error instanceof FileRefused || error instanceof RequestError) return error.message;
  return `it could not be carried out: ${(error as Error).message}`;
}
