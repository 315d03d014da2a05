import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

it('every threat of the threat model names tests that are there', () => {
  const rows = readFileSync(`${root}src/service/auth/THREATS.md`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const files = [...row.matchAll(/`(test\/[\w/.-]+\.test\.ts)`/g)].map((match) => match[1]!);
    expect(files.length, row).toBeGreaterThan(0);
    for (const file of files) expect(existsSync(root + file), file).toBe(true);
  }
});
