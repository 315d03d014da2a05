import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();

/** Creates a folder that is deleted when the process exits, unless the process is killed. */
export function temporaryFolder(name: string): string {
  if (folders.size === 0) {
    process.once('exit', removeAll);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  }
  const folder = mkdtempSync(join(tmpdir(), `likeness-bench-${name}-`));
  folders.add(folder);
  return folder;
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
