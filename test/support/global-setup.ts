import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresServer } from './postgres-server.js';

const MARK = 'LIKENESS_TEST_FOLDER';

/** One folder for all temporary files of a run, also those of the programs that tests start; removed at the end. */
export default function setup(): void {
  // Every project of the configuration comes here, in one process.
  if (process.env[MARK] !== undefined) return;
  // Short: the lock of a data folder is a socket in it, whose path may have 107 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'likeness-'));
  process.env['TMPDIR'] = process.env[MARK] = folder;
  process.once('exit', () => {
    PostgresServer.endLeft(folder);
    rmSync(folder, { recursive: true, force: true });
  });
}
