import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './free-port.js';
import { owner } from './postgres-server.js';

const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin'];

/** `undefined`: not installed. */
export const pgbouncer = folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file));

/** A proxy for a database. With transaction pooling, each transaction may use another server connection. */
export interface Pool {
  readonly url: string;
  close(): Promise<void>;
}

/** @param size server connections shared by all clients */
export async function startPool(
  database: string,
  size: number,
  mode: 'transaction' | 'session' = 'transaction',
  given?: number,
): Promise<Pool> {
  const { hostname, port: target, username } = new URL(database);
  const port = given ?? (await freePort());
  const folder = mkdtempSync('/tmp/likeness-pool-');
  const settings = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `postgres = host=${hostname} port=${target} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${size}`,
    'max_client_conn = 200',
  ];
  writeFileSync(settings, lines.join('\n'));
  const { uid, gid } = owner();
  // PgBouncer also refuses to run as root.
  if (uid !== undefined) for (const path of [folder, settings]) chownSync(path, uid, gid!);
  const child = spawn(pgbouncer!, ['-q', settings], { stdio: 'ignore', ...owner() });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `postgres://${username}@127.0.0.1:${port}/postgres`;
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  while (child.exitCode === null) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    try {
      await client.connect();
      return { url, close };
    } catch {
      // PgBouncer does not listen yet.
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  await close();
  throw new Error(`pgbouncer ended with ${child.exitCode}`);
}
