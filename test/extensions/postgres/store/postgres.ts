import { Client } from 'pg';
import { describe, onTestFinished } from 'vitest';
import { needs } from '../../../support/needs.js';
import { PostgresServer } from '../../../support/postgres-server.js';
import { TcpProxy } from '../../../support/tcp-proxy.js';

/** Tests that need PostgreSQL. */
export const postgres = {
  describe: (name: string, tests: () => void): void => {
    describe(name, needs('postgres'), tests);
  },
};

let server: Promise<string> | undefined;

/** The server that `DATABASE_URL` names, or one server per process. */
export function serverUrl(): Promise<string> {
  // No test simulates a power failure, so the server need not sync to disk.
  server ??= (async () => process.env['DATABASE_URL'] ?? (await PostgresServer.start(['fsync=off'])).url)();
  return server;
}

let made = 0;

export interface TestDatabase {
  readonly schema: string;
  /** @param parameters additional URL parameters, `name=value&...` */
  url(parameters?: string): string;
  /** Runs a query as the owner of the database. */
  query<R extends object>(text: string, values?: unknown[]): Promise<R[]>;
  drop(): Promise<void>;
}

/** Creates an empty schema for a store. */
export async function newDatabase(of?: string): Promise<TestDatabase> {
  const url = of ?? (await serverUrl());
  const schema = `t${process.pid}_${Date.now() % 1_000_000}_${++made}`;
  const query = async <R extends object>(text: string, values?: unknown[]): Promise<R[]> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<R>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    schema,
    url: (parameters = '') =>
      `${url}${url.includes('?') ? '&' : '?'}schema=${schema}${parameters === '' ? '' : `&${parameters}`}`,
    query,
    drop: async () => {
      await query(`drop schema if exists ${schema} cascade`);
    },
  };
}

/** Creates an empty schema that is dropped after the test. */
export async function emptyDatabase(of?: string): Promise<TestDatabase> {
  const database = await newDatabase(of);
  onTestFinished(() => database.drop());
  return database;
}

/** A connection to a database that the test can cut. */
export async function cuttable(database: Pick<TestDatabase, 'url'>) {
  const proxy = await TcpProxy.start(Number(new URL(await serverUrl()).port));
  const url = new URL(database.url());
  url.port = String(proxy.port);
  onTestFinished(() => proxy.close());
  return { proxy, url: url.toString() };
}
