import { once } from 'node:events';
import { constants, createWriteStream, type WriteStream } from 'node:fs';
import { access, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

/**
 * Where a file is written: `part` is given the name of `target` once it is complete. A link stays, and what it leads to
 * is replaced. A device, a pipe or a terminal is written to, and never replaced: no `part`.
 */
async function placeOf(path: string): Promise<{ readonly target: string; readonly part?: string }> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR', path });
  if (there !== undefined && !there.isFile()) return { target: path };
  const target = there === undefined ? path : await realpath(path);
  return { target, part: `${target}.part` };
}

/** A file that appears under its name only when it is complete: an interrupted command leaves no half of one. */
export class OutputFile {
  #failure: Error | undefined;

  private constructor(private readonly stream: WriteStream) {
    stream.on('error', (error) => (this.#failure = error));
  }

  static async write(path: string, fill: (output: OutputFile) => Promise<void>): Promise<void> {
    const { target, part } = await placeOf(path);
    const stream = createWriteStream(part ?? target);
    const output = new OutputFile(stream);
    try {
      await fill(output);
      stream.end();
      await finished(stream);
      if (part !== undefined) await rename(part, target);
    } catch (error) {
      stream.destroy();
      if (part !== undefined) await rm(part, { force: true });
      throw error;
    }
  }

  /** Whether the file could be written now. @throws the system's error where not */
  static async check(path: string): Promise<void> {
    const { target, part } = await placeOf(path);
    if (part === undefined) return access(target, constants.W_OK);
    await writeFile(part, '');
    await rm(part, { force: true });
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
