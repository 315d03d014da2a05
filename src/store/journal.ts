import { join } from 'node:path';
import { writeMarker } from './truncation-marker.js';
import type { StoreFiles, OpenFile } from './store-files.js';
import { fileName, headerPayload, parseFileName, type Format, type Header } from './format.js';
import { encodeLine } from './lines.js';

/** The files of a data folder are not those that its process has written. */
export class ReplacedError extends Error {
  override readonly name = 'ReplacedError';
}

/** The journal that is being written: appends whole batches, each made durable before `append` resolves. */
export class Journal {
  readonly #path: string;
  readonly #identity: string;
  /** Something was written that does not count yet. */
  #isDirty = false;

  private constructor(
    readonly folder: string,
    readonly generation: number,
    readonly files: StoreFiles,
    readonly file: OpenFile,
    /** Bytes that are on disk and count. */
    public length: number,
  ) {
    this.#path = join(folder, fileName('journal', generation));
    this.#identity = file.identity();
  }

  /** Makes a new, empty journal, durable under its name. */
  static async create(
    folder: string,
    begin: Pick<Header, 'generation' | 'sequence' | 'commits'>,
    files: StoreFiles,
    format: Format,
  ): Promise<Journal> {
    const { generation } = begin;
    const file = await files.open(join(folder, fileName('journal', generation)), 'create', 'through');
    try {
      const header = encodeLine(headerPayload('journal', format, begin));
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
  static async resume(folder: string, generation: number, length: number, files: StoreFiles): Promise<Journal> {
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

  /**
   * Resolves when the bytes are on disk, where the next start will look for them. After a rejection the journal may not
   * be written again: call `discardFailedAppend`.
   *
   * @throws ReplacedError as `checkInPlace` does
   */
  async append(bytes: Buffer): Promise<void> {
    const { length } = this;
    // Where the file was moved is seen below, and what was written to it is cut off again.
    this.#mustHave(this.file.sizeNow(), length);
    this.#isDirty = true;
    await this.file.write(bytes, length);
    await this.file.sync();
    this.#mustHave(this.#sizeInPlace(), length + bytes.length);
    this.length += bytes.length;
    this.#isDirty = false;
  }

  /**
   * Whether the next start will find the journal, with what was written to it and nothing else: writes to a file that
   * was removed, moved or written by somebody else succeed. Costs some microseconds. Not while something is appended.
   *
   * @throws ReplacedError
   */
  checkInPlace(): void {
    this.#mustHave(this.#sizeInPlace(), this.length);
  }

  /** The same at any time: what is being appended is not looked at. */
  checkNotCut(): void {
    this.#mustHave(this.#sizeInPlace(), this.length, Infinity);
  }

  #sizeInPlace(): number {
    const found = this.files.look(this.#path);
    if (found?.identity === this.#identity) return found.size;
    throw new ReplacedError(
      `${fileName('journal', this.generation)} is not in ${this.folder} any more: it was removed or replaced while in use`,
    );
  }

  #mustHave(size: number, length: number, most = length): void {
    if (size >= length && size <= most) return;
    throw new ReplacedError(
      `${fileName('journal', this.generation)} in ${this.folder} has ${size} bytes instead of ${length}: it was replaced or changed while in use`,
    );
  }

  /**
   * After a failed append: sees to it that nothing of it comes back at the next start. Cuts the journal to its last
   * good byte; where that fails, writes a truncation marker. The failed sync is not tried again: the sync here is of
   * the cut.
   *
   * @returns false when neither could be made durable: then nobody can know what the next start will find
   */
  async discardFailedAppend(): Promise<boolean> {
    // The file may be another one by now.
    if (!this.#isDirty) return true;
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
 * Looks whether a journal, and the snapshot before it, are as they were left.
 *
 * @returns what is not; `undefined` also where it cannot be told, for want of file descriptors for example
 */
export async function replacedFile(journal: Journal, hasSnapshot: boolean): Promise<ReplacedError | undefined> {
  const { files, folder } = journal;
  try {
    journal.checkNotCut();
    if (!hasSnapshot) return undefined;
    const names = await files.list(folder);
    if (names.some((one) => parseFileName(one)?.kind === 'snapshot')) return undefined;
    return new ReplacedError(`the snapshot is not in ${folder} any more: it was removed or replaced while in use`);
  } catch (error) {
    return error instanceof ReplacedError ? error : undefined;
  }
}
