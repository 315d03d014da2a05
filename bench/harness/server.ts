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
  /** Milliseconds from its start until it said that it listens. */
  readonly ms: number;
  stop(): Promise<void>;
}

const EMPTY = fileURLToPath(new URL('empty-server.ts', import.meta.url));
const PATIENCE = 600_000;

interface ServiceOptions {
  /** For `node`, such as `--cpu-prof`. */
  readonly node?: readonly string[];
  /** With a channel for messages. */
  readonly messages?: boolean;
  /**
   * Whether it learns scenarios in the background as usual: after ten seconds that would be part of what is measured.
   */
  readonly learns?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** See `launchOf`. Default: this checkout's. */
  readonly launch?: readonly string[];
  /** Content of `settings.json`, in place of the one that `learns` makes. */
  readonly settings?: object;
  /** Further options of `serve`. */
  readonly options?: readonly string[];
}

/**
 * The service over a data folder, by the command line, as a process of its own; with the folder `config` in it as its
 * configuration.
 */
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

/** A route that does nothing, as a process of its own; the kinds are described in `empty-server.ts`. */
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
      reject(new Error(`bench: a server ended with ${code ?? 'a signal'}: ${stderr}`));
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
