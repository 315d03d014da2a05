import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('a run fails, and names what is missing, if LIKENESS_REQUIRE names a tool that is not on this machine', () => {
  const env = { ...process.env, PATH: '/nowhere', LIKENESS_REQUIRE: 'openssl', LIKENESS_TEST_FOLDER: undefined };
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project=node', 'test/source/tiers.test.ts'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  expect(stderr).toContain('LIKENESS_REQUIRE: not on this machine: openssl');
  expect(status).toBe(1);
});
