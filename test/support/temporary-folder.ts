import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates an empty folder that is deleted when the run ends. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'folder-'));
}

/** Writes a file. @returns its path */
export function fileIn(folder: string, name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
