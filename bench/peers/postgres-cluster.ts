import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { temporaryFolder } from '../harness/temporary-folder.js';

export interface Cluster {
  connect(): Promise<pg.Client>;
  stop(): Promise<void>;
}

/** Settings that affect the results, shown on the page. */
export const POSTGRES_SETTINGS = {
  shared_buffers: '1GB',
  work_mem: '64MB',
  maintenance_work_mem: '512MB',
  effective_cache_size: '4GB',
  jit: 'off',
  fsync: 'off',
  max_wal_size: '4GB',
} as const;
const START_SECONDS = 30;

/** Looks on the PATH and in Debian's folders, newest version first. Returns `undefined` if there are none. */
export function postgresPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/**
 * Starts a temporary PostgreSQL that listens only on a Unix socket. As root, runs it as another user, because
 * PostgreSQL refuses root.
 */
export async function startCluster(programs: string): Promise<Cluster> {
  const folder = temporaryFolder('pg');
  const data = join(folder, 'data');
  mkdirSync(data);
  const user = process.getuid?.() === 0 ? unprivileged() : undefined;
  if (user) for (const path of [folder, data]) chownSync(path, user.uid, user.gid);
  execFileSync(
    join(programs, 'initdb'),
    ['--pgdata', data, '--username', 'bench', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
    { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder, ...user },
  );
  const settings = Object.entries(POSTGRES_SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'autovacuum=off', ...settings],
    { stdio: 'ignore', cwd: folder, ...user },
  );
  const killed = () => void server.kill('SIGKILL');
  process.once('exit', killed);
  const connect = async () => {
    const client = new pg.Client({ host: folder, user: 'bench', database: 'postgres' });
    await client.connect();
    return client;
  };
  await ready(connect);
  return {
    connect,
    async stop() {
      const ended = once(server, 'exit');
      // Fast shutdown: terminates sessions instead of waiting for them.
      server.kill('SIGINT');
      await ended;
      process.off('exit', killed);
    },
  };
}

async function ready(connect: () => Promise<pg.Client>): Promise<void> {
  for (let tries = START_SECONDS * 10; ; tries--) {
    try {
      await (await connect()).end();
      return;
    } catch (error) {
      if (tries === 0) throw error;
      await wait(100);
    }
  }
}

function unprivileged(): { uid: number; gid: number } {
  const id = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', name), gid: id('-g', name) };
    } catch {
      // The next one.
    }
  }
  throw new Error('bench: running as root, and there is no user postgres or nobody to run PostgreSQL as');
}
