import type { ClientConfig } from 'pg';
import type { Names } from './names.js';

/** Where a store in PostgreSQL is. */
export interface Location {
  /** To be shown: without its password. */
  readonly shown: string;
  readonly connection: ClientConfig;
  /** A connection of its own for notifications; `undefined`: there is none, the log is polled. */
  readonly listening: ClientConfig | undefined;
  /** Whether writers lock a row instead of using an advisory lock. */
  readonly lockByRow: boolean;
  readonly names: Names & { readonly channelName: string };
}

const SCHEMA = /^[a-z_][a-z0-9_]{0,40}$/;
const CONNECT_MS = 5_000;
/** Milliseconds for what may take long, such as a part of a snapshot. */
const QUERY_MS = 60_000;

export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text);
}

/**
 * Reads `postgres://user:password@host:port/database?parameters`. Parameters of ours, all optional:
 *
 * - `schema`: the schema that holds the store, `likeness`
 * - `lock`: `advisory` or, where advisory locks are not to be had, `row`
 * - `listen`: address of a direct connection for notifications, where the usual one goes through a pooling proxy;
 *   `off`:
 *   the log is only polled
 *
 * All others are the driver's: `sslmode`, `application_name` and so on.
 *
 * @throws TypeError saying what is wrong with it, without its password
 */
export function locationOf(url: string): Location {
  if (!isPostgresUrl(url) || !URL.canParse(url))
    throw new TypeError('expected an address such as postgres://user:password@host:5432/database');
  const parsed = new URL(url);
  const take = (name: string, otherwise: string): string => {
    const value = parsed.searchParams.get(name) ?? otherwise;
    parsed.searchParams.delete(name);
    return value;
  };
  const schema = take('schema', 'likeness');
  const lock = take('lock', 'advisory');
  const listen = take('listen', '');
  if (!SCHEMA.test(schema))
    throw new TypeError(`schema=${schema}: expected up to 41 lower-case letters, digits and underscores`);
  if (lock !== 'advisory' && lock !== 'row') throw new TypeError(`lock=${lock}: expected advisory or row`);
  if (listen !== '' && listen !== 'off' && !isPostgresUrl(listen))
    throw new TypeError('listen: expected the address of a direct connection, or off');
  const configure = (connectionString: string): ClientConfig => ({
    connectionString,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
  });
  const direct = parsed.toString();
  parsed.password = '';
  return {
    shown: `${parsed.toString()}${schema === 'likeness' ? '' : ` (schema ${schema})`}`,
    connection: configure(direct),
    listening: listen === 'off' ? undefined : configure(listen === '' ? direct : listen),
    lockByRow: lock === 'row',
    names: {
      schema: `"${schema}"`,
      key: `hashtextextended('likeness ${schema}', 0)`,
      channel: `'likeness ${schema}'`,
      channelName: `likeness ${schema}`,
    },
  };
}
