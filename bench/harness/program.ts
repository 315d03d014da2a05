import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Node arguments that `npm run likeness` uses in a clone. Old revisions have no options. */
export function launchOf(clone: string): string[] {
  const { scripts, bin } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly likeness?: string };
    readonly bin: { readonly likeness: string };
  };
  const args = (scripts.likeness ?? `node ${bin.likeness}`).split(' ').slice(1);
  return [...args.slice(0, -1), join(clone, args.at(-1)!)];
}

export const LAUNCH = launchOf(fileURLToPath(new URL('../..', import.meta.url)));

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts a program. The program is stopped when the bench exits, unless it has exited before.
 *
 * @param messages whether the child has an IPC channel
 * @param program default: this Node
 */
export function start(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  messages = false,
  program = process.execPath,
): ChildProcess {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe', ...(messages ? ['ipc' as const] : [])],
    env: { ...process.env, LIKENESS_LOG_LEVEL: 'warn', ...environment },
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

export const likeness = (...args: string[]): string[] => [...LAUNCH, ...args];

/** A program that exited. */
export interface Finished {
  readonly stdout: string;
  /** Maximum resident memory in bytes, including child processes running at the same time, if the system reports it. */
  readonly peakBytes: number | undefined;
  /** Maximum bytes of the sampled temporary folder. */
  readonly scratchBytes: number;
  /** Wall-clock seconds. */
  readonly seconds: number;
  /** CPU time of all threads and of other child processes that exit in the meantime, if the system reports it. */
  readonly processorSeconds: number | undefined;
}

/**
 * @param scratch returns the bytes that the program currently has on disk
 * @throws Error with the end of the output if the program failed
 */
export async function finish(child: ChildProcess, scratch?: () => number): Promise<Finished> {
  const started = performance.now();
  const before = endedChildrenSeconds();
  let stdout = '';
  let stderr = '';
  let peakBytes: number | undefined;
  let scratchBytes = 0;
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-4_000)));
  const watch = setInterval(() => {
    const peak = memory(child.pid!)?.peak;
    if (peak !== undefined) peakBytes = Math.max(peakBytes ?? 0, peak, residentBytes(child.pid!) || 0);
    if (scratch) scratchBytes = Math.max(scratchBytes, scratch());
  }, 250);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(watch);
  if (code !== 0)
    throw new Error(`bench: ${child.spawnargs.slice(1).join(' ')} exited with ${code ?? 'a signal'}: ${stderr}`);
  const after = endedChildrenSeconds();
  return {
    stdout,
    peakBytes,
    scratchBytes,
    seconds: (performance.now() - started) / 1_000,
    processorSeconds: before === undefined || after === undefined ? undefined : after - before,
  };
}

/** Memory of a process in bytes. */
export interface Memory {
  readonly resident: number;
  /** Without file pages, which the system can drop. */
  readonly anonymous: number;
  /** Maximum resident memory. */
  readonly peak: number;
}

/** Returns `undefined` without /proc. */
export function memory(pid: number): Memory | undefined {
  const status = readProc(pid, 'status');
  const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status!)?.[1]) * 1_024;
  // A process that just exited still has a status, but without memory.
  if (status?.includes('VmHWM') !== true) return undefined;
  return { resident: kibibytes('VmRSS'), anonymous: kibibytes('RssAnon'), peak: kibibytes('VmHWM') };
}

/** CPU seconds of all threads of a process and its running children; `undefined` without /proc. */
export function processorSeconds(pid: number): number | undefined {
  const own = ticksOf(pid, [11, 12]);
  return own && childrenOf(pid).reduce((sum, child) => sum + (processorSeconds(child) ?? 0), own);
}

/** Resident bytes of a process and its children; NaN without /proc. */
export function residentBytes(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), memory(pid)?.resident ?? NaN);
}

function childrenOf(pid: number): number[] {
  return (readProc(pid, `task/${pid}/children`)?.trim().split(' ').filter(Boolean) ?? []).map(Number);
}

/** CPU seconds of all exited children of this process. */
function endedChildrenSeconds(): number | undefined {
  return ticksOf(process.pid, [13, 14]);
}

/**
 * @param fields numbers of the fields of `stat`, counted after the name in parentheses, in ticks (100 per second on
 * Linux)
 */
function ticksOf(pid: number, fields: readonly number[]): number | undefined {
  const stat = readProc(pid, 'stat');
  if (stat === undefined) return undefined;
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.reduce((sum, field) => sum + Number(values[field]), 0) / 100;
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
