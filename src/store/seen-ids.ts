import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../runtime/missing-file.js';
import { CHANGE_COUNTER } from './history.js';
import { MERGED_COUNTER } from './merged-ids.js';
import { DECISION_COUNTER } from './review-decisions.js';

const FILE = 'ids.seen';
/** Number of Ids to skip after the database has lost commits. Other nodes may have issued these Ids. */
export const MARGIN = 10_000;

/** Returns whether clients see a counter's numbers, in Ids of records, changes, decisions and merged records. */
const isSeen = (name: string): boolean => name.startsWith('id:') || OF_LINES.has(name);
const OF_LINES: ReadonlySet<string> = new Set([CHANGE_COUNTER, DECISION_COUNTER, MERGED_COUNTER]);

/**
 * Stores the last Ids that this process has seen, in its folder. A log that loses its last commits would issue their
 * Ids again. A client with such an Id would then read or change the wrong record, undo the wrong change, or miss new
 * changes.
 */
export class SeenIds {
  #kept = '';

  constructor(private readonly folder: string) {}

  async keep(counters: ReadonlyMap<string, number>): Promise<void> {
    const text = JSON.stringify(Object.fromEntries([...counters].filter(([name]) => isSeen(name))));
    if (text === this.#kept) return;
    const path = join(this.folder, FILE);
    await writeFile(`${path}.new`, text, { mode: 0o600 });
    await rename(`${path}.new`, path);
    this.#kept = text;
  }

  /**
   * Raises counters to at least the stored numbers, so that new Ids are unused.
   * @param margin how many more numbers other nodes may have issued
   */
  async raise(counters: Map<string, number>, margin: number): Promise<void> {
    for (const [name, seen] of Object.entries(await this.#read()))
      if (isSeen(name) && seen > (counters.get(name) ?? 0)) counters.set(name, seen + margin);
  }

  /** Reads the stored numbers, if the file is complete. */
  async #read(): Promise<Readonly<Record<string, number>>> {
    try {
      return JSON.parse(await readFile(join(this.folder, FILE), 'utf8')) as Record<string, number>;
    } catch (error) {
      if (error instanceof SyntaxError || isMissing(error)) return {};
      throw error;
    }
  }
}
