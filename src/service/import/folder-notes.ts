import { NO_COUNTS, type Counts } from './file-job.js';
import type { BatchNote, ImportNotes } from './import-notes.js';
import { RejectFile } from './reject-file.js';

/** Saves the rejected rows of an import in a file of the user's choice; counts start at zero when it continues. */
export class FolderNotes implements ImportNotes {
  #rejects: RejectFile | undefined;
  #columns: readonly string[] = [];

  constructor(private readonly rejectsPath: string) {}

  async begin(done: number): Promise<Counts> {
    await this.close();
    this.#rejects = await RejectFile.open(this.rejectsPath, done, () => this.#columns);
    return { ...NO_COUNTS, read: done };
  }

  async keep({ from, columns, rejects }: BatchNote): Promise<void> {
    this.#columns = columns;
    await this.#rejects!.append(rejects, from);
  }

  async close(): Promise<void> {
    await this.#rejects?.close();
    this.#rejects = undefined;
  }
}
