import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { durations } from '../support/slowest-first.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file));
/** Tests of benches are in the folder of the benches, which may start programs. */
const sources = new Map(
  [...filesIn('test', '.ts'), ...filesIn('bench', '.test.ts')].map((file) => [
    file,
    readFileSync(join(root, file), 'utf8'),
  ]),
);
const files = [...sources.keys()].filter((file) => file.endsWith('.test.ts'));
/** Looks for programs, and starts them only to check whether they work. */
const LOOKS_ONLY = 'test/support/needs.ts';
/** Modules that start programs, servers or browsers, or connect to them. */
const STARTERS = ['node:child_process', 'node:cluster', 'pg', 'playwright-core'];

/** Returns the modules that a file loads, excluding types. */
function* imports(file: string): Generator<string> {
  for (const [, name] of sources.get(file)!.matchAll(/^(?:import|export) (?!type\b)(?:[^';]*? from )?'([^']+)'/gm))
    yield name!;
  for (const [, name] of sources.get(file)!.matchAll(/\bimport\('([^']+)'\)/g)) yield name!;
}

/** Returns the import path from a file to a module that starts programs; `undefined` if there is none. */
function wayToStarter(file: string, seen = new Set<string>()): string | undefined {
  if (seen.has(file) || file === LOOKS_ONLY) return undefined;
  seen.add(file);
  for (const name of imports(file)) {
    if (STARTERS.includes(name)) return `${file} > ${name}`;
    const target = normalize(join(dirname(file), name)).replace(/\.js$/, '.ts');
    const way = name.startsWith('.') && sources.has(target) ? wayToStarter(target, seen) : undefined;
    if (way !== undefined) return `${file} > ${way}`;
  }
  return undefined;
}

it('a test that starts a program, a database or a browser says so in its name', () => {
  const plain = files.filter((file) => !/\.(?:program|postgres|browser|client|fault|nightly)\.test\.ts$/.test(file));
  expect(plain.length).toBeGreaterThan(100);
  expect(plain.map((file) => wayToStarter(file)).filter((way) => way !== undefined)).toEqual([]);
});

it('names have no tier that there is not', () => {
  const known = /^[^.]+(?:\.(?:program|postgres|browser|client|fault|nightly))?\.test\.ts$/;
  expect(files.filter((file) => !known.test(file.slice(file.lastIndexOf('/') + 1)))).toEqual([]);
});

it('durations are those of files that there are', () => {
  const known = new Set(files);
  expect(Object.keys(durations()).filter((file) => !known.has(file))).toEqual([]);
});
