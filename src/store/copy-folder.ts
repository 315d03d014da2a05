import { basename, dirname, join, resolve } from 'node:path';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { unlessMissing } from '../runtime/missing-file.js';
import { withFile, type StoreFiles } from './store-files.js';
import type { FileExtent } from './journal-entry.js';

const CHUNK = 1 << 20;

/** Copies files into a new folder. @throws Error if the target is not empty */
export function copyFolder(files: StoreFiles, from: string, to: string, names: readonly FileExtent[]): Promise<void> {
  return makeWhole(files, to, async (partial) => {
    for (const { name, length } of names)
      await copyFile(files, join(from, name), join(partial, name), length ?? Infinity);
  });
}

/**
 * Creates a folder atomically: fills and syncs it under another name, then renames it.
 * @param fill writes and syncs the files in the temporary folder
 * @throws Error if the target is not empty, and any error from `fill`
 */
export async function makeWhole<T>(files: StoreFiles, to: string, fill: (partial: string) => Promise<T>): Promise<T> {
  const target = resolve(to);
  const parent = dirname(target);
  const held = await files.list(target).catch(unlessMissing);
  if (held !== undefined && held.length > 0) throw new Error(`${target} is not empty: choose a new or empty folder`);
  const partial = join(parent, `.${basename(target)}-${randomBytes(6).toString('hex')}.partial`);
  await files.makeFolder(partial);
  let filled: T;
  try {
    filled = await fill(partial);
    await files.syncFolder(partial);
    await files.rename(partial, target);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  await files.syncFolder(parent);
  return filled;
}

async function copyFile(files: StoreFiles, from: string, to: string, length: number): Promise<void> {
  await withFile(files, from, 'read', (source) =>
    withFile(files, to, 'create', async (copy) => {
      const chunk = Buffer.allocUnsafe(CHUNK);
      for (let at = 0; at < length;) {
        const got = await source.read(chunk.subarray(0, Math.min(CHUNK, length - at)), at);
        if (got === 0) break;
        await copy.write(chunk.subarray(0, got), at);
        at += got;
      }
      await copy.sync();
    }),
  );
}
