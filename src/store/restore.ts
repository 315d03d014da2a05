import { systemFiles } from './files.js';
import { copyFolder } from './copy-folder.js';
import { parseFenceName } from './fence.js';
import { parseFileName } from './format.js';
import { StoreDamagedError } from './record-store.js';
import type { BackupOptions } from './backup-beside.js';
import { verify, type Verification } from './verify.js';

/**
 * Puts a backup in the place of a data folder that does not exist or is empty.
 *
 * @throws StoreDamagedError when the backup does not verify; nothing is written then
 * @throws Error when the folder holds anything
 */
export async function restore(backup: string, folder: string, options: BackupOptions = {}): Promise<Verification> {
  const files = options.files ?? systemFiles;
  const held = await files.list(backup);
  const names = held.filter((name) => parseFileName(name) !== undefined || parseFenceName(name) !== undefined);
  if (!names.some((name) => parseFileName(name) !== undefined))
    throw new StoreDamagedError(`${backup} holds no files of a store`);
  const verification = await verify(backup, options);
  const [damage] = verification.damages;
  if (damage !== undefined) throw new StoreDamagedError(`${backup} is damaged: ${damage.message}`, damage.place);
  const also = held.filter((name) => options.also?.includes(name) === true);
  const counted = [...names, ...also].map((name) => ({ name, length: undefined }));
  await copyFolder(files, backup, folder, counted);
  return verification;
}
