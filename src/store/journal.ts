import { join } from 'node:path';
import { writeMarker } from './truncation-marker.js';
import type { StoreFiles, OpenFile } from './store-files.js';
import { fileName, headerPayload, parseFileName, type Header } from './format.js';
import { encodeLine } from './lines.js';

/** The data folder's files were replaced: they are not the files that this process wrote. */
export class ReplacedError extends Error {
  override readonly name = 'ReplacedError';
}

/** The current journal. A batch is appended as a whole, and is durable when `append` resolves. */
export class Journal {
  readonly #path: string;
  readonly #identity: string;
  #isDirty = false;

  private constructor(
    readonly folder: string,
    readonly generation: number,
    readonly files: StoreFiles,
    readonly file: OpenFile,
    /** Number of valid bytes on disk. */
    public length: number,
  ) {
    this.#path = join(folder, fileName('journal', generation));
    this.#identity = file.identity();
  }

  static async create(
    folder: string,
    begin: Pick<Header, 'generation' | 'sequence' | 'commits'>,
    files: StoreFiles,
  ): Promise<Journal> {
    const { generation } = begin;
    const file = await files.open(join(folder, fileName('journal', generation)), 'create', 'through');
    try {
      const header = encodeLine(headerPayload('journal', begin));
      await file.write(header, 0);
      await file.sync();
      await files.syncFolder(folder);
      return new Journal(folder, generation, files, file, header.length);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Opens a journal and truncates it to `length` bytes. First syncs data that a crashed process may have left. */
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
   * Resolves when the bytes are on disk, where the next startup finds them. After a rejection, call
   * `discardFailedAppend` before the next write.
   * @throws ReplacedError see `checkInPlace`
   */
  async append(bytes: Buffer): Promise<void> {
    const { length } = this;
    // If the file was moved, the check below fails, and the bytes are cut off.
    this.#mustHave(this.file.sizeNow(), length);
    this.#isDirty = true;
    await this.file.write(bytes, length);
    await this.file.sync();
    this.#mustHave(this.#sizeInPlace(), length + bytes.length);
    this.length += bytes.length;
    this.#isDirty = false;
  }

  /**
   * Checks that the next startup will find exactly this journal, because writes to a removed, moved or replaced file
   * also succeed. Takes a few microseconds. Must not be called during an append.
   * @throws ReplacedError
   */
  checkInPlace(): void {
    this.#mustHave(this.#sizeInPlace(), this.length);
  }

  /** Like `checkInPlace`, but works at any time, because it ignores bytes being appended. */
  checkNotCut(): void {
    this.#mustHave(this.#sizeInPlace(), this.length, Infinity);
  }

  #sizeInPlace(): number {
    const found = this.files.look(this.#path);
    if (found?.identity === this.#identity) return found.size;
    throw new ReplacedError(
      `${fileName('journal', this.generation)} is no longer in ${this.folder}: it was removed or replaced while in use`,
    );
  }

  #mustHave(size: number, length: number, most = length): void {
    if (size >= length && size <= most) return;
    throw new ReplacedError(
      `${fileName('journal', this.generation)} in ${this.folder} has ${size} bytes instead of ${length}: it was replaced or changed while in use`,
    );
  }

  /**
   * Hides a failed append from the next startup: cuts the journal after its last valid byte or, if that fails, writes a
   * truncation marker. Does not repeat the failed sync. The sync here only makes the cut durable.
   * @returns false if neither cut nor marker could be made durable, so that the state after a restart is unknown
   */
  async discardFailedAppend(): Promise<boolean> {
    // The file may have been replaced.
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
 * Checks that a journal and the snapshot before it are unchanged.
 * @returns an error that names the changed file, or `undefined` if both are unchanged or no file descriptor is free
 */
export async function replacedFile(journal: Journal, hasSnapshot: boolean): Promise<ReplacedError | undefined> {
  const { files, folder } = journal;
  try {
    journal.checkNotCut();
    if (!hasSnapshot) return undefined;
    const names = await files.list(folder);
    if (names.some((one) => parseFileName(one)?.kind === 'snapshot')) return undefined;
    return new ReplacedError(`the snapshot is no longer in ${folder}: it was removed or replaced while in use`);
  } catch (error) {
    return error instanceof ReplacedError ? error : undefined;
  }
}
