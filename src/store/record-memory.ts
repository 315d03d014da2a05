import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ArenaMemory } from '../runtime/memory/arena-memory.js';
import { UnreadableError } from './store-errors.js';
import { systemFiles, type StoreFiles } from './store-files.js';

export interface RecordMemory {
  /** Maximum bytes of records in memory. Other records are read from a page file in the store's folder. */
  readonly bytes: number;
  /** Size of a slab in bytes. Only tests set it. */
  readonly slabBytes?: number;
}

const PAGES = /^records-[0-9a-f-]{36}\.pages$/;

/** Returns whether a file is the page file of a process that has exited. */
export function isPageFile(name: string): boolean {
  return PAGES.test(name);
}

/**
 * Returns the memory limit of a store, or `undefined` if everything is in memory.
 * @param folder Folder of this store alone, or of stores that share its files
 * @param tell receives messages for operators
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

/** Removes page files that killed processes left behind. @param folder Folder that no other process uses */
export async function removePageFiles(folder: string, files: StoreFiles): Promise<void> {
  for (const name of await files.list(folder)) if (isPageFile(name)) await files.remove(join(folder, name));
}
