import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missing } from './needs.js';
import { IN_MEMORY, PostgresServer } from './postgres-server.js';

const PROGRAM = fileURLToPath(new URL('../../src/cli/launch/likeness.mjs', import.meta.url));
const MARK = 'LIKENESS_TEST_FOLDER';

/** Minimum free bytes of the file system in memory. */
const ROOM = 4e9;

/** A folder in memory if there is space and `TMPDIR` is not set: thousands of commits would wait for the disk. */
function placeForFolders(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Builds the programs that tests start. Puts a run's temporary files into one folder, deleted at the end. */
export default function setup(): void {
  // All projects of the configuration call this in one process.
  if (process.env[MARK] !== undefined) return;
  const lacking = missing();
  if (lacking.length > 0) {
    const message = `LIKENESS_REQUIRE: not on this machine: ${lacking.join(', ')}`;
    // Print no stack, because Vitest cannot map it when transforms are cached on disk.
    throw Object.assign(new Error(message), { stack: message });
  }
  execFileSync(process.execPath, [PROGRAM, '--version'], { stdio: ['ignore', 'ignore', 'inherit'] });
  // The path is short, because a data folder's lock is a socket, whose path may have at most 107 bytes.
  const folder = mkdtempSync(join(placeForFolders(), 'likeness-'));
  process.env['TMPDIR'] = process.env[MARK] = folder;
  process.once('exit', () => {
    PostgresServer.endLeft(folder);
    rmSync(folder, { recursive: true, force: true });
  });
}
