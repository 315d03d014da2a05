import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Result } from './command-line.js';

/** The program of `npm run likeness`, which first builds changed sources. */
export const program = fileURLToPath(new URL('../../src/cli/launch/likeness.mjs', import.meta.url));

function environment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, ...env };
}

/** Runs the command line in its own process, for tests of signals, pipes, threads or the environment. */
export async function runProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
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

/** Removes messages about a build, which tests that change sources can cause. */
function withoutSetup(stderr: string): string {
  return stderr.replace(/^likeness: (building|waiting for another process that is running the setup)\n/gm, '');
}

const started: ChildProcess[] = [];

/** Kills what a file's tests left running. The setup of each file calls this, because files can share modules. */
export function killStarted(): void {
  for (const child of started.splice(0)) child.kill('SIGKILL');
}

export interface Served {
  readonly url: string;
  readonly process: ChildProcess;
  /** Returns the output so far. */
  readonly output: () => string;
  /** Returns the standard error output so far. */
  readonly errors: () => string;
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Starts a command that runs until it is stopped, or until the file's tests have ended. */
export function start(
  args: readonly string[],
  logLevel = 'error',
  env: Readonly<Record<string, string>> = {},
): ChildProcessByStdio<null, Readable, Readable> {
  const child = spawn(process.execPath, [program, ...args], {
    env: environment({ LIKENESS_LOG_LEVEL: logLevel, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  return child;
}

/** Starts `likeness serve` on a free port and waits until it is ready. */
export async function serve(
  data: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const child = start(['serve', '--port', '0', '--data', data, ...args], 'error', env);
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
