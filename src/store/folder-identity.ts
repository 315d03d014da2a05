import { randomBytes, randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder, PRIVATE } from '../runtime/make-folder.js';
import { lockFolder } from './lock.js';

/**
 * Distinguishes a data folder from its copies. Backups do not contain this file. The file has its own inode number, so
 * that a folder copied by other means counts as another folder.
 */
export const IDENTITY_FILE = 'identity.json';

const schema = z.strictObject({ identity: z.uuid(), file: z.string() });

/** Returns the identity. Creates one if the file is missing or was copied. Must not run concurrently. */
export async function folderIdentity(folder: string): Promise<string> {
  const path = join(folder, IDENTITY_FILE);
  const kept = await readIdentity(path);
  return kept ?? newIdentity(folder, path);
}

/** Gives a copied folder its own identity. @throws StoreLockedError while a process has the folder open */
export async function renewFolderIdentity(
  folder: string,
): Promise<{ readonly identity: string; readonly former: string | undefined }> {
  const lock = await lockFolder(folder);
  try {
    const path = join(folder, IDENTITY_FILE);
    return { former: await readIdentity(path), identity: await newIdentity(folder, path) };
  } finally {
    await lock.release();
  }
}

async function readIdentity(path: string): Promise<string | undefined> {
  try {
    const [text, { ino }] = [await readFile(path, 'utf8'), await stat(path, { bigint: true })];
    const { identity, file } = schema.parse(JSON.parse(text));
    return file === String(ino) ? identity : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A file with other content counts as copied.
    if (code === undefined || code === 'ENOENT') return undefined;
    throw error;
  }
}

async function newIdentity(folder: string, path: string): Promise<string> {
  await makeFolder(folder, PRIVATE);
  const identity = randomUUID();
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      const { ino } = await file.stat({ bigint: true });
      await file.writeFile(`${JSON.stringify({ identity, file: String(ino) })}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return identity;
}
