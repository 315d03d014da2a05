import { join } from 'node:path';
import { withFile, type StoreFiles } from './store-files.js';
import { encodeLine, eachLine } from './lines.js';

/**
 * Returns the file name of a truncation marker, which has the valid length of a journal. A marker is written only if an
 * append failed and the journal could not be cut. Without a marker, the next startup might read rejected transactions
 * from the journal. A marker gets its name only when it is on disk, so an unreadable marker is damaged, not incomplete.
 */
export function markerName(generation: number): string {
  return `journal-${generation}.fence`;
}

/** Returns the generation in a marker's file name, or `undefined` for any other file. */
export function parseMarkerName(name: string): number | undefined {
  const match = /^journal-(\d{1,15})\.fence$/.exec(name);
  return match === null ? undefined : Number(match[1]);
}

export async function writeMarker(
  files: StoreFiles,
  folder: string,
  generation: number,
  length: number,
): Promise<void> {
  const path = join(folder, markerName(generation));
  await withFile(files, `${path}.tmp`, 'create', async (file) => {
    await file.write(encodeLine(JSON.stringify({ length })), 0);
    await file.sync();
  });
  await files.rename(`${path}.tmp`, path);
  await files.syncFolder(folder);
}

/** Returns the valid length, or `undefined` if the marker is damaged. */
export async function readMarker(files: StoreFiles, folder: string, generation: number): Promise<number | undefined> {
  const lengths: unknown[] = [];
  await withFile(files, join(folder, markerName(generation)), 'read', (file) =>
    eachLine(file, ({ payload, complete }) => {
      const isWhole = payload !== undefined && complete;
      lengths.push(isWhole ? (JSON.parse(payload.toString()) as { length: unknown }).length : undefined);
    }),
  );
  const [length] = lengths;
  return lengths.length === 1 && typeof length === 'number' ? length : undefined;
}
