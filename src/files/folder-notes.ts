import { readFile } from 'node:fs/promises';
import { replaceFile } from '../store/replace-file.js';
import { countsSchema, NO_COUNTS, type Counts } from './file-job.js';
import type { BatchNote, ImportNotes, KeptCounts } from './file-place.js';
import { RejectFile } from './reject-file.js';

/**
 * Keeps an import's counts and rejected rows in files. Without one for them, counts begin where an import is taken up.
 */
export class FolderNotes implements ImportNotes {
  #rejects: RejectFile | undefined;
  #columns: readonly string[] = [];

  constructor(
    private readonly rejectsPath: string,
    private readonly countsPath?: string,
  ) {}

  async begin(done: number): Promise<Counts> {
    await this.close();
    this.#rejects = await RejectFile.open(this.rejectsPath, done, () => this.#columns);
    if (done === 0 || this.countsPath === undefined) return countsAt(undefined, done);
    return countsAt(await readFile(this.countsPath, 'utf8').catch(() => undefined), done);
  }

  async keep({ from, upTo, columns, rejects, counts }: BatchNote): Promise<void> {
    this.#columns = columns;
    await this.#rejects!.append(rejects, from);
    if (counts === undefined || this.countsPath === undefined) return;
    await replaceFile(this.countsPath, keptCounts(from, upTo, counts));
  }

  async close(): Promise<void> {
    await this.#rejects?.close();
    this.#rejects = undefined;
  }
}

export function keptCounts(from: number, upTo: number, counts: NonNullable<BatchNote['counts']>): string {
  const kept: KeptCounts = { done: upTo, counts: counts.after, before: { done: from, counts: counts.before } };
  return JSON.stringify(kept);
}

/** The counts when so many rows were done; where they are not known they begin there. */
export function countsAt(text: string | null | undefined, done: number): Counts {
  if (done === 0) return NO_COUNTS;
  try {
    const read = JSON.parse(text ?? '') as KeptCounts;
    return countsSchema.parse(read.done === done ? read.counts : read.before.counts);
  } catch {
    return { ...NO_COUNTS, read: done };
  }
}
