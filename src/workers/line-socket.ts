import type { Socket } from 'node:net';

/** Characters that may wait for a peer that does not read; then it is cut off. */
const MOST_WAITING = 256 << 20;

/** A socket that carries lines of text in both directions. */
export class LineSocket {
  #rest: string[] = [];

  /**
   * @param take gets each line, without its end
   * @param closed told once, however it ends
   */
  constructor(
    private readonly socket: Socket,
    take: (line: string) => void,
    closed: () => void,
  ) {
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      let from = 0;
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
        const line = text.slice(from, end);
        from = end + 1;
        if (this.#rest.length === 0) take(line);
        else take(this.#rest.splice(0).join('') + line);
      }
      if (from < text.length) this.#rest.push(text.slice(from));
    });
    // The end of the connection follows.
    socket.on('error', () => undefined);
    socket.once('close', closed);
  }

  send(line: string): void {
    this.socket.write(`${line}\n`);
    if (this.socket.writableLength > MOST_WAITING) this.socket.destroy();
  }

  close(): void {
    this.socket.destroy();
  }
}
