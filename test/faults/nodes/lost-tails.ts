import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client as Connection } from 'pg';
import { codeOf } from '../../../src/extensions/postgres/store/database-errors.js';
import { postgresPrograms, PostgresServer } from '../../support/postgres-server.js';
import { until, type Cluster, type Node } from './cluster.js';

const run = promisify(execFile);
const program = (name: string): string => join(postgresPrograms()!, name);
const DEADLOCK = '40P01';
/** Maximum characters of a dump or log that a program may print. */
const MOST_TEXT = 1 << 30;

/** An earlier state of a database that can replace its current state. */
export interface Kept {
  /**
   * Replaces the current state. The old log is read to its end first.
   *
   * @param later nodes that connect after the others have continued
   */
  takePlace(later: readonly Node[]): Promise<void>;
  /** Called when it is no longer needed. */
  discard?(): Promise<void>;
}

/** Saves the current state. @param name path of a new folder */
type Keep = (cluster: Cluster, name: string) => Promise<Kept>;

/** An asynchronous replica: it stops receiving commits now and is promoted later. */
const replica: Keep = async (cluster) => {
  const server = await cluster.database.replica(cluster.settings);
  const connection = new Connection({ connectionString: server.url });
  try {
    await connection.connect();
    await connection.query(`alter system set primary_conninfo = ''`);
    await connection.query('select pg_reload_conf()');
    await until('the replica hears nothing more', async () => {
      const { rows } = await connection.query(
        `select 1 from pg_stat_wal_receiver
         union all select 1 where pg_last_wal_receive_lsn() > pg_last_wal_replay_lsn()`,
      );
      return rows.length === 0;
    });
  } catch (error) {
    await server.close();
    throw error;
  } finally {
    await connection.end();
  }
  return {
    discard: () => server.close(),
    takePlace: async (later) => {
      await lose(cluster, server, later, 'SIGKILL');
      // Nodes connected while the standby was read-only.
      server.promote();
    },
  };
};

/** Copies the files of the stopped server, like a disk snapshot. */
const folder: Keep = async (cluster, name) => {
  await cluster.database.stop('SIGINT');
  await cluster.database.copyFiles(name);
  await cluster.database.restart(cluster.settings);
  const make = (cwd: string): Promise<unknown> => run('cp', ['-a', name, 'copy'], { cwd });
  return {
    takePlace: async (later) =>
      lose(cluster, await PostgresServer.over(make, 'copy', cluster.settings), later, 'SIGQUIT'),
  };
};

async function dump(cluster: Cluster, name: string, format: 'custom' | 'plain'): Promise<void> {
  const plain = ['--inserts', '--rows-per-insert=100'];
  const args = ['-d', cluster.database.url, '-n', 'likeness', '-F', format, '-f', name];
  await run(program('pg_dump'), [...args, ...(format === 'plain' ? plain : [])]);
}

/** A dump, restored into a new server. */
const dumpElsewhere: Keep = async (cluster, name) => {
  await dump(cluster, name, 'custom');
  return {
    takePlace: async (later) => {
      const server = await PostgresServer.start(cluster.settings);
      await run(program('pg_restore'), ['-d', server.url, '--exit-on-error', name], { maxBuffer: MOST_TEXT });
      await lose(cluster, server, later, 'SIGINT');
    },
  };
};

/** @returns false if nodes and the restore deadlocked; nothing was changed, and the restore can be repeated */
function isRestored(restore: () => Promise<void>): Promise<boolean> {
  return restore().then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === DEADLOCK) return false;
      throw error;
    },
  );
}

/** A dump, restored in one transaction while nodes use the database. */
const dumpInPlace: Keep = async (cluster, name) => {
  await dump(cluster, name, 'plain');
  return {
    takePlace: async () => {
      // Removes psql commands, which some versions of pg_dump write.
      const text = (await readFile(name, 'utf8')).replaceAll(/^\\.*$/gm, '');
      const connection = new Connection({ connectionString: cluster.database.url, application_name: 'faults' });
      await connection.connect();
      try {
        const restore = async (): Promise<void> => {
          await connection.query('begin');
          await connection.query('lock table likeness.head in access exclusive mode');
          // The lock stops appends. The log can be read until the first table is dropped.
          await cluster.replay.read();
          // `pg_dump --clean` drops primary keys of partitions, which PostgreSQL rejects.
          await connection.query('drop schema likeness cascade');
          await connection.query(text);
        };
        while (!(await isRestored(restore))) await connection.query('rollback');
        const { rows } = await connection.query<{ position: string }>('select position from likeness.head');
        for (const { proxy } of cluster.nodes) proxy.answered = undefined;
        const begun = performance.now();
        await connection.query('commit');
        await cluster.eras.lose(Number(rows[0]!.position), begun);
      } finally {
        await connection.end();
      }
    },
  };
};

export const LOST_TAILS: Readonly<Record<string, Keep>> = { replica, folder, dumpElsewhere, dumpInPlace };

/** Moves the nodes from the server, with its complete log, to another server with fewer commits. */
async function lose(
  cluster: Cluster,
  server: PostgresServer,
  later: readonly Node[],
  signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL',
): Promise<void> {
  const { database: before } = cluster;
  try {
    await cluster.cutOff();
    await cluster.replay.read();
    await before.stop(signal);
  } catch (error) {
    await server.close();
    throw error;
  }
  cluster.database = server;
  const [head] = await cluster.query<{ position: string }>('select position from likeness.head');
  await cluster.eras.lose(Number(head!.position));
  cluster.comeTo(server, later);
  await before.close();
}

/** Acknowledged commits must survive even if synchronous commits are turned off for the role. */
export async function crashWithoutWaiting(cluster: Cluster, progress: () => Promise<void>): Promise<void> {
  await cluster.query('alter role likeness set synchronous_commit = off');
  await cluster.killConnections(1);
  await progress();
  await cluster.cutOff();
  await cluster.replay.read();
  const { position } = cluster.replay;
  await cluster.database.stop('SIGKILL');
  await cluster.database.restart(cluster.settings);
  const [head] = await cluster.query<{ position: string }>('select position from likeness.head');
  // All commits must be present; otherwise, the loss is recorded.
  if (Number(head!.position) < position) await cluster.eras.lose(position);
  cluster.comeTo(cluster.database);
  await cluster.query('alter role likeness reset synchronous_commit');
}
