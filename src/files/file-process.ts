import { complaintOf } from '../runtime/complaint.js';
import { startProcess } from '../runtime/entry-points.js';
import type { FileMemory } from './file-memory.js';
import { FileRefused } from './file-refused.js';
import type { FileTask, FromFileProcess, ToFileProcess } from '../batch/import/file-messages.js';

const KINDS: ReadonlySet<unknown> = new Set<FromFileProcess['kind']>([
  ...(['inspected', 'refused', 'batch', 'end', 'progress', 'cleaned'] as const),
]);

/**
 * Reads a file in a process of its own: it may be hostile, and takes what memory and time it takes. The process knows
 * nothing of the service's environment.
 *
 * @param signal ends the process
 * @returns what the process says; leaving the loop ends it, and is done when it has ended
 * @throws FileRefused; Error where the process fails
 */
export async function* inFileProcess(
  task: FileTask,
  signal: AbortSignal,
  memory: FileMemory,
): AsyncGenerator<FromFileProcess> {
  signal.throwIfAborted();
  const process = startProcess('readFile', memory.megabytes);
  const said: FromFileProcess[] = [];
  const complaint = complaintOf(process);
  let failure: Error | undefined;
  let wake = (): void => undefined;
  process.on('message', (message: FromFileProcess) => {
    // A loader of TypeScript tells its own, of the files that it loads.
    if (!KINDS.has(message.kind)) return;
    said.push(message);
    wake();
  });
  const fail = (error: Error): void => {
    failure ??= error;
    wake();
  };
  const end = (reason: Error): void => {
    fail(reason);
    process.kill('SIGKILL');
  };
  const ended = new Promise<void>((resolve) => {
    // Never begun, or not to be told anything any more.
    process.on('error', (error) => {
      fail(error);
      if (process.pid === undefined) resolve();
    });
    process.once('exit', (code, killedBy) => {
      fail(
        complaint().includes('heap out of memory')
          ? memory.refusal()
          : new Error(`the process that read the file ended with ${killedBy ?? code}`),
      );
      resolve();
    });
  });
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
      yield message;
      if (message.kind === 'batch') send({ kind: 'next' });
      else if (message.kind !== 'progress') return;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    process.kill('SIGKILL');
    await ended;
    unwatch();
  }
}
