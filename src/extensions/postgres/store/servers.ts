import type { ClientConfig } from 'pg';

/** Kinds of servers, named as in PostgreSQL's own programs. */
export type SessionKind = 'any' | 'read-write' | 'primary';

/** A list of servers. A connection uses the first server of the right kind. */
export class Servers {
  #last: ClientConfig | undefined;

  /** @param hosts in the order of the URL, each with its full connection settings */
  constructor(
    readonly hosts: readonly ClientConfig[],
    readonly kind: SessionKind,
  ) {}

  /**
   * Returns the hosts in the order to try. If only one server can be of the right kind, the most recently used server
   * comes first. An unavailable host then does not delay connections, and a replaced server that comes back is not
   * used.
   */
  inOrder(): readonly ClientConfig[] {
    if (this.kind === 'any' || this.#last === undefined) return this.hosts;
    const last = this.#last;
    return [last, ...this.hosts.filter((host) => host !== last)];
  }

  succeeded(host: ClientConfig): void {
    this.#last = host;
  }
}

/** Thrown if a server is reachable, but currently of another kind. */
export class WrongServerError extends Error {
  override readonly name = 'WrongServerError';
  /** The server's own code for rejected writes. */
  readonly code = '25006';
}

/** Thrown if none of several servers is usable. */
export class NoServerError extends AggregateError {
  override readonly name = 'NoServerError';

  /** @param errors in the order tried */
  constructor(errors: readonly Error[]) {
    super(errors, `no server can be used: ${errors.map(({ message }) => message).join('; ')}`);
  }
}

/** A host. For empty parts, the driver uses its defaults. */
export interface Host {
  /** A name, an IP address without brackets, or the folder of a socket. */
  readonly name: string;
  readonly port: string;
}

const HOST = /^(?:\[([0-9a-f:.%]+)\]|([^[\]:]*))(?::(\d{0,5}))?$/i;

/** Parses `a:1,b,[::1]:2`. @throws TypeError without the host, which may be part of a password */
export function hostsOf(text: string): Host[] {
  const hosts = text.split(',');
  return hosts.map((each, i) => {
    const [matched, bracketed, plain = '', port = ''] = HOST.exec(each) ?? [];
    if (matched === undefined || !isPort(port))
      throw new TypeError(`host ${i + 1} of ${hosts.length}: expected a name or IP address, and a port after a colon`);
    return { name: bracketed ?? decodeURIComponent(plain), port };
  });
}

/**
 * Adds ports from `port=1,2`. A single port is for all hosts. @throws TypeError if there are more or fewer ports than
 * hosts
 */
export function withPorts(names: readonly string[], parameter: string): Host[] {
  const ports = parameter.split(',');
  if (!ports.every(isPort)) throw new TypeError('port: expected numbers from 1 to 65535, separated by commas');
  if (ports.length !== 1 && ports.length !== names.length)
    throw new TypeError(`port: expected one port, or ${names.length} (one for each host), not ${ports.length}`);
  return names.map((name, i) => ({ name, port: ports.length === 1 ? ports[0]! : ports[i]! }));
}

/** Returns the form used in a URL. */
export function hostText({ name, port }: Host): string {
  const written = name.includes(':') ? `[${name}]` : encodeURIComponent(name);
  return port === '' ? written : `${written === '' ? 'localhost' : written}:${port}`;
}

function isPort(text: string): boolean {
  return text === '' || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535);
}
