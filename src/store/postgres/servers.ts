import type { ClientConfig } from 'pg';

/** Which of its servers an address means, as in PostgreSQL's own programs. */
export type SessionKind = 'any' | 'read-write' | 'primary';

/** The servers of one address: one of them is to be connected to, the first that is of the kind. */
export class Servers {
  #last: ClientConfig | undefined;

  /** @param hosts in the order of the address, each with all that a connection to it takes */
  constructor(
    readonly hosts: readonly ClientConfig[],
    readonly kind: SessionKind,
  ) {}

  /**
   * The order in which they are tried. Where only one of them can be of the kind, its place says nothing: the last one
   * that was is tried first. So one that is gone without a word does not cost each connection its patience, and a
   * server that was replaced and came back is not taken for the one that replaced it.
   */
  inOrder(): readonly ClientConfig[] {
    if (this.kind === 'any' || this.#last === undefined) return this.hosts;
    const last = this.#last;
    return [last, ...this.hosts.filter((host) => host !== last)];
  }

  /** @param host that was connected to */
  succeeded(host: ClientConfig): void {
    this.#last = host;
  }
}

/** A server that is there, and is none of the kind that is looked for: it may be later. */
export class WrongServerError extends Error {
  override readonly name = 'WrongServerError';
  /** As the server itself refuses writes. */
  readonly code = '25006';
}

/** None of several servers can be used: says of each why. */
export class NoServerError extends AggregateError {
  override readonly name = 'NoServerError';

  /** @param errors of each, in the order in which they were tried */
  constructor(errors: readonly Error[]) {
    super(errors, `none of its servers can be used: ${errors.map(({ message }) => message).join('; ')}`);
  }
}

/** Empty where the address leaves it to the driver. */
export interface Host {
  /** A name, an address of either kind without brackets, or the folder of a socket. */
  readonly name: string;
  readonly port: string;
}

const HOST = /^(?:\[([0-9a-f:.%]+)\]|([^[\]:]*))(?::(\d{0,5}))?$/i;

/**
 * Reads `a:1,b,[::1]:2`.
 *
 * @throws TypeError that names the place of the one that is wrong, and quotes nothing: it may be a part of a password
 */
export function hostsOf(text: string): Host[] {
  const hosts = text.split(',');
  return hosts.map((each, i) => {
    const [matched, bracketed, plain = '', port = ''] = HOST.exec(each) ?? [];
    if (matched === undefined || !isPort(port))
      throw new TypeError(`host ${i + 1} of ${hosts.length}: expected a name or an address, and a port after a colon`);
    return { name: bracketed ?? decodeURIComponent(plain), port };
  });
}

/**
 * Hosts with the ports that a parameter `port=1,2` names; one is that of all.
 *
 * @throws TypeError where their numbers differ
 */
export function withPorts(names: readonly string[], parameter: string): Host[] {
  const ports = parameter.split(',');
  if (!ports.every(isPort)) throw new TypeError('port: expected numbers from 1 to 65535, separated by commas');
  if (ports.length !== 1 && ports.length !== names.length)
    throw new TypeError(`port: expected one, or as many as hosts: ${names.length}, not ${ports.length}`);
  return names.map((name, i) => ({ name, port: ports.length === 1 ? ports[0]! : ports[i]! }));
}

/** As it stands in an address. */
export function hostText({ name, port }: Host): string {
  const written = name.includes(':') ? `[${name}]` : encodeURIComponent(name);
  return port === '' ? written : `${written === '' ? 'localhost' : written}:${port}`;
}

function isPort(text: string): boolean {
  return text === '' || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535);
}
