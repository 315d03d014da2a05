import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '../config/limits.js';
import { BusyError, type ShedReason } from '../service/busy-error.js';
import { clientAddress, countedAddress } from './client-address.js';
import { halfOfTheRest, Places } from '../service/places.js';

export interface LoadOptions {
  readonly limits: Limits;
  /** Reverse proxies in front. */
  readonly proxies: number;
  /** Bytes of the largest body that is taken. */
  readonly bodyLimit: number;
}

/** Answers that one connection may owe: clients that pipeline keep a few requests ahead, not hundreds. */
const MOST_PIPELINED = 16;
/** Cheap, answered at once, and asked for most when there is too much to do. */
const ALWAYS = new Set(['/healthz', '/readyz', '/metrics']);

interface Held {
  /** The client whose it is; until its token has been checked, the address that it comes from. */
  holder: string;
  /** Of its body, and of its answer once there is one. */
  bytes: number;
  /** The address that a login comes from. */
  login?: string;
}

interface Connection {
  /** The address that it comes from, as limits count it. */
  readonly address: string;
  /** How many requests have come on it. */
  requests: number;
  /** Requests whose answers have not been taken. */
  readonly open: Map<IncomingMessage, Held>;
  /** Nothing that comes on it is looked at any more. */
  closing: boolean;
}

/** Everything that the service holds for its callers at the moment, and the bounds of it. */
export class Load {
  readonly limits: Limits;
  readonly #proxies: number;
  readonly #connections = new Map<Socket, Connection>();
  readonly #addresses: Places;
  readonly #logins: Places;
  readonly #requests: Places;
  readonly #bytes: Places;
  readonly #shed = new Map<ShedReason, number>();
  #draining = false;

  constructor({ limits, proxies, bodyLimit }: LoadOptions) {
    this.limits = limits;
    this.#proxies = proxies;
    this.#addresses = new Places(Infinity, () => (proxies === 0 ? limits.connectionsPerAddress : Infinity));
    this.#logins = new Places(limits.loginsAtOnce, () => limits.loginsPerAddress);
    this.#requests = new Places(limits.requestsAtOnce, halfOfTheRest());
    this.#bytes = new Places(limits.bytesAtOnce, halfOfTheRest(bodyLimit));
  }

  /** Requests whose answers have not been taken. */
  get requests(): number {
    return this.#requests.count;
  }

  /** Bytes of bodies that were read and of answers that have not been taken. */
  get bytes(): number {
    return this.#bytes.count;
  }

  /** From now on every answer is the last of its connection. */
  drain(): void {
    this.#draining = true;
  }

  /** Counts a connection; false when its address has too many. */
  connect(socket: Socket): boolean {
    const address = countedAddress(socket.remoteAddress ?? 'unknown');
    if (this.#addresses.enter(address) !== undefined) return false;
    const connection = { address, requests: 0, open: new Map<IncomingMessage, Held>(), closing: false };
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      this.#connections.delete(socket);
      this.#addresses.leave(address);
      // Answers that waited behind others on this connection never close by themselves.
      for (const request of connection.open.keys()) this.#leave(connection, request);
    });
    return true;
  }

  /**
   * Counts a request until its answer has been taken, or the connection is gone.
   *
   * @returns false when the connection is being closed and this request is not to be looked at
   * @throws BusyError
   */
  arrive(request: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#connections.get(request.socket);
    if (connection === undefined || connection.closing) return false;
    connection.requests += 1;
    const holder = this.#proxies === 0 ? connection.address : clientAddress(request, this.#proxies);
    const shortage = this.#requests.enter(holder);
    if (shortage !== undefined) this.#requests.force(holder);
    connection.open.set(request, { holder, bytes: 0 });
    response.once('close', () => this.#leave(connection, request));
    const last = connection.requests >= this.limits.requestsPerConnection || this.#draining;
    const pipelined = connection.open.size > MOST_PIPELINED;
    if (last || pipelined) {
      response.shouldKeepAlive = false;
      connection.closing = true;
    }
    if (pipelined) throw new BusyError('pipelined');
    if (shortage !== undefined && !ALWAYS.has(request.url ?? ''))
      throw new BusyError(shortage === 'full' ? 'requests' : 'clientRequests');
    return true;
  }

  /**
   * Counts a request for the client that its token names, and no longer for the address that it comes from.
   *
   * @throws BusyError when the client has its share
   */
  identify(request: IncomingMessage, clientId: string): void {
    const held = this.#held(request);
    if (held === undefined) return;
    this.#requests.leave(held.holder);
    const shortage = this.#requests.enter(clientId);
    if (shortage === undefined) held.holder = clientId;
    else {
      this.#requests.force(held.holder);
      throw new BusyError(shortage === 'full' ? 'requests' : 'clientRequests');
    }
  }

  /**
   * Counts bytes of a request's body, which are given back with the request.
   *
   * @returns what there is too little room for
   */
  take(request: IncomingMessage, bytes: number): BusyError | undefined {
    const held = this.#held(request);
    if (held === undefined) return undefined;
    const shortage = this.#bytes.enter(held.holder, bytes);
    if (shortage !== undefined) return new BusyError(shortage === 'full' ? 'bytes' : 'clientBytes');
    held.bytes += bytes;
    return undefined;
  }

  /** Counts bytes of an answer until it has been taken. */
  owe(request: IncomingMessage, bytes: number): void {
    const held = this.#held(request);
    if (held === undefined) return;
    this.#bytes.force(held.holder, bytes);
    held.bytes += bytes;
  }

  /**
   * Counts a login until its answer has been taken.
   *
   * @returns the address that it comes from
   * @throws BusyError
   */
  login(request: IncomingMessage): string {
    const address = clientAddress(request, this.#proxies);
    const held = this.#held(request);
    if (held === undefined || this.#logins.enter(address) !== undefined) throw new BusyError('logins');
    held.login = address;
    return address;
  }

  /** Whether a request on this connection waits for its answer, or the answer for being taken. */
  isBusy(socket: Socket): boolean {
    return (this.#connections.get(socket)?.open.size ?? 0) > 0;
  }

  /** Something was turned away. */
  shed(reason: ShedReason): void {
    this.#shed.set(reason, (this.#shed.get(reason) ?? 0) + 1);
  }

  /** How often something was turned away since the start, by reason. */
  get sheds(): ReadonlyMap<ShedReason, number> {
    return this.#shed;
  }

  /** What is held for a request; nothing once its client has gone. */
  #held(request: IncomingMessage): Held | undefined {
    return this.#connections.get(request.socket)?.open.get(request);
  }

  #leave(connection: Connection, request: IncomingMessage): void {
    const held = connection.open.get(request);
    if (held === undefined) return;
    connection.open.delete(request);
    this.#requests.leave(held.holder);
    if (held.bytes > 0) this.#bytes.leave(held.holder, held.bytes);
    if (held.login !== undefined) this.#logins.leave(held.login);
  }
}
