import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '../../config/config-limits.js';
import { BusyError, type ShedReason } from '../../transactions/busy-error.js';
import { dynamicThreshold, Semaphore, type Shortage } from '../../runtime/semaphore.js';
import { ClientAddresses, countedAddress, type Proxies } from './client-address.js';
import { isPassedOn } from './peer.js';
import { Connections, type Connection, type Held } from './connections.js';

export interface AdmissionOptions extends Proxies {
  readonly limits: Limits;
  /** Bytes of the largest body that is taken. */
  readonly bodyLimit: number;
  /** Connections carry requests of many clients, which other workers pass on: what is turned away counts there. */
  readonly passedOnTo?: Pick<AdmissionControl, 'shed'>;
}

/** Answers that one connection may owe: clients that pipeline keep a few requests ahead, not hundreds. */
const MOST_PIPELINED = 16;
/** Cheap, answered at once, and asked for most when there is too much to do. */
const ALWAYS = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Admission control: what the service holds for its callers, and the bounds of it, in all and for each client (or
 * address, until the client is known).
 */
export class AdmissionControl {
  readonly limits: Limits;
  readonly #passedOnTo: Pick<AdmissionControl, 'shed'> | undefined;
  readonly #clientAddresses: ClientAddresses;
  readonly #connections: Connections;
  readonly #bySocket = new Map<Socket, Connection>();
  readonly #logins: Semaphore;
  readonly #requests: Semaphore;
  readonly #bytes: Semaphore;
  readonly #streams: Semaphore;
  readonly #shed = new Map<ShedReason, number>();
  #draining = false;

  /** @param warn told once, when a header that only proxies send arrives and is not believed */
  constructor({ limits, bodyLimit, passedOnTo, ...proxies }: AdmissionOptions, warn?: (message: string) => void) {
    this.limits = limits;
    this.#passedOnTo = passedOnTo;
    this.#clientAddresses = new ClientAddresses(proxies, warn);
    this.#connections = new Connections(limits.connections, limits.connectionsPerAddress, (connection) => {
      this.shed('idle');
      this.#disconnect(connection);
      connection.socket.destroy();
    });
    this.#logins = new Semaphore(limits.loginsAtOnce, () => limits.loginsPerAddress);
    this.#requests = new Semaphore(limits.requestsAtOnce, dynamicThreshold());
    this.#bytes = new Semaphore(limits.bytesAtOnce, dynamicThreshold(bodyLimit));
    this.#streams = new Semaphore(limits.eventStreams, dynamicThreshold());
  }

  /** Requests whose answers have not been taken. */
  get requests(): number {
    return this.#requests.count;
  }

  /** Bytes of bodies that were read and of answers that have not been taken. */
  get bytes(): number {
    return this.#bytes.count;
  }

  /** Event streams that are open. */
  get streams(): number {
    return this.#streams.count;
  }

  /** Whether the service is stopping: every answer is the last of its connection. */
  get draining(): boolean {
    return this.#draining;
  }

  /** From now on every answer is the last of its connection. */
  drain(): void {
    this.#draining = true;
  }

  /** Counts a connection; false when there is no room for it. One that has no request may be closed for it. */
  connect(socket: Socket): boolean {
    const direct = socket.remoteAddress ?? 'unknown';
    const address = countedAddress(direct);
    const connection: Connection = { socket, address, requests: 0, open: new Map(), closing: false };
    if (!this.#connections.enter(connection, this.#passedOnTo !== undefined || this.#clientAddresses.isProxy(direct)))
      return false;
    this.#bySocket.set(socket, connection);
    socket.once('close', () => this.#disconnect(connection));
    return true;
  }

  /** A request on the encrypted socket comes on the connection that carries it. */
  secure(carrier: Socket, encrypted: Socket): void {
    const connection = this.#bySocket.get(carrier);
    if (connection === undefined) encrypted.destroy();
    else {
      this.#bySocket.set(encrypted, connection);
      encrypted.once('close', () => {
        this.#bySocket.delete(encrypted);
        carrier.destroy();
      });
    }
  }

  /**
   * Counts a request until its answer has been taken, or the connection is gone.
   *
   * @returns false when the connection is being closed and this request is not to be looked at
   * @throws BusyError
   */
  arrive(request: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#bySocket.get(request.socket);
    if (connection === undefined || connection.closing) return false;
    connection.requests += 1;
    const holder = this.#clientAddresses.of(request, isPassedOn(request) ? undefined : connection.address);
    const shortage = this.#requests.acquire(holder);
    if (shortage !== undefined) this.#requests.forceAcquire(holder);
    if (connection.open.size === 0) this.#connections.busy(connection);
    connection.open.set(request, { holder, bytes: 0 });
    response.once('close', () => this.#leave(connection, request));
    const last =
      this.#passedOnTo === undefined && (connection.requests >= this.limits.requestsPerConnection || this.#draining);
    const pipelined = connection.open.size > MOST_PIPELINED;
    if (last || pipelined) {
      response.shouldKeepAlive = false;
      connection.closing = true;
    }
    if (pipelined) throw new BusyError('pipelined');
    if (shortage !== undefined) refuseUnlessAlways(request, shortage);
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
    this.#requests.release(held.holder);
    held.holder = clientId;
    const shortage = this.#requests.acquire(clientId);
    if (shortage === undefined) return;
    this.#requests.forceAcquire(clientId);
    refuseUnlessAlways(request, shortage);
  }

  /**
   * Counts bytes of a request's body, which are given back with the request.
   *
   * @returns what there is too little room for
   */
  take(request: IncomingMessage, bytes: number): BusyError | undefined {
    const held = this.#held(request);
    if (held === undefined) return undefined;
    const shortage = this.#bytes.acquire(held.holder, bytes);
    if (shortage !== undefined) return new BusyError(shortage === 'full' ? 'bytes' : 'clientBytes');
    held.bytes += bytes;
    return undefined;
  }

  /** Counts bytes of an answer until it has been taken. */
  owe(request: IncomingMessage, bytes: number): void {
    const held = this.#held(request);
    if (held === undefined) return;
    this.#bytes.forceAcquire(held.holder, bytes);
    held.bytes += bytes;
  }

  /**
   * Counts a login until its answer has been taken.
   *
   * @returns the address that it comes from
   * @throws BusyError
   */
  login(request: IncomingMessage): string {
    const held = this.#held(request);
    if (held === undefined || this.#logins.acquire(held.holder) !== undefined) throw new BusyError('logins');
    held.login = held.holder;
    return held.holder;
  }

  /**
   * Counts an event stream until its connection has ended.
   *
   * @throws BusyError
   */
  stream(request: IncomingMessage): void {
    const held = this.#held(request);
    if (held === undefined || this.#streams.acquire(held.holder) !== undefined) throw new BusyError('streams');
    held.stream = held.holder;
  }

  /** The address that a request comes from, as limits count it. */
  addressOf(request: IncomingMessage): string {
    return this.#clientAddresses.of(request);
  }

  /** Whether a request on this connection waits for its answer, or the answer for being taken. */
  isBusy(socket: Socket): boolean {
    return (this.#bySocket.get(socket)?.open.size ?? 0) > 0;
  }

  /** Whether a request on this connection has not come whole. */
  isArriving(socket: Socket): boolean {
    for (const request of this.#bySocket.get(socket)?.open.keys() ?? []) if (!request.complete) return true;
    return false;
  }

  /** Something was turned away. */
  shed(reason: ShedReason): void {
    this.#passedOnTo?.shed(reason);
    this.#shed.set(reason, (this.#shed.get(reason) ?? 0) + 1);
  }

  /** How often something was turned away since the start, by reason. */
  get sheds(): ReadonlyMap<ShedReason, number> {
    return this.#shed;
  }

  /** The bytes held for a request; nothing once its client has gone. */
  #held(request: IncomingMessage): Held | undefined {
    return this.#bySocket.get(request.socket)?.open.get(request);
  }

  #disconnect(connection: Connection): void {
    if (!this.#bySocket.delete(connection.socket)) return;
    connection.closing = true;
    // Answers that waited behind others on this connection never close by themselves.
    for (const request of connection.open.keys()) this.#leave(connection, request);
    this.#connections.leave(connection);
  }

  #leave(connection: Connection, request: IncomingMessage): void {
    const held = connection.open.get(request);
    if (held === undefined) return;
    connection.open.delete(request);
    if (connection.open.size === 0) this.#connections.idle(connection);
    this.#requests.release(held.holder);
    if (held.bytes > 0) this.#bytes.release(held.holder, held.bytes);
    if (held.login !== undefined) this.#logins.release(held.login);
    if (held.stream !== undefined) this.#streams.release(held.stream);
  }
}

/** @throws BusyError */
function refuseUnlessAlways(request: IncomingMessage, shortage: Shortage): void {
  if (!ALWAYS.has(request.url ?? '')) throw new BusyError(shortage === 'full' ? 'requests' : 'clientRequests');
}
