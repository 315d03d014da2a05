import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('../../src', import.meta.url));

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

/** Names that stand for several things, with the files where they do. */
function several(named: Iterable<readonly [name: string, file: string]>): [string, string[]][] {
  const all = new Map<string, string[]>();
  for (const [name, file] of named) all.set(name, [...(all.get(name) ?? []), file]);
  return [...all].filter(([, where]) => where.length > 1);
}

it('a file name means one thing in the whole house: only index.ts stands in several folders', () => {
  const named = files.map((file) => [basename(file), file] as const).filter(([name]) => name !== 'index.ts');
  expect(several(named)).toEqual([]);
});

it('the name of an exported type means one thing in the whole house', () => {
  const named = files.flatMap((file) => {
    const text = readFileSync(join(src, file), 'utf8');
    return Array.from(text.matchAll(/^export (?:interface|type|class) (\w+)/gm), ([, name]) => [name!, file] as const);
  });
  expect(several(named)).toEqual([]);
});
