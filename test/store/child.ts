import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A real process of its own that opens a store; it says line by line what it has done. */
export interface StoreProcess {
  readonly process: ChildProcess;
  readonly lines: readonly string[];
  /** Resolves with the first line for which this holds; rejects when the process ends before. */
  line(accept: (line: string) => boolean): Promise<string>;
  /** Resolves when it has ended and all it said was read. */
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
