import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '../../store/config/config-limits.js';
import { BusyError, type ShedReason } from '../../store/transactions/busy-error.js';
import { dynamicThreshold, Semaphore, type Shortage } from '../../runtime/semaphore.js';
import { ClientAddresses, countedAddress, type Proxies } from './client-address.js';
import { isPassedOn } from './peer.js';
import { Connections, type Connection, type Held } from './connections.js';

export interface AdmissionOptions extends Proxies {
  readonly limits: Limits;
  readonly bodyLimit: number;
}

/** Maximum pipelined requests per connection. Pipelining clients keep a few requests in flight, not hundreds. */
const MOST_PIPELINED = 16;
/** Paths that are never rejected: they are cheap, and most needed under overload. */
const ALWAYS = new Set(['/healthz', '/readyz', '/metrics']);

/** Limits the resources that callers use, in total and per client (per IP address until the client is known). */
export class AdmissionControl {
  readonly limits: Limits;
  readonly #clientAddresses: ClientAddresses;
  readonly #connections: Connections;
  readonly #bySocket = new Map<Socket, Connection>();
  readonly #logins: Semaphore;
  readonly #requests: Semaphore;
  readonly #bytes: Semaphore;
  readonly #streams: Semaphore;
  readonly #shed = new Map<ShedReason, number>();
  #draining = false;

  /** @param warn called once, when a proxy header arrives from an untrusted address */
  constructor({ limits, bodyLimit, ...proxies }: AdmissionOptions, warn?: (message: string) => void) {
    this.limits = limits;
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

  /** Number of requests whose responses have not been completely read. */
  get requests(): number {
    return this.#requests.count;
  }

  /** Bytes of request bodies, and of responses that have not been completely read. */
  get bytes(): number {
    return this.#bytes.count;
  }

  get streams(): number {
    return this.#streams.count;
  }

  /** Whether the service is shutting down, in which case every response is the last of its connection. */
  get draining(): boolean {
    return this.#draining;
  }

  drain(): void {
    this.#draining = true;
  }

  /** Admits a connection, closing an idle connection if necessary. @returns false if there is no room */
  connect(socket: Socket): boolean {
    const direct = socket.remoteAddress ?? 'unknown';
    const address = countedAddress(direct);
    const connection: Connection = { socket, address, requests: 0, open: new Map(), closing: false };
    if (!this.#connections.enter(connection, this.#clientAddresses.isProxy(direct))) return false;
    this.#bySocket.set(socket, connection);
    socket.once('close', () => this.#disconnect(connection));
    return true;
  }

  /** Associates an encrypted socket with the connection that carries it. */
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

  /** Counts a request until its response is read. @returns false if its connection is closing @throws BusyError */
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
    const last = connection.requests >= this.limits.requestsPerConnection || this.#draining;
    const pipelined = connection.open.size > MOST_PIPELINED;
    if (last || pipelined) {
      response.shouldKeepAlive = false;
      connection.closing = true;
    }
    if (pipelined) throw new BusyError('pipelined');
    if (shortage !== undefined) refuseUnlessAlways(request, shortage);
    return true;
  }

  /** Counts a request against its client instead of its IP address. @throws BusyError at the client's limit */
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

  /** Counts bytes of a request's body until the request ends. @returns an error if there is no room */
  take(request: IncomingMessage, bytes: number): BusyError | undefined {
    const held = this.#held(request);
    if (held === undefined) return undefined;
    const shortage = this.#bytes.acquire(held.holder, bytes);
    if (shortage !== undefined) return new BusyError(shortage === 'full' ? 'bytes' : 'clientBytes');
    held.bytes += bytes;
    return undefined;
  }

  owe(request: IncomingMessage, bytes: number): void {
    const held = this.#held(request);
    if (held === undefined) return;
    this.#bytes.forceAcquire(held.holder, bytes);
    held.bytes += bytes;
  }

  /** Counts a login until its response is read. @returns the client's IP address @throws BusyError */
  login(request: IncomingMessage): string {
    const held = this.#held(request);
    if (held === undefined || this.#logins.acquire(held.holder) !== undefined) throw new BusyError('logins');
    held.login = held.holder;
    return held.holder;
  }

  /** Counts an event stream until its connection ends. @throws BusyError */
  stream(request: IncomingMessage): void {
    const held = this.#held(request);
    if (held === undefined || this.#streams.acquire(held.holder) !== undefined) throw new BusyError('streams');
    held.stream = held.holder;
  }

  /** Stops counting a rejected request. @returns its client or IP address; `undefined` if the connection is closed */
  refuse(request: IncomingMessage): string | undefined {
    const held = this.#held(request);
    if (held !== undefined) this.#release(held);
    return held?.holder;
  }

  /** Returns the client or IP address that a request is counted against; `undefined` if its connection is closed. */
  holderOf(request: IncomingMessage): string | undefined {
    return this.#held(request)?.holder;
  }

  addressOf(request: IncomingMessage): string {
    return this.#clientAddresses.of(request);
  }

  /** Returns whether a request on this connection waits for its response, or for the client to read it. */
  isBusy(socket: Socket): boolean {
    return (this.#bySocket.get(socket)?.open.size ?? 0) > 0;
  }

  isArriving(socket: Socket): boolean {
    for (const request of this.#bySocket.get(socket)?.open.keys() ?? []) if (!request.complete) return true;
    return false;
  }

  shed(reason: ShedReason): void {
    this.#shed.set(reason, (this.#shed.get(reason) ?? 0) + 1);
  }

  /** Number of rejections by reason since startup. */
  get sheds(): ReadonlyMap<ShedReason, number> {
    return this.#shed;
  }

  #held(request: IncomingMessage): Held | undefined {
    return this.#bySocket.get(request.socket)?.open.get(request);
  }

  #disconnect(connection: Connection): void {
    if (!this.#bySocket.delete(connection.socket)) return;
    connection.closing = true;
    // Responses that are queued behind another response on this connection get no close event.
    for (const request of connection.open.keys()) this.#leave(connection, request);
    this.#connections.leave(connection);
  }

  #leave(connection: Connection, request: IncomingMessage): void {
    const held = connection.open.get(request);
    if (held === undefined) return;
    connection.open.delete(request);
    if (connection.open.size === 0) this.#connections.idle(connection);
    this.#release(held);
    if (held.login !== undefined) this.#logins.release(held.login);
    if (held.stream !== undefined) this.#streams.release(held.stream);
  }

  #release(held: Held): void {
    if (held.isRefused !== true) this.#requests.release(held.holder);
    held.isRefused = true;
    if (held.bytes > 0) this.#bytes.release(held.holder, held.bytes);
    held.bytes = 0;
  }
}

/** @throws BusyError */
function refuseUnlessAlways(request: IncomingMessage, shortage: Shortage): void {
  if (!ALWAYS.has(request.url ?? '')) throw new BusyError(shortage === 'full' ? 'requests' : 'clientRequests');
}
