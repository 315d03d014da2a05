import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMPACTING = fileURLToPath(new URL('compacting-server.mjs', import.meta.url));

export interface ServerOptions {
  readonly folder: string;
  /** Configuration folder. Default: `config` in the data folder. */
  readonly config?: string;
  /** URL of a database, to start a node on it. */
  readonly store?: string;
  /** Folder of another program version. Default: this version. */
  readonly program?: string | undefined;
  /** Additional command-line arguments. */
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Bytes of journal that trigger a compaction, by `compacting-server.mjs` instead of the command line. */
  readonly compactAt?: number;
  /** Maximum number of file descriptors of the process. */
  readonly descriptors?: number;
}

/** Timeout in milliseconds for starting or exiting. */
const PATIENCE = 120_000;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A server process, which may still be starting. */
export class ServerProcess {
  readonly process: ChildProcess;
  /** Exit code, or the signal that killed it. */
  readonly ended: Promise<number | string | null>;
  stderr = '';
  #url: Promise<string | undefined>;

  constructor(options: ServerOptions) {
    const { folder, config = `${folder}/config`, store, environment, compactAt, descriptors, program = ROOT } = options;
    const args =
      compactAt === undefined
        ? [
            join(program, 'src/cli/launch/likeness.mjs'),
            'serve',
            '--port',
            '0',
            '--data',
            folder,
            '--config',
            config,
            ...(options.args ?? []),
          ]
        : [COMPACTING, folder, String(compactAt)];
    if (store !== undefined) args.push('--store', store);
    const limit = ['-c', `ulimit -n ${descriptors ?? 0}; exec "$0" "$@"`, process.execPath, ...args];
    const env = { ...process.env, LIKENESS_LOG_LEVEL: 'fatal', ...environment };
    const child = spawn(
      descriptors === undefined ? process.execPath : 'bash',
      descriptors === undefined ? args : limit,
      { stdio: ['ignore', 'pipe', 'pipe'], env },
    );
    running.add(child);
    this.process = child;
    this.ended = once(child, 'close').then(([code, signal]) => {
      running.delete(child);
      return (code ?? signal) as number | string | null;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr = (this.stderr + text).slice(-4_000)));
    this.#url = new Promise((resolve) => {
      let stdout = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        const url = /^listening on (\S+)$/m.exec((stdout += text))?.[1];
        if (url !== undefined) resolve(url);
      });
      void this.ended.then(() => resolve(undefined));
      const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
      void this.ended.then(() => clearTimeout(patience));
      child.stdout.once('data', () => clearTimeout(patience));
    });
  }

  /** Resolves when the server listens. @throws Error if it exits first */
  async url(): Promise<string> {
    const url = await this.#url;
    if (url === undefined) throw new Error(`a server ended with ${String(await this.ended)}: ${this.stderr}`);
    return url;
  }

  async end(signal: NodeJS.Signals): Promise<number | string | null> {
    this.process.kill(signal);
    return this.ended;
  }
}
