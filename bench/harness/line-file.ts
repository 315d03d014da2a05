import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

const BUFFER_BYTES = 1 << 20;
/** Maximum bytes of UTF-8 per UTF-16 code unit. */
const MOST_BYTES = 3;

/** A file written line by line. The buffer is bounded. */
export class LineFile {
  readonly #file;
  #error: Error | undefined;
  #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #used = 0;
  /** Maximum number of buffered bytes so far. */
  waited = 0;

  constructor(path: string, header: string) {
    this.#file = createWriteStream(path).on('error', (error) => (this.#error = error));
    this.#put(header);
  }

  /** @returns a promise to await before adding the next line, if the buffer is full */
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
