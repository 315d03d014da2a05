import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process that opens a store and prints each completed step. */
export interface StoreProcess {
  readonly process: ChildProcess;
  readonly lines: readonly string[];
  /** Resolves with the first accepted line. Rejects if the process exits first. */
  line(accept: (line: string) => boolean): Promise<string>;
  /** Resolves when the process has exited and its output was read. */
  readonly ended: Promise<void>;
}

export function startStoreProcess(folder: string, ...options: string[]): StoreProcess {
  const program = fileURLToPath(new URL('./store-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program, folder, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const waiting = new Set<(line: string | undefined) => void>();
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    for (const each of waiting) each(line);
  });
  const ended = new Promise<void>((resolve) => reader.on('close', resolve)).then(() => {
    for (const each of waiting) each(undefined);
  });
  return {
    process: child,
    lines,
    ended,
    line: (accept) =>
      new Promise((resolve, reject) => {
        const early = lines.find(accept);
        if (early !== undefined) {
          resolve(early);
          return;
        }
        const check = (line: string | undefined): void => {
          if (line !== undefined && !accept(line)) return;
          waiting.delete(check);
          if (line === undefined)
            reject(new Error(`the process ended after ${lines.length} lines: ${lines.at(-1) ?? ''}`));
          else resolve(line);
        };
        waiting.add(check);
      }),
  };
}
