import { join } from 'node:path';
import { writeMarker } from './truncation-marker.js';
import type { Files, OpenFile } from './files.js';
import { fileName, headerPayload, parseFileName, type Format } from './format.js';
import { encodeLine } from './lines.js';

/** The journal that is being written: appends whole batches, each made durable before `append` resolves. */
export class Journal {
  private constructor(
    readonly folder: string,
    readonly generation: number,
    readonly files: Files,
    readonly file: OpenFile,
    /** Bytes that are on disk and count. */
    public length: number,
  ) {}

  /** Makes a new, empty journal, durable under its name. */
  static async create(
    folder: string,
    generation: number,
    sequence: number,
    files: Files,
    format: Format,
  ): Promise<Journal> {
    const file = await files.open(join(folder, fileName('journal', generation)), 'create', 'through');
    try {
      const header = encodeLine(headerPayload('journal', format, generation, sequence));
      await file.write(header, 0);
      await file.sync();
      await files.syncFolder(folder);
      return new Journal(folder, generation, files, file, header.length);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * Opens a journal to go on after its first `length` bytes; the rest is cut off. What a crashed process left in the
   * system's cache is made durable before anyone can read it.
   */
  static async resume(folder: string, generation: number, length: number, files: Files): Promise<Journal> {
    const file = await files.open(join(folder, fileName('journal', generation)), 'write', 'through');
    try {
      if ((await file.size()) > length) await file.truncate(length);
      await file.sync();
      return new Journal(folder, generation, files, file, length);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Resolves when the bytes are on disk. After a rejection the journal may not be written again: call `disown`. */
  async append(bytes: Buffer): Promise<void> {
    await this.file.write(bytes, this.length);
    await this.file.sync();
    this.length += bytes.length;
  }

  /**
   * After an append: whether it went where the next start will look for it. Writes to a removed file succeed. Costs
   * some microseconds a batch.
   *
   * @throws Error when the file was removed
   */
  checkNotRemoved(): void {
    if (this.file.links() > 0) return;
    throw new Error(`${fileName('journal', this.generation)} was removed while in use`);
  }

  /** Which file it is, whatever its name is now. */
  get identity(): string {
    return this.file.identity();
  }

  /**
   * After a failed append: sees to it that nothing of it comes back at the next start. Cuts the journal to its last
   * good byte; where that fails, writes a truncation marker. The failed sync is not tried again: the sync here is of
   * the cut.
   *
   * @returns false when neither could be made durable: then nobody can know what the next start will find
   */
  async discardFailedAppend(): Promise<boolean> {
    try {
      await this.file.truncate(this.length);
      await this.file.sync();
      return true;
    } catch {
      try {
        await writeMarker(this.files, this.folder, this.generation, this.length);
        return true;
      } catch {
        return false;
      }
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

/**
 * Looks whether a journal, and the snapshot before it, are where they were put.
 *
 * @returns what is missing; `undefined` also where it cannot be told, for want of file descriptors for example
 */
export async function missingFile(journal: Journal, hasSnapshot: boolean): Promise<string | undefined> {
  const { files, folder, generation } = journal;
  const name = fileName('journal', generation);
  try {
    if ((await files.identity(join(folder, name))) !== journal.identity) return name;
    if (!hasSnapshot) return undefined;
    const names = await files.list(folder);
    return names.some((one) => parseFileName(one)?.kind === 'snapshot') ? undefined : 'the snapshot';
  } catch {
    return undefined;
  }
}
