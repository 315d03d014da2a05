import { readFileSync, statSync } from 'node:fs';

/**
 * The parsed content of a file, always current: every reading costs one `stat` (a few microseconds), and the file is read again when its
 * modification time, size or inode has changed. A file that cannot be parsed throws at every reading: it fails closed.
 */
export class WatchedFile<T> {
  #signature: string | undefined;
  #value: T | undefined;

  /** @param parse turns the text into the value; gets `undefined` when there is no such file */
  constructor(
    readonly path: string,
    private readonly parse: (text: string | undefined) => T,
  ) {}

  /** @throws whatever `parse` throws, or the error of the file system */
  read(): T {
    // Taken before the content: a change in between shows as a difference at the next reading.
    const stat = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    const signature = stat === undefined ? 'absent' : `${stat.mtimeNs} ${stat.size} ${stat.ino}`;
    if (signature !== this.#signature) {
      this.#signature = undefined;
      this.#value = this.parse(stat === undefined ? undefined : readFileSync(this.path, 'utf8'));
      this.#signature = signature;
    }
    return this.#value as T;
  }
}
