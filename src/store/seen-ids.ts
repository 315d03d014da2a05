import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHANGE_COUNTER } from './history.js';
import { MERGED_COUNTER } from './merged-ids.js';
import { DECISION_COUNTER } from './review-decisions.js';

const FILE = 'ids.seen';
/** Numbers that other nodes may have given out and this one has not seen, when the database lost its last commits. */
export const MARGIN = 10_000;

/** Counters whose numbers are known outside: Ids by key prefix, of changes, decisions and merged records. */
const isOfIds = (name: string): boolean => name.startsWith('id:') || OF_LINES.has(name);
const OF_LINES: ReadonlySet<string> = new Set([CHANGE_COUNTER, DECISION_COUNTER, MERGED_COUNTER]);

/**
 * Which Ids were given out, as far as this process has seen; kept in its folder. A log that lost its last commits does
 * not know them, and would give them to others: whoever still has such an Id would read and change another person,
 * undo another change, or take new changes for ones that it has read.
 */
export class SeenIds {
  #kept = '';

  constructor(private readonly folder: string) {}

  /** @param counters the highest numbers given out, by name */
  async keep(counters: ReadonlyMap<string, number>): Promise<void> {
    const text = JSON.stringify(Object.fromEntries([...counters].filter(([name]) => isOfIds(name))));
    if (text === this.#kept) return;
    const path = join(this.folder, FILE);
    await writeFile(`${path}.new`, text, { mode: 0o600 });
    await rename(`${path}.new`, path);
    this.#kept = text;
  }

  /**
   * Raises counters that are below what was seen: the next Ids of this process are new ones, and others follow it.
   *
   * @param margin numbers that others may have given out besides
   */
  async raise(counters: Map<string, number>, margin: number): Promise<void> {
    for (const [name, seen] of Object.entries(await this.#read()))
      if (isOfIds(name) && seen > (counters.get(name) ?? 0)) counters.set(name, seen + margin);
  }

  /** Nothing where there is no file, or none that was written whole. */
  async #read(): Promise<Readonly<Record<string, number>>> {
    try {
      return JSON.parse(await readFile(join(this.folder, FILE), 'utf8')) as Record<string, number>;
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw error;
    }
  }
}
