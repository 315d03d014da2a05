import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @returns the error, if any */
export function mount(...args: string[]): string | undefined {
  const { status, error, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

/** Returns whether a file system in memory can be mounted, which some containers forbid. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'likeness-mount-'));
  const isMounted = mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder) === undefined;
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
}
