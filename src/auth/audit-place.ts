import { closeSync, fsync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { appendLines, AUDIT_LOCK, writeHead } from './audit-file.js';
import { lastAuditLines } from './audit-tail.js';
import { tryFileLock } from '../store/try-file-lock.js';

const fsyncFile = promisify(fsync);

/** Where the lines of an audit log are kept. */
export interface AuditPlace {
  /**
   * Appends entries as lines of the chain.
   *
   * @param taken is told how many of them, from the first on, are part of the log, as soon as they are: what fails
   * later is no reason to append them again
   * @returns false when somebody else writes at this moment: nothing was appended
   */
  append(entries: readonly object[], taken: (count: number) => void): Promise<boolean>;
  /** The last lines, newest first; fewer than asked for where the log, or what is read of it, ends. */
  last(most: number): Promise<string[]>;
}

/** The audit log of a data folder. */
export class AuditFolder implements AuditPlace {
  constructor(private readonly folder: string) {}

  async append(entries: readonly object[], taken: (count: number) => void): Promise<boolean> {
    const release = tryFileLock(join(this.folder, AUDIT_LOCK));
    if (release === undefined) return false;
    try {
      const { file, head } = appendLines(this.folder, entries);
      taken(entries.length);
      try {
        await fsyncFile(file);
      } finally {
        closeSync(file);
      }
      writeHead(this.folder, head);
      return true;
    } finally {
      release();
    }
  }

  last(most: number): Promise<string[]> {
    return lastAuditLines(this.folder, most);
  }
}
