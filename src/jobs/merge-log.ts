import { open, readFile } from 'node:fs/promises';
import type { Merges } from './job-place.js';

/**
 * The records that a job was about to merge, a line of Ids each: written before each merge, so that none is missing
 * when the process ends at any moment. Whether a merge was made, the records' history says.
 */
export class MergeLog implements Merges {
  constructor(private readonly path: string) {}

  /** Resolves when it is on disk. */
  async add(ids: readonly string[]): Promise<void> {
    const file = await open(this.path, 'a', 0o600);
    try {
      await file.appendFile(`${JSON.stringify(ids)}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  /** Oldest first. A line that was not finished counts for none: its merge had not begun. */
  async all(): Promise<string[][]> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as string[]);
  }
}
