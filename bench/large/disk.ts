import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the bytes of all files in a folder and its subfolders, except those in `without`. */
export function folderBytes(folder: string, without: ReadonlySet<string> = new Set()): number {
  let bytes = 0;
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (without.has(path)) continue;
    bytes += entry.isDirectory() ? folderBytes(path, without) : sizeOf(path);
  }
  return bytes;
}

// Files can disappear while they are counted.
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function sizeOf(path: string): number {
  try {
    const { size, blocks } = statSync(path);
    return Math.min(size, blocks * 512);
  } catch {
    return 0;
  }
}
