import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

/** A file that appears under its name only when it is complete: an interrupted command leaves no half of one. */
export class OutputFile {
  #failure: Error | undefined;

  private constructor(private readonly stream: WriteStream) {
    stream.on('error', (error) => (this.#failure = error));
  }

  static async write(path: string, fill: (output: OutputFile) => Promise<void>): Promise<void> {
    const part = `${path}.part`;
    const stream = createWriteStream(part);
    const output = new OutputFile(stream);
    try {
      await fill(output);
      stream.end();
      await finished(stream);
      await rename(part, path);
    } catch (error) {
      stream.destroy();
      await rm(part, { force: true });
      throw error;
    }
  }

  /** Whether the file could be written now. @throws the system's error where not */
  static async check(path: string): Promise<void> {
    const part = `${path}.part`;
    await writeFile(part, '');
    await rm(part, { force: true });
    if ((await stat(path).catch(() => undefined))?.isDirectory())
      throw Object.assign(new Error('is a folder'), { code: 'EISDIR', path });
  }

  /** Of commands' output options: those that are given. To be called before the work. */
  static async checkAll(...paths: readonly (string | undefined)[]): Promise<void> {
    for (const path of paths) if (path !== undefined) await OutputFile.check(path);
  }

  async add(text: string): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    if (!this.stream.write(text)) await once(this.stream, 'drain');
  }
}
