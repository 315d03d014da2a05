import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The memory that the service holds for one request. */
export interface Held {
  /** The client whose it is; until its token has been checked, the address that it comes from. */
  holder: string;
  /** Bytes of its body, and of its answer once there is one. */
  bytes: number;
  /** The address that a login comes from. */
  login?: string;
  /** The client whose event stream it is. */
  stream?: string;
}

export interface Connection {
  /** Closes it, whatever is under way. */
  readonly socket: Socket;
  /** The address that it comes from, as limits count it. */
  readonly address: string;
  /** How many requests have come on it. */
  requests: number;
  /** Requests whose answers have not been taken. */
  readonly open: Map<IncomingMessage, Held>;
  /** Nothing that comes on it is looked at any more. */
  closing: boolean;
}

/** The connections of one address. */
interface Group {
  count: number;
  /** Those without a request, the one longest so first. What has sent half a header has no request yet. */
  readonly idle: Set<Connection>;
}

/**
 * The connections that are open, bounded in all and by address. Where there is no room, one without a request makes way
 * for a new one: of the same address, or of the one that has most. So who only holds connections shuts nobody out.
 */
export class Connections {
  readonly #groups = new Map<string, Group>();
  #count = 0;

  /**
   * @param most in all
   * @param mostOfAddress of one address
   * @param closed told of a connection that made way
   */
  constructor(
    private readonly most: number,
    private readonly mostOfAddress: number,
    private readonly closed: (connection: Connection) => void,
  ) {}

  /**
   * @param isShared many come from this address: it has no bound of its own
   * @returns false when there is no room, and none without a request
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

  /** Its first request has come. */
  busy(connection: Connection): void {
    this.#groups.get(connection.address)?.idle.delete(connection);
  }

  /** Its last answer has been taken. */
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

  /** The largest group that has a connection without a request. */
  #largest(): Group | undefined {
    let largest: Group | undefined;
    for (const group of this.#groups.values())
      if (group.idle.size > 0 && (largest === undefined || group.count > largest.count)) largest = group;
    return largest;
  }
}
