import type { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { complaintOf } from '../../runtime/complaint.js';
import { startProcess } from '../../runtime/entry-points.js';
import { type FileMemory, FileRefused } from './file-memory.js';
import type { FileTask, FromFileProcess, ToFileProcess } from '../../files/import/file-messages.js';

const KINDS: ReadonlySet<unknown> = new Set<FromFileProcess['kind']>([
  ...(['inspected', 'refused', 'batch', 'end', 'progress', 'cleaned', 'mentions'] as const),
]);

/** After a file of up to this many bytes, a process is reused, because little of the file can remain in memory. */
const SMALL = 1_000_000;
/** Milliseconds that an idle process waits for another file. */
const IDLE = 10_000;

interface Reader {
  readonly child: ChildProcess;
  readonly megabytes: number;
  readonly complaint: () => string;
}

/** An idle process that has read a small file. Starting a process takes longer than reading such a file. */
let idle: (Reader & { readonly forget: () => void; readonly end: () => void }) | undefined;

function startReader({ megabytes }: FileMemory): Reader {
  if (idle?.megabytes !== megabytes) {
    idle?.end();
    const child = startProcess('readFile', megabytes);
    // While a file is read, the reading code handles errors. Between files, nothing else would.
    child.on('error', () => undefined);
    return { child, megabytes, complaint: complaintOf(child) };
  }
  const reader = idle;
  idle = undefined;
  reader.forget();
  return reader;
}

/** Keeps a process for the next file. Neither the process nor its pipes keep the service alive. */
function keepReader(reader: Reader): void {
  const { child } = reader;
  const pipes = [child, child.channel, child.stderr as Socket | null];
  for (const each of pipes) each?.unref();
  const end = (): void => {
    forget();
    if (idle?.child === child) idle = undefined;
    child.kill('SIGKILL');
  };
  child.once('exit', end);
  const timer = setTimeout(end, IDLE).unref();
  const forget = (): void => {
    clearTimeout(timer);
    child.off('exit', end);
    for (const each of pipes) each?.ref();
  };
  idle = { ...reader, forget, end };
}

const isSmall = ({ path }: FileTask): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? SMALL) < SMALL;

/**
 * Reads a file in another process, because a hostile file may take any amount of memory and time. The process has none
 * of the service's environment variables, and reads one file at a time. Leaving the loop stops it, or keeps it for the
 * next small file.
 * @param signal stops the process
 * @returns the process's messages
 * @throws FileRefused; Error if the process fails
 */
export async function* inFileProcess(
  task: FileTask,
  signal: AbortSignal,
  memory: FileMemory,
): AsyncGenerator<FromFileProcess> {
  signal.throwIfAborted();
  const reader = startReader(memory);
  const { child: process, complaint } = reader;
  const said: FromFileProcess[] = [];
  let failure: Error | undefined;
  let isRead = false;
  let wake = (): void => undefined;
  const hear = (message: FromFileProcess): void => {
    // Ignores messages of a TypeScript loader.
    if (!KINDS.has(message.kind)) return;
    said.push(message);
    wake();
  };
  process.on('message', hear);
  const fail = (error: Error): void => {
    failure ??= error;
    wake();
  };
  const end = (reason: Error): void => {
    fail(reason);
    process.kill('SIGKILL');
  };
  let hasEnded = (): void => undefined;
  const ended = new Promise<void>((resolve) => (hasEnded = resolve));
  // The process could not be started, or accepts no more messages.
  const broke = (error: Error): void => {
    fail(error);
    if (process.pid === undefined) hasEnded();
  };
  const exited = (code: number | null, killedBy: string | null): void => {
    fail(
      complaint().includes('heap out of memory')
        ? memory.refusal()
        : new Error(`the process that read the file exited with ${killedBy ?? code}`),
    );
    hasEnded();
  };
  process.on('error', broke);
  process.once('exit', exited);
  const unwatch = memory.watch({ pid: process.pid ?? 0, isFirstLook: task.kind === 'inspect', end });
  const abort = (): void => end(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  const send = (message: ToFileProcess): void => void process.send(message, () => undefined);
  try {
    send({ kind: 'task', task: { ...task, maxUnpacked: memory.bytes } });
    for (;;) {
      const message = said.shift();
      if (message === undefined) {
        if (failure !== undefined) throw failure;
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      if (message.kind === 'refused') throw new FileRefused(message.reason);
      if (signal.aborted) throw signal.reason as Error;
      isRead = message.kind === 'inspected' || message.kind === 'end' || message.kind === 'mentions';
      yield message;
      if (message.kind === 'batch') send({ kind: 'next' });
      else if (message.kind !== 'progress') return;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    if (isRead && failure === undefined && idle === undefined && isSmall(task)) {
      process.off('message', hear).off('error', broke).off('exit', exited);
      keepReader(reader);
    } else {
      process.kill('SIGKILL');
      await ended;
    }
    unwatch();
  }
}
