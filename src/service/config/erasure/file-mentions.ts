import type { FileMentions } from '../../../files/import/file-messages.js';
import type { MentionedRecord } from '../../../files/read/mentions.js';
import { FileMemory, FileRefused } from '../../import/file-memory.js';
import { inFileProcess } from '../../import/file-process.js';

const SECONDS = 300;

let last: Promise<unknown> = Promise.resolve();

/**
 * Searches a file in a separate process, with the limits of uploaded files. Reads one file at a time.
 * @param fileMemory returns the current limit in bytes
 * @returns the result for an unreadable file if reading takes too much time or memory
 */
export function mentionsIn(
  path: string,
  record: MentionedRecord,
  mostRows: number,
  fileMemory: () => number,
): Promise<FileMentions> {
  const done = last.then(() => read(path, record, mostRows, new FileMemory(fileMemory)));
  last = done.catch(() => undefined);
  return done;
}

async function read(
  path: string,
  { recordId, own, names }: MentionedRecord,
  mostRows: number,
  memory: FileMemory,
): Promise<FileMentions> {
  const task = { kind: 'mentions', path, record: { recordId, own, names }, mostRows } as const;
  const signal = AbortSignal.timeout(SECONDS * 1_000);
  try {
    for await (const message of inFileProcess(task, signal, memory))
      if (message.kind === 'mentions') return message.mentions;
  } catch (error) {
    if (!(error instanceof FileRefused) && !signal.aborted) throw error;
  }
  return { isMentioned: true, rows: [], isCut: false };
}
