import { createReadStream, type ReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Failure } from '../../runtime/failure.js';

/** Number of bytes read at the start, to detect the kind of file, or at the end. */
const ENDS = 256 * 1024;
const GZIP = Buffer.from([0x1f, 0x8b]);

/** A text file, decompressed if necessary. The file can be read several times. */
export class FileBytes {
  #stream: ReadStream | undefined;

  private constructor(
    private readonly path: string,
    private readonly name: string,
    /** Size on disk in bytes. */
    readonly size: number,
    private readonly isPacked: boolean,
    private readonly maxUnpacked: number,
  ) {}

  /** @param name file name for messages @param maxUnpacked maximum bytes after decompression */
  static async open(path: string, name: string, maxUnpacked = Infinity): Promise<FileBytes> {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const { buffer, bytesRead } = await file.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
      return new FileBytes(path, name, size, bytesRead === GZIP.length && buffer.equals(GZIP), maxUnpacked);
    } finally {
      await file.close();
    }
  }

  get bytesRead(): number {
    return this.#stream?.bytesRead ?? 0;
  }

  /** Returns the first bytes, up to 256 kB. */
  async beginning(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of this.chunks()) {
      chunks.push(chunk);
      if ((length += chunk.length) >= ENDS) break;
    }
    return Buffer.concat(chunks).subarray(0, ENDS);
  }

  /** Returns the last bytes, up to 256 kB. */
  async ending(): Promise<Buffer> {
    let ending: Buffer = Buffer.alloc(0);
    if (this.isPacked) {
      for await (const chunk of this.chunks()) ending = Buffer.concat([ending, chunk]).subarray(-ENDS);
      return ending;
    }
    const file = await open(this.path);
    try {
      ending = Buffer.alloc(Math.min(ENDS, this.size));
      await file.read(ending, 0, ending.length, this.size - ending.length);
      return ending;
    } finally {
      await file.close();
    }
  }

  /** Reads all bytes from the start. @throws Failure for a compressed file that is corrupt or too large */
  async *chunks(): AsyncGenerator<Buffer> {
    const stream = createReadStream(this.path, { highWaterMark: 1 << 18 });
    this.#stream = stream;
    // The pipeline forwards the file's errors to the reader.
    const source = this.isPacked ? pipeline(stream, createGunzip({ chunkSize: 1 << 18 }), () => undefined) : stream;
    let unpacked = 0;
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        unpacked += chunk.length;
        if (this.isPacked && unpacked > this.maxUnpacked) throw this.#tooLarge();
        yield chunk;
      }
    } catch (error) {
      if (!this.isPacked || !/^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
      throw new Failure(`${this.name}: not readable as gzip: ${(error as Error).message}`);
    } finally {
      stream.destroy();
      source.destroy();
    }
  }

  #tooLarge(): Failure {
    const limit = `the limit of ${Math.floor(this.maxUnpacked / 1024 / 1024)} MB of memory (fileMemory)`;
    return new Failure(`${this.name}: the decompressed file exceeds ${limit}`);
  }
}
