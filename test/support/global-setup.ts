import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missing } from './needs.js';
import { IN_MEMORY, PostgresServer } from './postgres-server.js';

const PROGRAM = fileURLToPath(new URL('../../src/cli/launch/likeness.mjs', import.meta.url));
const MARK = 'LIKENESS_TEST_FOLDER';

/** Bytes that must be free in memory. */
const ROOM = 4e9;

/** In memory where there is room and nothing else is said: thousands of small commits wait for their disk. */
function placeForFolders(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Programs and threads that tests start are the built ones, and all temporary files of a run lie in one folder that is
 * removed at the end.
 */
export default function setup(): void {
  // Every project of the configuration comes here, in one process.
  if (process.env[MARK] !== undefined) return;
  const lacking = missing();
  if (lacking.length > 0) {
    const message = `LIKENESS_REQUIRE: not on this machine: ${lacking.join(', ')}`;
    // Without a stack, because Vitest cannot map one that comes from here while transforms are kept on disk.
    throw Object.assign(new Error(message), { stack: message });
  }
  execFileSync(process.execPath, [PROGRAM, '--version'], { stdio: ['ignore', 'ignore', 'inherit'] });
  // Short: the lock of a data folder is a socket in it, whose path may have 107 bytes.
  const folder = mkdtempSync(join(placeForFolders(), 'likeness-'));
  process.env['TMPDIR'] = process.env[MARK] = folder;
  process.once('exit', () => {
    PostgresServer.endLeft(folder);
    rmSync(folder, { recursive: true, force: true });
  });
}
