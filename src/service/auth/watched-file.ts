import { readFileSync, statSync } from 'node:fs';
import { refuseIfShared } from './private-file.js';

/**
 * The parsed content of a file, always current. Each read costs one `stat` (a few microseconds). If modification time,
 * size, inode or permissions have changed, the file is parsed again. If the file is invalid, each read throws, so that
 * access is denied.
 */
export class WatchedFile<T> {
  #signature: string | undefined;
  #value: T | undefined;

  /**
   * @param parse receives the content, or `undefined` if there is no file
   * @param access `owner` rejects a file that others may read or write
   */
  constructor(
    readonly path: string,
    private readonly parse: (text: string | undefined) => T,
    private readonly access: 'anybody' | 'owner' = 'anybody',
  ) {}

  /** @throws any error from `parse`, AuthError if others have access, or a file system error */
  read(): T {
    // Call `stat` before reading the content, so that the next read detects a change in between.
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
