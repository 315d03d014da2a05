import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '../config/limits.js';
import { BusyError, type ShedReason } from '../service/busy-error.js';
import { clientAddress, countedAddress } from './client-address.js';
import { Places } from './places.js';

export interface LoadOptions {
  readonly limits: Limits;
  /** Reverse proxies in front. */
  readonly proxies: number;
}

/** Answers that one connection may owe: clients that pipeline keep a few requests ahead, not hundreds. */
const MOST_PIPELINED = 16;
/** Cheap, answered at once, and asked for most when there is too much to do. */
const ALWAYS = new Set(['/healthz', '/readyz', '/metrics']);

interface Held {
  /** Of its body, and of its answer once there is one. */
  bytes: number;
  /** The address that a login comes from. */
  login?: string;
}

interface Connection {
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
  readonly #shed = new Map<ShedReason, number>();
  #requests = 0;
  #bytes = 0;
  #draining = false;

  constructor({ limits, proxies }: LoadOptions) {
    this.limits = limits;
    this.#proxies = proxies;
    this.#addresses = new Places(Infinity, proxies === 0 ? limits.connectionsPerAddress : Infinity);
    this.#logins = new Places(limits.loginsAtOnce, limits.loginsPerAddress);
  }

  /** Requests whose answers have not been taken. */
  get requests(): number {
    return this.#requests;
  }

  /** Bytes of bodies that were read and of answers that have not been taken. */
  get bytes(): number {
    return this.#bytes;
  }

  /** From now on every answer is the last of its connection. */
  drain(): void {
    this.#draining = true;
  }

  /** Counts a connection; false when its address has too many. */
  connect(socket: Socket): boolean {
    const address = countedAddress(socket.remoteAddress ?? 'unknown');
    if (!this.#addresses.enter(address)) return false;
    const connection = { requests: 0, open: new Map<IncomingMessage, Held>(), closing: false };
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
    connection.open.set(request, { bytes: 0 });
    this.#requests += 1;
    response.once('close', () => this.#leave(connection, request));
    const last = connection.requests >= this.limits.requestsPerConnection || this.#draining;
    const pipelined = connection.open.size > MOST_PIPELINED;
    if (last || pipelined) {
      response.shouldKeepAlive = false;
      connection.closing = true;
    }
    if (pipelined) throw new BusyError('pipelined');
    if (this.#requests > this.limits.requestsAtOnce && !ALWAYS.has(request.url ?? '')) throw new BusyError('requests');
    return true;
  }

  /** Counts bytes of a request's body, which are given back with the request; false when there is no room for them. */
  take(request: IncomingMessage, bytes: number): boolean {
    if (this.#bytes + bytes > this.limits.bytesAtOnce) return false;
    this.owe(request, bytes);
    return true;
  }

  /** Counts bytes of an answer until it has been taken. */
  owe(request: IncomingMessage, bytes: number): void {
    const held = this.#held(request);
    if (held === undefined) return;
    held.bytes += bytes;
    this.#bytes += bytes;
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
    if (held === undefined || !this.#logins.enter(address)) throw new BusyError('logins');
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
    this.#requests -= 1;
    this.#bytes -= held.bytes;
    if (held.login !== undefined) this.#logins.leave(held.login);
  }
}
