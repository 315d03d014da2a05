import type { ClientConfig } from 'pg';
import type { Names } from './sql-names.js';
import { hostsOf, hostText, Servers, withPorts, type Host, type SessionKind } from './servers.js';

export interface Location {
  /** The URL for display, without the password. */
  readonly shown: string;
  readonly connection: Servers;
  /** Servers for notifications. `undefined` if the log is polled. */
  readonly listening: Servers | undefined;
  readonly names: Names & { readonly channelName: string; readonly homeChannelName: string };
}

const SCHEMA = /^[a-z_][a-z0-9_]{0,40}$/;
const CONNECT_MS = 5_000;
/** Milliseconds for slow queries, such as a part of a snapshot. */
const QUERY_MS = 60_000;

const KINDS: readonly string[] = ['any', 'read-write', 'primary'] satisfies SessionKind[];
// eslint-disable-next-line regexp/no-super-linear-backtracking -- the rest always matches, so there is only one attempt
const ADDRESS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)([^]*)$/;

export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text);
}

/**
 * Parses `postgres://user:password@host:port,host:port/database?parameters`. Our own parameters are optional:
 *
 * - `schema`: the schema that contains the store. Default: `likeness`.
 * - `listen`: URL of a direct connection for notifications, if the other URL leads to a pooling proxy. With `off`, the
 *   log is only polled.
 * - `target_session_attrs`: which of several servers to use, as in PostgreSQL's own programs: `read-write`, `primary`
 *   or `any`. Unlike in those programs, the default for several hosts is `read-write`, because a node writes.
 *
 * All other parameters, such as `sslmode` and `application_name`, are passed to the driver.
 * @throws TypeError that states the fault in the URL, without its password
 */
export function locationOf(url: string): Location {
  const { take, shown, servers } = readAddress(url);
  const schema = take('schema', 'likeness');
  const listen = take('listen', '');
  if (!SCHEMA.test(schema))
    throw new TypeError(`schema=${schema}: expected up to 41 lower-case letters, digits and underscores`);
  if (listen !== '' && listen !== 'off' && !isPostgresUrl(listen))
    throw new TypeError('listen: expected the URL of a direct connection, or off');
  const connection = servers();
  return {
    shown: `${shown()}${schema === 'likeness' ? '' : ` (schema ${schema})`}`,
    connection,
    listening: listen === 'off' ? undefined : listen === '' ? connection : readAddress(listen).servers(),
    names: {
      schema: `"${schema}"`,
      channel: `'likeness ${schema}'`,
      channelName: `likeness ${schema}`,
      homeChannelName: `likeness ${schema} home`,
    },
  };
}

/** A parsed URL. Parameters that `take` has not removed are passed to the driver. */
interface Address {
  readonly take: (name: string, otherwise: string) => string;
  readonly servers: () => Servers;
  /** Returns the URL without the password. Must be called last, because it removes the password. */
  readonly shown: () => string;
}

function readAddress(text: string): Address {
  const [, scheme = '', user = '', authority = '', rest = ''] = ADDRESS.exec(text) ?? [];
  // Use a placeholder host, because URL parsers accept only one host.
  const base = `${scheme}${user}host${rest}`;
  if (scheme === '' || !URL.canParse(base))
    throw new TypeError('expected a URL such as postgres://user:password@host:5432/database');
  const parsed = new URL(base);
  const take = (name: string, otherwise: string): string => {
    const value = parsed.searchParams.get(name) ?? otherwise;
    parsed.searchParams.delete(name);
    return value;
  };
  const hosts = hostsNamed(authority, take);
  const kind = take('target_session_attrs', hosts.length > 1 ? 'read-write' : 'any');
  if (!KINDS.includes(kind))
    throw new TypeError(`target_session_attrs=${kind}: expected ${KINDS.join(', ')}: a node must be able to write`);
  const written = (credentials: string, host: string): string =>
    `${scheme}${credentials}${host}${parsed.pathname}${parsed.search}`;
  return {
    take,
    servers: () => {
      const configure = (host: Host): ClientConfig => ({
        connectionString: written(user, hostText(host)),
        connectionTimeoutMillis: CONNECT_MS,
        query_timeout: QUERY_MS,
        keepAlive: true,
      });
      return new Servers(hosts.map(configure), kind as SessionKind);
    },
    shown: () => {
      // Remove this parameter too, because the driver also reads the password from it.
      take('password', '');
      return written(parsed.username === '' ? '' : `${parsed.username}@`, hosts.map(hostText).join(','));
    },
  };
}

/** Parameters take precedence over the URL's host, as in the driver. */
function hostsNamed(authority: string, take: Address['take']): Host[] {
  const [names, ports] = [take('host', ''), take('port', '')];
  if (names !== '') return withPorts(names.split(','), ports);
  const hosts = hostsOf(authority);
  return ports === ''
    ? hosts
    : withPorts(
        hosts.map(({ name }) => name),
        ports,
      );
}
