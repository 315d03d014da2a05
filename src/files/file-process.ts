import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FileTask, FromFileProcess, ToFileProcess } from './messages.js';

const KINDS: ReadonlySet<unknown> = new Set<FromFileProcess['kind']>([
  ...(['inspected', 'refused', 'batch', 'end', 'progress', 'cleaned'] as const),
]);
/** Megabytes of JavaScript values: a file that takes more ends its process, not the service. */
const MEMORY_MB = 4_096;
/** Characters kept of what a process complains of. */
const LONGEST_COMPLAINT = 2_000;

/** The file, or what was asked of it, is to blame: trying again is of no use. */
export class FileRefused extends Error {}

/**
 * Reads a file in a process of its own: it may be hostile, and takes what memory and time it takes. The process knows
 * nothing of the service's environment.
 *
 * @returns what the process says; leaving the loop ends it
 * @throws FileRefused; Error where the process fails
 */
export async function* inFileProcess(task: FileTask, signal: AbortSignal): AsyncGenerator<FromFileProcess> {
  signal.throwIfAborted();
  const process = start();
  const said: FromFileProcess[] = [];
  let complaint = '';
  let failure: Error | undefined;
  let wake = (): void => undefined;
  process.stderr?.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(-LONGEST_COMPLAINT);
  });
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
  process.once('error', fail);
  process.once('exit', (code, killedBy) => {
    const memory = complaint.includes('heap out of memory') ? ': the file takes too much memory' : '';
    fail(new Error(`the process that read the file ended with ${killedBy ?? code}${memory}`));
  });
  const abort = (): void => fail(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  const send = (message: ToFileProcess): void => void process.send(message, () => undefined);
  try {
    send({ kind: 'task', task });
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
  }
}

function start(): ChildProcess {
  const here = import.meta.url;
  const isSource = here.endsWith('.ts');
  const file = new URL(`../cli/files/file-worker.${isSource ? 'ts' : 'js'}`, here);
  const loader = isSource ? ['--import', pathToFileURL(createRequire(here).resolve('tsx')).href] : [];
  return fork(fileURLToPath(file), [], {
    execArgv: [...loader, `--max-old-space-size=${MEMORY_MB}`],
    env: { PATH: process.env['PATH'] ?? '' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
