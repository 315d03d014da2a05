import { systemFiles } from './files.js';
import { copyFolder } from './copy-folder.js';
import { parseFileName } from './format.js';
import { StoreDamagedError } from './record-store.js';
import { verify, type InspectionOptions, type Verification } from './verify.js';

/**
 * Puts a backup in the place of a data folder that does not exist or is empty.
 *
 * @throws StoreDamagedError when the backup does not verify; nothing is written then
 * @throws Error when the folder holds anything
 */
export async function restore(backup: string, folder: string, options: InspectionOptions = {}): Promise<Verification> {
  const files = options.files ?? systemFiles;
  const names = (await files.list(backup)).filter((name) => parseFileName(name) !== undefined);
  if (names.length === 0) throw new StoreDamagedError(`${backup} holds no files of a store`);
  const verification = await verify(backup, options);
  const [damage] = verification.damages;
  if (damage !== undefined) throw new StoreDamagedError(`${backup} is damaged: ${damage.message}`, damage.place);
  const counted = names.map((name) => ({ name, length: undefined }));
  await copyFolder(files, backup, folder, counted);
  return verification;
}
