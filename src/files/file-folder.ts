import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptFileSchema, type KeptFile } from './file-job.js';

const FILE_ID = /^file-\d{12}$/;

/** Uploaded files and what came of them, in the data folder: for its owner only, in no backup. */
export class FileFolder {
  readonly #path: string;

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'files');
  }

  /** What was kept, in the order of the Ids; folders that are not whole are removed. */
  async all(): Promise<KeptFile[]> {
    const kept: KeptFile[] = [];
    for (const name of (await readdir(this.#path).catch(() => [])).sort()) {
      if (!FILE_ID.test(name)) continue;
      const read = await readFile(join(this.#path, name, 'file.json'), 'utf8').then(
        (text) => keptFileSchema.safeParse(JSON.parse(text)),
        () => undefined,
      );
      if (read?.success === true && read.data.id === name) kept.push(read.data);
      else await this.remove(name);
    }
    return kept;
  }

  async put(file: KeptFile): Promise<void> {
    const path = join(this.#path, file.id, 'file.json');
    await writeFile(`${path}.new`, JSON.stringify(file), { mode: 0o600, flush: true });
    await rename(`${path}.new`, path);
  }

  pathOf(id: string, name: string): string {
    return join(this.#path, id, name);
  }

  /** A new, empty folder in the place of whatever was there. */
  async emptyFolder(id: string, name: string): Promise<string> {
    const path = this.pathOf(id, name);
    await rm(path, { recursive: true, force: true });
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  }

  /**
   * Writes what is sent, piece by piece.
   *
   * @param limit bytes
   * @returns `undefined` where it is larger; nothing is left of it then
   */
  async receive(
    id: string,
    name: string,
    pieces: AsyncIterable<Buffer>,
    limit: number,
  ): Promise<{ size: number; sha256: string } | undefined> {
    await mkdir(join(this.#path, id), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    let size = 0;
    const file = await open(this.pathOf(id, name), 'wx', 0o600);
    try {
      for await (const piece of pieces) {
        size += piece.length;
        if (size > limit) return undefined;
        hash.update(piece);
        await file.write(piece);
      }
      await file.datasync();
    } finally {
      await file.close();
    }
    return { size, sha256: hash.digest('hex') };
  }

  async has(id: string, name: string): Promise<boolean> {
    return stat(this.pathOf(id, name)).then(
      (found) => found.isFile(),
      () => false,
    );
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.#path, id), { recursive: true, force: true });
  }
}
