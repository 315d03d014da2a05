import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export interface Held {
  /** The client; until its token is checked, the address. */
  holder: string;
  /** Bytes of its body, and later of its answer. */
  bytes: number;
  /** No longer counted: its refusal is being sent. */
  isRefused?: true;
  login?: string;
  stream?: string;
}

export interface Connection {
  readonly socket: Socket;
  /** The client's address, as limits count it. */
  readonly address: string;
  requests: number;
  /** Requests whose answers are not completely read. */
  readonly open: Map<IncomingMessage, Held>;
  /** Further requests are ignored. */
  closing: boolean;
}

interface Group {
  count: number;
  /** Those without a request, oldest first. A partial header does not count as a request. */
  readonly idle: Set<Connection>;
}

/**
 * Limited in all and by address. If there is no room, an idle connection is closed for a new one: of the same address,
 * or of the address with the most. So holding connections open locks nobody out.
 */
export class Connections {
  readonly #groups = new Map<string, Group>();
  #count = 0;

  /** @param closed is called with a connection that was closed to make room */
  constructor(
    private readonly most: number,
    private readonly mostOfAddress: number,
    private readonly closed: (connection: Connection) => void,
  ) {}

  /**
   * @param isShared many clients share this address: it has no limit of its own
   * @returns false if there is no room and no idle connection
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

  /** Its first request has arrived. */
  busy(connection: Connection): void {
    this.#groups.get(connection.address)?.idle.delete(connection);
  }

  /** Its last answer was read. */
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

  /** The largest group with an idle connection. */
  #largest(): Group | undefined {
    let largest: Group | undefined;
    for (const group of this.#groups.values())
      if (group.idle.size > 0 && (largest === undefined || group.count > largest.count)) largest = group;
    return largest;
  }
}
