import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from './free-port.js';

const run = promisify(execFile);

/** Prefix of files that contain the path of a server's folder. */
const LEFT = 'postgres-';
const DEBIAN = '/usr/lib/postgresql';
/** A file system in memory, if the machine has one. */
export const IN_MEMORY = '/dev/shm';

/** Returns the folder of PostgreSQL's programs, from the PATH or Debian's package; `undefined` if not installed. */
export function postgresPrograms(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'pg_ctl'));
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...onPath.filter((file) => existsSync(file)).map((file) => dirname(realpathSync(file))),
    ...debian.map((version) => join(DEBIAN, version, 'bin')),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/** Whether PostgreSQL is available: named by `DATABASE_URL`, or installed. */
export const hasPostgres = process.env['DATABASE_URL'] !== undefined || postgresPrograms() !== undefined;

/** As root, returns another user, because the server refuses to run as root. */
export function owner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim());
    if (ids.every((id) => /^\d+$/.test(id))) return { uid: Number(ids[0]), gid: Number(ids[1]) };
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody');
}

/** A PostgreSQL server in a temporary folder, listening on loopback. */
export class PostgresServer {
  #server: ChildProcess | undefined;
  readonly #folder: string;
  readonly #programs: string;
  readonly #owner = owner();
  readonly port: number;

  private constructor(programs: string, port: number) {
    this.#programs = programs;
    this.port = port;
    const run = process.env['LIKENESS_TEST_FOLDER'];
    // Outside the folder of the run, which only its owner can access.
    const place = run?.startsWith(`${IN_MEMORY}/`) === true ? IN_MEMORY : '/tmp';
    this.#folder = mkdtempSync(`${place}/likeness-postgres-`);
    process.once('exit', this.#remove);
    // A signal ends test workers, so the run must stop their servers.
    if (run !== undefined) writeFileSync(join(run, `${LEFT}${basename(this.#folder)}`), this.#folder);
  }

  /** Stops servers left running by the workers of a run. @param run its folder */
  static endLeft(run: string): void {
    for (const name of readdirSync(run).filter((each) => each.startsWith(LEFT))) {
      const folder = readFileSync(join(run, name), 'utf8');
      const lock = join(folder, 'data', 'postmaster.pid');
      const pid = existsSync(lock) ? readFileSync(lock, 'utf8').split('\n', 1)[0]! : '';
      // The system may have given the process Id of a killed server to another process.
      const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', pid || '0'], { encoding: 'utf8' });
      if (stdout.includes(folder)) spawnSync('kill', ['-QUIT', pid]);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    }
  }

  /** @param settings additional settings, `name=value` */
  static async start(settings: readonly string[] = []): Promise<PostgresServer> {
    const programs = postgresPrograms();
    if (programs === undefined) throw new Error('PostgreSQL is not installed');
    const server = new PostgresServer(programs, await freePort());
    // Copying takes 10% of the time of `initdb`.
    const data = (PostgresServer.#template ??= PostgresServer.#initialise(programs));
    const { uid, gid } = server.#owner;
    if (uid !== undefined) chownSync(server.#folder, uid, gid!);
    await run('cp', ['-a', data, server.#data]);
    await server.restart(settings);
    return server;
  }

  /** Data of a new server, used as a template by all servers of a process. */
  static #template: string | undefined;

  static #initialise(programs: string): string {
    const server = new PostgresServer(programs, 0);
    const { uid, gid } = server.#owner;
    if (uid !== undefined) chownSync(server.#folder, uid, gid!);
    const options = ['-A', 'trust', '-U', 'likeness', '-E', 'UTF8', '--locale=C', '--no-sync'];
    execFileSync(join(programs, 'initdb'), ['-D', server.#data, ...options], { ...server.#owner, stdio: 'pipe' });
    return server.#data;
  }

  /**
   * Starts a server on data from a backup of another server.
   *
   * @param make creates the data in a folder that the server's user can write to
   * @param name Name of the created folder
   * @param settings additional settings, `name=value`
   */
  static async over(
    make: (folder: string) => Promise<unknown>,
    name: string,
    settings: readonly string[] = [],
  ): Promise<PostgresServer> {
    const server = new PostgresServer(postgresPrograms()!, await freePort());
    await make(server.#folder);
    renameSync(join(server.#folder, name), server.#data);
    const { uid, gid } = server.#owner;
    if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, server.#folder]);
    await server.restart(settings);
    return server;
  }

  /** Starts a streaming replica that can be promoted. @param settings additional settings, `name=value` */
  replica(settings: readonly string[] = []): Promise<PostgresServer> {
    const args = ['-d', this.url, '-D', 'replica', '-R', '-X', 'stream', '-c', 'fast'];
    const make = (cwd: string): Promise<unknown> => run(join(this.#programs, 'pg_basebackup'), args, { cwd });
    return PostgresServer.over(make, 'replica', settings);
  }

  get url(): string {
    return `postgres://likeness@127.0.0.1:${this.port}/postgres`;
  }

  /** @param signal SIGINT: fast shutdown; SIGQUIT: immediate, without a checkpoint; SIGKILL */
  async stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL' = 'SIGINT'): Promise<void> {
    const server = this.#server;
    if (server?.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    server.kill(signal);
    await ended;
  }

  /** Starts the stopped or killed server and waits until it responds. */
  async restart(settings: readonly string[] = []): Promise<void> {
    const given = ['unix_socket_directories=', 'max_connections=200', `port=${this.port}`, ...settings];
    const args = ['-D', this.#data, '-h', '127.0.0.1', ...given.flatMap((setting) => ['-c', setting])];
    for (;;) {
      const server = spawn(join(this.#programs, 'postgres'), args, { ...this.#owner, stdio: 'ignore' });
      this.#server = server;
      if (await this.#answers(server)) return;
      // Processes of a killed server may still hold its shared memory.
      await pause(100);
    }
  }

  /** Makes a replica a primary. */
  promote(): void {
    execFileSync(join(this.#programs, 'pg_ctl'), ['promote', '-w', '-D', this.#data], {
      ...this.#owner,
      stdio: 'pipe',
    });
  }

  async close(): Promise<void> {
    await this.stop('SIGQUIT');
    process.off('exit', this.#remove);
    this.#remove();
  }

  /** Copies all files of the stopped server. @param to path of a new folder */
  async copyFiles(to: string): Promise<void> {
    await run('cp', ['-a', this.#data, to]);
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  readonly #remove = (): void => {
    this.#server?.kill('SIGQUIT');
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };

  async #answers(server: ChildProcess): Promise<boolean> {
    while (server.exitCode === null) {
      const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 2_000 });
      try {
        await client.connect();
        return true;
      } catch {
        await pause(20);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
    return false;
  }
}
