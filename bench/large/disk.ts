import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of all files in a folder and below it, but for those that are not to be counted. */
export function folderBytes(folder: string, without: ReadonlySet<string> = new Set()): number {
  let bytes = 0;
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (without.has(path)) continue;
    bytes += entry.isDirectory() ? folderBytes(path, without) : sizeOf(path);
  }
  return bytes;
}

// Files come and go while they are counted.
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
