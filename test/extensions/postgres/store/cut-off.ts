import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between a node and its database that can cut the connection. */
export class CuttableLine {
  #left = Infinity;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((near) => this.#join(near));
  #address = '';

  private constructor(private readonly to: URL) {}

  static async to(url: string): Promise<CuttableLine> {
    const line = new CuttableLine(new URL(url));
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', () => resolve()));
    const address = new URL(url);
    address.hostname = '127.0.0.1';
    address.port = String((line.#server.address() as AddressInfo).port);
    line.#address = address.toString();
    return line;
  }

  /** URL of the database through the proxy. */
  get url(): string {
    return this.#address;
  }

  /** Cuts the connection after this many chunks in either direction. */
  cutAfter(pieces: number): void {
    this.#left = Math.min(this.#left, pieces);
    if (this.#left === 0) this.#cut();
  }

  mend(): void {
    this.#left = Infinity;
  }

  close(): Promise<void> {
    this.#cut();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #join(near: Socket): void {
    if (this.#left <= 0) {
      near.destroy();
      return;
    }
    const far = connect({ host: this.to.hostname, port: Number(this.to.port || 5432) });
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#sockets.delete(from);
        into.destroy();
      });
      from.on('data', (piece) => {
        if (this.#left <= 0) return;
        this.#left -= 1;
        into.write(piece);
        if (this.#left === 0) this.#cut();
      });
    }
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
