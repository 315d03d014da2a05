import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withFileLock } from '../../src/auth/file-lock.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = join(root, 'src/console');
/** Where the service looks for it. */
export const BUILT = join(root, 'dist/console');

/** Builds the console where it is not built, or older than its sources. One process does it, others wait. */
export function buildConsole(): void {
  mkdirSync(join(root, 'dist'), { recursive: true });
  withFileLock(join(root, 'dist/.console.lock'), () => {
    const page = join(BUILT, 'index.html');
    if (existsSync(page) && statSync(page).mtimeMs > newestSource()) return;
    const fresh = `${BUILT}.fresh`;
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const args = [vite, 'build', '--config', join(sources, 'vite.config.mjs'), '--outDir', fresh];
    execFileSync(process.execPath, args, { stdio: 'inherit' });
    rmSync(BUILT, { recursive: true, force: true });
    renameSync(fresh, BUILT);
  });
}

function newestSource(): number {
  const times = [sources, join(root, 'src/charts')].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => statSync(join(folder, file)).mtimeMs),
  );
  return Math.max(...times);
}
