import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ArenaMemory } from '../memory/arena-memory.js';
import { UnreadableError } from './store-errors.js';
import { systemFiles, type StoreFiles } from './store-files.js';

/** How much of the records and their history stays in memory. */
export interface RecordMemory {
  /** Bytes; what is beyond them is read from a page file in the store's own folder. */
  readonly bytes: number;
  /** Bytes of a slab; smaller only in tests. */
  readonly slabBytes?: number;
}

const PAGES = /^records-[0-9a-f-]{36}\.pages$/;

/** Whether a file of the folder is a page file: one that a process which has ended left there. */
export function isPageFile(name: string): boolean {
  return PAGES.test(name);
}

/**
 * The bound of memory of a store; `undefined`: there is none, and all is in memory.
 *
 * @param folder of this store alone, or of those that share its files
 * @param tell is told what operators are to know
 */
export function boundedBy(
  memory: RecordMemory | undefined,
  folder: string,
  files: StoreFiles = systemFiles,
  tell: (message: string) => void = () => undefined,
): ArenaMemory | undefined {
  if (memory === undefined) return undefined;
  return new ArenaMemory({
    ...memory,
    open: () => files.makeScratch(join(folder, `records-${randomUUID()}.pages`)),
    tell,
    unreadable: (cause) => new UnreadableError(cause),
  });
}

/** Removes page files that processes left behind which were killed. @param folder that no other process works in */
export async function removePageFiles(folder: string, files: StoreFiles): Promise<void> {
  for (const name of await files.list(folder)) if (isPageFile(name)) await files.remove(join(folder, name));
}
