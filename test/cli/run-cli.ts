import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, vi } from 'vitest';

// Every step is a process of its own, and the machine may be busy with the other tests.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** The program that `npx likeness` starts: it builds first when the sources have changed. */
export const program = fileURLToPath(new URL('../../src/launch/likeness.mjs', import.meta.url));

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function environment(env: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, ...env };
}

/** Runs the real command line as a process of its own. */
export async function cli(
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = process.cwd(),
): Promise<Result> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output, stderr: withoutSetup(output.stderr) };
}

/** As `cli`, for commands that must succeed. */
export async function done(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await cli(args, env);
  if (code !== 0) throw new Error(`likeness ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}

export async function json<T>(args: readonly string[]): Promise<T> {
  return JSON.parse(await done(args)) as T;
}

/** A test that edits sources beside this one makes the program build: that is no part of its answer. */
function withoutSetup(stderr: string): string {
  return stderr.replace(/^likeness: (building|waiting for another process that is setting up)\n/gm, '');
}

const folders: string[] = [];
const servers: ChildProcess[] = [];
afterAll(() => {
  for (const server of servers) server.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new empty folder, removed after the file's tests. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'likeness-cli-'));
  folders.push(folder);
  return folder;
}

export function fileIn(folder: string, name: string, text: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

export interface Served {
  readonly url: string;
  readonly process: ChildProcess;
  /** All that it has printed so far. */
  readonly output: () => string;
  /** All that it has printed so far on the standard error output. */
  readonly errors: () => string;
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Starts a command that is not expected to end by itself; killed after the file's tests at the latest. */
export function start(args: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
  const child = spawn(process.execPath, [program, ...args], {
    env: environment({ LIKENESS_LOG_LEVEL: 'error' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.push(child);
  return child;
}

/** Starts `likeness serve` on a free port and waits until it is ready. */
export async function serve(data: string, args: readonly string[] = []): Promise<Served> {
  const child = start(['serve', '--port', '0', '--data', data, ...args]);
  const closed = once(child, 'close') as Promise<[number | null]>;
  let stdout = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  const wanted = args.includes('--demo') ? /listening on (\S+)[\s\S]*dc3DataApi.*\n/ : /^listening on (\S+)\n/;
  while (!wanted.test(stdout)) {
    await Promise.race([once(child.stdout, 'data'), closed]);
    if (child.exitCode !== null) throw new Error(`serve ended with ${child.exitCode}: ${stderr}`);
  }
  const url = wanted.exec(stdout)![1]!;
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    child.kill(signal);
    return (await closed)[0];
  };
  return { url, process: child, output: () => stdout, errors: () => stderr, stop };
}

/** Adds a licensed client and gives a token for it. */
export async function newToken(data: string): Promise<string> {
  const { client_id } = await json<{ client_id: string }>([
    'client',
    'add',
    'test',
    '--all-scopes',
    '--data',
    data,
    '--json',
  ]);
  return (await done(['token', '--client', client_id, '--data', data])).trim();
}

export async function post(
  url: string,
  path: string,
  token: string,
  body: unknown,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}/services/apexrest/dupcheck/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
