import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export interface Held {
  /** The client, or the IP address until the token is checked. */
  holder: string;
  /** Bytes of the request body, and later of the response. */
  bytes: number;
  /** Set once the error response is being sent, so that the request is no longer counted. */
  isRefused?: true;
  login?: string;
  stream?: string;
}

export interface Connection {
  readonly socket: Socket;
  /** The client's IP address, in the form used for limits. */
  readonly address: string;
  requests: number;
  /** Requests whose responses have not been completely read. */
  readonly open: Map<IncomingMessage, Held>;
  /** Whether the connection is closing, so that new requests are ignored. */
  closing: boolean;
}

interface Group {
  count: number;
  /** Connections without a request, oldest first. A partial header does not count as a request. */
  readonly idle: Set<Connection>;
}

/**
 * Open connections, limited in total and per IP address. A new connection may replace an idle connection of its own
 * address or, if there is none, of the address with the most connections. A client therefore cannot lock out others by
 * holding connections open.
 */
export class Connections {
  readonly #groups = new Map<string, Group>();
  #count = 0;

  /** @param closed called with a connection that was closed to make room */
  constructor(
    private readonly most: number,
    private readonly mostOfAddress: number,
    private readonly closed: (connection: Connection) => void,
  ) {}

  /**
   * Admits a connection. @param isShared whether many clients share this address, which then has no limit of its own
   * @returns false if there is no room
   */
  enter(connection: Connection, isShared: boolean): boolean {
    const own = this.#groups.get(connection.address);
    if (own !== undefined && !isShared && own.count >= this.mostOfAddress && !this.#closeIdle(own)) return false;
    if (this.#count >= this.most && !this.#closeIdle(this.#largest())) return false;
    const group = this.#groups.get(connection.address) ?? { count: 0, idle: new Set() };
    this.#groups.set(connection.address, group);
    group.count += 1;
    group.idle.add(connection);
    this.#count += 1;
    return true;
  }

  busy(connection: Connection): void {
    this.#groups.get(connection.address)?.idle.delete(connection);
  }

  idle(connection: Connection): void {
    this.#groups.get(connection.address)?.idle.add(connection);
  }

  leave(connection: Connection): void {
    const group = this.#groups.get(connection.address)!;
    group.idle.delete(connection);
    group.count -= 1;
    this.#count -= 1;
    if (group.count === 0) this.#groups.delete(connection.address);
  }

  #closeIdle(group: Group | undefined): boolean {
    for (const connection of group?.idle ?? []) {
      this.closed(connection);
      return true;
    }
    return false;
  }

  #largest(): Group | undefined {
    let largest: Group | undefined;
    for (const group of this.#groups.values())
      if (group.idle.size > 0 && (largest === undefined || group.count > largest.count)) largest = group;
    return largest;
  }
}
