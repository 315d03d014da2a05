import { join } from 'node:path';
import { crc32 } from './checksum.js';
import { withFile, type StoreFiles, type OpenFile } from './store-files.js';
import { parseFileName } from './format.js';
import type { FileExtent } from './journal-adapter.js';

/** A state of a store, told by the exact bytes of its files: two stores at one position hold the same. */
export interface StoreFingerprint {
  readonly files: readonly FileFingerprint[];
}

export interface FileFingerprint {
  readonly name: string;
  readonly length: number;
  /** CRC-32 of each successive `PIECE` of these bytes. */
  readonly checksums: readonly number[];
}

/** A checksum of this much takes a fraction of a millisecond. */
const PIECE = 1 << 20;

export async function fingerprintOf(
  files: StoreFiles,
  folder: string,
  extents: readonly FileExtent[],
): Promise<StoreFingerprint> {
  const positions: FileFingerprint[] = [];
  for (const { name, length } of extents)
    positions.push(await withFile(files, join(folder, name), 'read', (file) => fileFingerprint(file, name, length)));
  return { files: positions };
}

/** See `FileStore.continues`. */
export async function isContinuation(
  files: StoreFiles,
  folder: string,
  extents: readonly FileExtent[],
  fingerprint: StoreFingerprint,
): Promise<boolean> {
  const known = new Map(fingerprint.files.map((file) => [file.name, file]));
  if (!fingerprint.files.every(({ name }) => extents.some((file) => file.name === name))) return false;
  for (const { name, length } of extents) {
    const before = known.get(name);
    const isJournal = parseFileName(name)?.kind === 'journal';
    // Only journals grow, and only journals are added.
    if (before === undefined && isJournal) continue;
    if (before === undefined) return false;
    const fits = await withFile(files, join(folder, name), 'read', async (file) => {
      const now = length ?? (await file.size());
      if (isJournal ? now < before.length : now !== before.length) return false;
      return isSame(before, await fileFingerprint(file, name, before.length));
    });
    if (!fits) return false;
  }
  return true;
}

async function fileFingerprint(file: OpenFile, name: string, counted: number | undefined): Promise<FileFingerprint> {
  const length = counted ?? (await file.size());
  const checksums: number[] = [];
  const piece = Buffer.allocUnsafe(Math.min(PIECE, length));
  for (let at = 0; at < length; at += PIECE) {
    const wanted = piece.subarray(0, Math.min(PIECE, length - at));
    if ((await file.read(wanted, at)) < wanted.length) throw new Error(`${name} ends before its ${length} bytes`);
    checksums.push(crc32(wanted));
  }
  return { name, length, checksums };
}

function isSame(a: FileFingerprint, b: FileFingerprint): boolean {
  return a.length === b.length && a.checksums.every((checksum, i) => checksum === b.checksums[i]);
}
