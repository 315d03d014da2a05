import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What `npx likeness` starts. */
const LAUNCHER = fileURLToPath(new URL('../../src/launch/likeness.mjs', import.meta.url));
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * A program started by a bench; ends with it at the latest.
 *
 * @param messages with a channel for messages
 */
export function start(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  messages = false,
): ChildProcess {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe', ...(messages ? ['ipc' as const] : [])],
    env: { ...process.env, LIKENESS_LOG_LEVEL: 'warn', ...environment },
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

export const likeness = (...args: string[]): string[] => [LAUNCHER, ...args];

/** @returns what the program printed, and its greatest resident memory in bytes where the system tells */
export async function finish(child: ChildProcess): Promise<{ stdout: string; peakBytes: number | undefined }> {
  let stdout = '';
  let stderr = '';
  let peakBytes: number | undefined;
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-4_000)));
  const watch = setInterval(() => (peakBytes = memory(child.pid!)?.peak ?? peakBytes), 250);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(watch);
  if (code !== 0)
    throw new Error(`bench: ${child.spawnargs.slice(1).join(' ')} ended with ${code ?? 'a signal'}: ${stderr}`);
  return { stdout, peakBytes };
}

/** Resident bytes of a process, now and at the most; `undefined` where there is no /proc. */
export function memory(pid: number): { resident: number; peak: number } | undefined {
  const status = readProc(pid, 'status');
  const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status!)?.[1]) * 1_024;
  // A process that has just ended still has a status, without memory.
  if (status?.includes('VmHWM') !== true) return undefined;
  return { resident: kibibytes('VmRSS'), peak: kibibytes('VmHWM') };
}

/** Seconds that a process has had of the processors, all of its threads together; `undefined` where there is no /proc. */
export function processorSeconds(pid: number): number | undefined {
  const stat = readProc(pid, 'stat');
  if (stat === undefined) return undefined;
  // Fields 14 and 15 behind the name in parentheses, in ticks, of which Linux has 100 a second on every common machine.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
