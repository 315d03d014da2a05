import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

const BUFFER_BYTES = 1 << 20;
/** UTF-8 takes at most so many bytes for each unit of a string. */
const MOST_BYTES = 3;

/** A file that is written line by line, never faster than the disk takes it: what waits is bounded. */
export class LineFile {
  readonly #file;
  #error: Error | undefined;
  #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #used = 0;
  /** Greatest number of bytes that have waited for the disk at once. */
  waited = 0;

  constructor(path: string, header: string) {
    this.#file = createWriteStream(path).on('error', (error) => (this.#error = error));
    this.#put(header);
  }

  /** @returns what to wait for before the next line, where the disk is behind */
  add(line: string): Promise<void> | undefined {
    if (this.#used + (line.length + 1) * MOST_BYTES > BUFFER_BYTES)
      return this.#flush().then(() => {
        this.#put(line);
      });
    this.#put(line);
    return undefined;
  }

  async close(): Promise<void> {
    await this.#flush();
    this.#file.end();
    await once(this.#file, 'close');
    if (this.#error) throw this.#error;
  }

  #put(line: string): void {
    this.#used += this.#buffer.write(line, this.#used);
    this.#buffer[this.#used++] = 0x0a;
  }

  async #flush(): Promise<void> {
    if (this.#error) throw this.#error;
    const isTaken = this.#file.write(this.#buffer.subarray(0, this.#used));
    this.#buffer = Buffer.allocUnsafe(BUFFER_BYTES);
    this.#used = 0;
    this.waited = Math.max(this.waited, this.#file.writableLength);
    if (!isTaken) await once(this.#file, 'drain');
  }
}
