import { rm } from 'node:fs/promises';
import { copyFolder } from './copy-folder.js';
import { parseMarkerName } from './truncation-marker.js';
import { unlessMissing } from '../runtime/missing-file.js';
import { systemFiles, type StoreFiles } from './store-files.js';
import { parseFileName } from './format.js';
import type { FileExtent } from './journal-entry.js';
import { StoreDamagedError } from './store-errors.js';
import { verify, type InspectionOptions, type Verification } from './verify.js';

export interface BackupOptions extends InspectionOptions {
  /** Names of other files in the folder to copy, if they exist. */
  readonly also?: readonly string[];
}

const ATTEMPTS = 5;

/**
 * Copies a data folder while another process may write to it, and verifies the copy. The copy has every transaction
 * that was acknowledged before the call. Journals only grow, so the copy is an earlier state of the folder, with a last
 * line that may be incomplete, as after a crash. If a compaction removes files, copying starts again.
 * @param target a path that does not exist, or an empty folder; gets a complete backup or nothing
 * @throws StoreDamagedError if the folder is damaged; no backup is left
 * @throws Error if compactions interrupted every attempt, or the target is not empty
 */
export async function backupBeside(folder: string, target: string, options: BackupOptions = {}): Promise<Verification> {
  const { files = systemFiles, also = [] } = options;
  for (let attempt = 1; ; attempt++) {
    const copied = await filesToCopy(files, folder, also);
    let verification: Verification | undefined;
    try {
      await copyFolder(files, folder, target, copied);
      verification = await verify(target, options);
      if (verification.damages.length === 0) return verification;
      await rm(target, { recursive: true });
    } catch (error) {
      unlessMissing(error);
      if (attempt === ATTEMPTS)
        throw new Error(
          `${folder}: in each of ${ATTEMPTS} attempts, a compaction removed files during the copy: try again later`,
          {
            cause: error,
          },
        );
    }
    const [damage] = verification?.damages ?? [];
    if (damage !== undefined && attempt === ATTEMPTS)
      throw new StoreDamagedError(`${folder} is damaged: ${damage.message}`, damage.location);
  }
}

/**
 * @throws StoreDamagedError if the backup is damaged; nothing is written
 * @throws Error if the folder exists and is not empty
 */
export async function restore(backup: string, folder: string, options: BackupOptions = {}): Promise<Verification> {
  const { files = systemFiles, also = [] } = options;
  const copied = await filesToCopy(files, backup, also);
  const verification = await verify(backup, options);
  const [damage] = verification.damages;
  if (damage !== undefined) throw new StoreDamagedError(`${backup} is damaged: ${damage.message}`, damage.location);
  await copyFolder(files, backup, folder, copied);
  return verification;
}

/** Lists snapshots before journals, older before newer. A snapshot says how far its journals must reach. */
async function filesToCopy(files: StoreFiles, folder: string, also: readonly string[]): Promise<FileExtent[]> {
  const names = (await files.list(folder)).filter(
    (name) => parseFileName(name) !== undefined || parseMarkerName(name) !== undefined || also.includes(name),
  );
  if (!names.some((name) => parseFileName(name) !== undefined))
    throw new StoreDamagedError(`${folder} contains no store`);
  return names.sort(byAge).map((name) => ({ name, length: undefined }));
}

function byAge(a: string, b: string): number {
  const [x, y] = [parseFileName(a), parseFileName(b)];
  if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
  return x.kind === y.kind ? x.generation - y.generation : x.kind === 'snapshot' ? -1 : 1;
}
