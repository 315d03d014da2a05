import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * `open`: forwards everything. `silent`: drops everything without closing connections. `mute`: drops only the server's
 * data. `deaf`: drops only the clients' data. `closed`: refuses connections.
 */
export type Passage = 'open' | 'silent' | 'mute' | 'deaf' | 'closed';

/** The direction that is still forwarded. */
const ONE_WAY: Partial<Record<Passage, 'there' | 'back'>> = { mute: 'there', deaf: 'back' };

/** A proxy between clients and one server that can simulate network failures. */
export class TcpProxy {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [client: Socket, server: Socket]>();
  #passage: Passage = 'open';
  /** Time of the server's first response since this was last cleared, in milliseconds of `performance.now`. */
  answered: number | undefined;

  private constructor(
    /** Port of the server on this machine. */
    public target: number,
  ) {
    this.#server = createServer((client) => this.#carry(client));
  }

  static async start(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', () => resolve()));
    proxy.#server.unref();
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** A silently dropped connection stays dropped, so its users must detect this. */
  set passage(passage: Passage) {
    this.#passage = passage;
    if (passage === 'closed') this.reset();
  }

  /** Closes all connections. */
  reset(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  async close(): Promise<void> {
    this.reset();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #carry(client: Socket): void {
    if (this.#passage === 'closed') {
      client.destroy();
      return;
    }
    const server = connect(this.target, '127.0.0.1');
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    let isDead = false;
    const passes = (direction: 'there' | 'back'): boolean => {
      const oneWay = ONE_WAY[this.#passage];
      if (this.#passage === 'silent' || (oneWay !== undefined && direction !== oneWay)) isDead = true;
      return this.#passage === 'open' ? !isDead : direction === oneWay;
    };
    const join = (from: Socket, to: Socket, direction: 'there' | 'back'): void => {
      from.setNoDelay(true);
      from.on('data', (bytes) => {
        if (!passes(direction) || !to.writable) return;
        to.write(bytes);
        if (direction === 'back') this.answered ??= performance.now();
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        // On a dropped connection, the client does not notice that the server has closed it.
        if (!isDead || direction === 'there') to.destroy();
        if (client.destroyed && server.destroyed) this.#pairs.delete(pair);
      });
    };
    join(client, server, 'there');
    join(server, client, 'back');
  }
}
