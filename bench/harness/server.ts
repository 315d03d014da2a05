import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LAUNCH, start } from './program.js';

export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly process: ChildProcess;
  /** Milliseconds from starting the process until it printed its address. */
  readonly ms: number;
  stop(): Promise<void>;
}

const EMPTY = fileURLToPath(new URL('empty-server.ts', import.meta.url));
const PATIENCE = 600_000;

interface ServiceOptions {
  /** Options for `node`, such as `--cpu-prof`. */
  readonly node?: readonly string[];
  /** Whether the process has an IPC channel. */
  readonly messages?: boolean;
  /** Whether the service learns scenarios in the background. Learning starts after ten seconds. */
  readonly learns?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** See `launchOf`. Default: this checkout. */
  readonly launch?: readonly string[];
  /** Content of `settings.json`. Overrides the settings that `learns` sets. */
  readonly settings?: object;
  /** More options of `serve`. */
  readonly options?: readonly string[];
}

/** Starts the service on a data folder, in its own process. The subfolder `config` is its configuration. */
export function startService(
  folder: string,
  {
    node = [],
    messages = false,
    learns = false,
    environment = {},
    launch = LAUNCH,
    settings = { learning: learns ? 'propose' : 'off' },
    options = [],
  }: ServiceOptions = {},
): Promise<Server> {
  const config = join(folder, 'config');
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, 'settings.json'), JSON.stringify(settings));
  const serve = [...launch, 'serve', '--port', '0', '--data', folder, '--config', config, ...options];
  return listening(start([...node, ...serve], environment, messages));
}

/** Starts a route that does no work, in its own process. `empty-server.ts` describes the kinds. */
export function startEmpty(
  kind: 'lean' | 'usual',
  { folder, path, answerBytes }: { folder: string; path: string; answerBytes: number },
): Promise<Server> {
  return listening(start(['--import', 'tsx', EMPTY, kind, folder, path, String(answerBytes)]));
}

export function listening(child: ChildProcess): Promise<Server> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    let stderr = '';
    const patience = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`bench: a server was not ready within ${PATIENCE / 1000} s`));
    }, PATIENCE);
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-4_000)));
    child.once('close', (code) => {
      clearTimeout(patience);
      reject(new Error(`bench: a server exited with ${code ?? 'a signal'}: ${stderr}`));
    });
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      const url = /^listening on (\S+)$/m.exec(text)?.[1];
      if (url === undefined) return;
      clearTimeout(patience);
      resolve({ url, pid: child.pid!, process: child, ms: performance.now() - begun, stop: () => stop(child) });
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}
