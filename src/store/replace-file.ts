import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemFiles, withFile } from './store-files.js';

/** Only the owner can read these files, because they have keys, hashed secrets and licenses. */
const OWNER_ONLY = 0o600;

/**
 * Replaces a file atomically. Even after a power failure, readers find the whole old or the whole new content. The
 * folder must exist. Resolves when the file is on disk.
 */
export async function replaceFile(path: string, content: string): Promise<void> {
  const temporary = temporaryOf(path);
  try {
    await withFile(systemFiles, temporary, 'create', async (file) => {
      await file.write(Buffer.from(content), 0);
      await file.sync();
    });
    await systemFiles.rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await systemFiles.syncFolder(dirname(path));
}

export function replaceFileSync(path: string, content: string): void {
  publish(path, content, renameSync);
}

/** Creates a file atomically and durably. If the file exists, returns false and changes nothing. */
export function createFileSync(path: string, content: string): boolean {
  try {
    publish(path, content, (temporary) => {
      linkSync(temporary, path);
      rmSync(temporary);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const temporaryOf = (path: string): string => `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;

function publish(path: string, content: string, move: (temporary: string, path: string) => void): void {
  const temporary = temporaryOf(path);
  try {
    const file = openSync(temporary, 'wx', OWNER_ONLY);
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    move(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Makes a rename or a link durable. Does nothing on Windows, which cannot open folders and does not need this. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
