import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.js';
import { needs } from '../support/needs.js';
import { newFolder } from '../support/temporary-folder.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(root, 'data/deploy/FIRST-HOUR.md'), 'utf8');
const steps = [...page.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, text]) => text!);

it('the first hour goes as its page says, in an empty folder', needs('python', 'npm-registry'), async () => {
  const [folder, packed] = [newFolder(), newFolder()];
  mkdirSync(join(folder, 'tmp'));
  // The sources are built already, and the page needs no types.
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', packed];
  const printed = execFileSync('npm', pack, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], timeout: 300_000 });
  const name = printed.toString().trim();
  const tarball = join(packed, name.split('\n').at(-1)!);
  const [port, hooks] = [await freePort(), await freePort()];
  const script = steps.join('\n').replaceAll('8080', String(port)).replaceAll('8090', String(hooks));
  const env = { ...process.env, PACKAGE: tarball, NEXT: tarball, TMPDIR: join(folder, 'tmp') };
  // Stops background processes if a step fails.
  const guarded = `set -euo pipefail; trap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n${script}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', guarded], { cwd: folder, env, timeout: 600_000 });
  expect(stdout).toMatch(/TypeScript: updated 00Q\w{15} found 1\n[^]*Python: updated 00Q\w{15} found 1\n[^]*Okafor\n/);
  // Updated again after the upgrade.
  expect(stdout.match(/TypeScript: updated/g)).toHaveLength(2);
  expect(existsSync(join(folder, 'backup-1'))).toBe(true);
  expect(existsSync(join(folder, 'store'))).toBe(false);
  expect(readFileSync(join(folder, 'events.log'), 'utf8')).toMatch(/"type":"record\.updated"/);
});
