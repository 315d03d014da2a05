import { readFileSync, statSync } from 'node:fs';
import { refuseIfShared } from './private-file.js';

/**
 * The parsed content of a file, always current: every reading costs one `stat` (a few microseconds), and the file is
 * read again when its modification time, size, inode or rights have changed. A file that cannot be parsed throws at
 * every reading: it fails closed.
 */
export class WatchedFile<T> {
  #signature: string | undefined;
  #value: T | undefined;

  /**
   * @param parse turns the text into the value; gets `undefined` when there is no such file
   * @param access `owner`: a file that anybody else may read or write is refused
   */
  constructor(
    readonly path: string,
    private readonly parse: (text: string | undefined) => T,
    private readonly access: 'anybody' | 'owner' = 'anybody',
  ) {}

  /** @throws whatever `parse` throws, AuthError for rights that are too wide, or the error of the file system */
  read(): T {
    // Taken before the content: a change in between shows as a difference at the next reading.
    const stat = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    const signature = stat === undefined ? 'absent' : `${stat.mtimeNs} ${stat.size} ${stat.ino} ${stat.mode}`;
    if (signature !== this.#signature) {
      this.#signature = undefined;
      if (stat !== undefined && this.access === 'owner') refuseIfShared(this.path, Number(stat.mode));
      this.#value = this.parse(stat === undefined ? undefined : readFileSync(this.path, 'utf8'));
      this.#signature = signature;
    }
    return this.#value as T;
  }
}
