import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @returns what went wrong */
export function mount(...args: string[]): string | undefined {
  const { status, error, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

/** Whether a file system in memory can be mounted here: not in every container. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'likeness-mount-'));
  const isMounted = mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder) === undefined;
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
}
