import { join } from 'node:path';
import { crc32 } from './checksum.js';
import type { Files, OpenFile } from './files.js';
import { parseFileName } from './format.js';
import type { CountedFile } from './journal-adapter.js';
import { eachLine } from './lines.js';
import type { JournalEntry } from './recovery.js';

/** A state of a store, told by the exact bytes of its files: two stores at one position hold the same. */
export interface StorePosition {
  readonly files: readonly FilePosition[];
}

export interface FilePosition {
  readonly name: string;
  readonly length: number;
  /** CRC-32 of each successive `PIECE` of these bytes. */
  readonly checksums: readonly number[];
}

/** A checksum of this much takes a fraction of a millisecond. */
const PIECE = 1 << 20;

export async function positionOf(
  files: Files,
  folder: string,
  counted: readonly CountedFile[],
): Promise<StorePosition> {
  const positions: FilePosition[] = [];
  for (const { name, length } of counted)
    positions.push(await withFile(files, join(folder, name), (file) => filePosition(file, name, length)));
  return { files: positions };
}

/** See `FileStore.changedSince`. */
export async function changedSince(
  files: Files,
  folder: string,
  counted: readonly CountedFile[],
  position: StorePosition,
): Promise<ReadonlySet<string> | undefined> {
  const known = new Map(position.files.map((file) => [file.name, file]));
  if (!position.files.every(({ name }) => counted.some((file) => file.name === name))) return undefined;
  const changed = new Set<string>();
  for (const { name, length } of counted) {
    const before = known.get(name);
    const isJournal = parseFileName(name)?.kind === 'journal';
    if (before === undefined && !isJournal) return undefined;
    const fits = await withFile(files, join(folder, name), async (file) => {
      const now = length ?? (await file.size());
      const from = before?.length ?? 0;
      if (now < from || (!isJournal && now !== from)) return false;
      if (before !== undefined && !isSame(before, await filePosition(file, name, from))) return false;
      if (now > from) await collect(file, from, changed);
      return true;
    });
    if (!fits) return undefined;
  }
  return changed;
}

async function filePosition(file: OpenFile, name: string, counted: number | undefined): Promise<FilePosition> {
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

function isSame(a: FilePosition, b: FilePosition): boolean {
  return a.length === b.length && a.checksums.every((checksum, i) => checksum === b.checksums[i]);
}

/** The records that the entries of a journal from an offset on change. The store has read these lines before: they are whole. */
async function collect(file: OpenFile, from: number, changed: Set<string>): Promise<void> {
  await eachLine(file, ({ number, offset, payload }) => {
    // The first line is the header.
    if (number === 1 || offset < from || payload === undefined) return;
    for (const change of (JSON.parse(payload.toString()) as JournalEntry).t) {
      if (change.kind === 'put') changed.add(change.record.id);
      else if (change.kind === 'delete' || change.kind === 'erase') changed.add(change.id);
    }
  });
}

async function withFile<T>(files: Files, path: string, use: (file: OpenFile) => Promise<T>): Promise<T> {
  const file = await files.open(path, 'read');
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}
