import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn, PENDING, pendingFiles, replaceFiles } from './replace-files.js';
import { fileNames } from './config-schemas.js';

export type FolderFiles = ReadonlyMap<string, Buffer>;

const LIST = /^lists\/[^/\\\0]+\.txt$/;

export function isConfigurationFile(name: string): boolean {
  return (fileNames as readonly string[]).includes(name) || LIST.test(name);
}

/** Sorted by name. Empty if the folder does not exist. */
export async function readFolderFiles(folder: string): Promise<FolderFiles> {
  const lists = (await namesIn(join(folder, 'lists'))).map((name) => `lists/${name}`);
  const pending = await pendingFiles(folder);
  const names = [...new Set([...(await namesIn(folder)), ...lists, ...pending])].filter(isConfigurationFile).sort();
  const files = new Map<string, Buffer>();
  for (const name of names) files.set(name, await readFile(join(folder, pending.includes(name) ? PENDING : '', name)));
  return files;
}

/** Replaces all configuration files of a folder. Does not change other files. */
export async function writeFolderFiles(folder: string, files: FolderFiles): Promise<void> {
  const before = await readFolderFiles(folder);
  await replaceFiles(folder, files);
  for (const name of before.keys()) if (!files.has(name)) await rm(join(folder, name), { force: true });
}

/** Returns the SHA-256 of names and contents, in hexadecimal. */
export function digestOfFiles(files: FolderFiles): string {
  const hash = createHash('sha256');
  for (const [name, content] of files) hash.update(JSON.stringify([name, content.length])).update(content);
  return hash.digest('hex');
}
