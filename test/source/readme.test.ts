import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { program, serve } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const blocks = [...readme.matchAll(/^```(sh|text)\n([\s\S]*?)^```/gm)].map(([, kind, text]) => ({
  kind,
  text: text!,
}));

it('is one page', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(151);
});

it('links to what is there', () => {
  const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)]
    .map(([, path]) => path!)
    .filter((path) => !/^https?:/.test(path));
  expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('names scripts that there are', () => {
  const named = [...readme.matchAll(/npm (?:run )?([a-z][a-z:]*)/g)].map(([, name]) => name!);
  expect(named.filter((name) => name !== 'run' && !Object.hasOwn(scripts, name))).toEqual([]);
});

/** `npx` as in a clone. */
function commands(): string {
  const folder = newFolder();
  chmodSync(fileIn(folder, 'npx', `#!/bin/sh\nshift\nexec '${process.execPath}' '${program}' "$@"\n`), 0o755);
  return folder;
}

it('its commands work when pasted, one after the other, and print what it shows', async () => {
  const data = newFolder();
  const work = newFolder();
  mkdirSync(join(work, 'data'));
  symlinkSync(join(root, 'data', 'demo'), join(work, 'data', 'demo'));
  const env = { PATH: `${commands()}:${process.env['PATH'] ?? ''}`, HOME: process.env['HOME'], LIKENESS_DATA: data };
  const run = async (scripts: readonly string[]): Promise<string[]> => {
    const script = scripts.map((text) => `${text}\necho\necho ---\n`).join('');
    const { stdout } = await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', script], { cwd: work, env });
    return stdout.split('\n---\n').map((text) => text.trim().replace(/ +$/gm, ''));
  };
  const pasted = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text);
  const atStart = pasted.findIndex((text) => text === 'npm start\n');
  const [explained] = await run(pasted.slice(0, atStart));
  const output = blocks.find(({ kind }) => kind === 'text')!.text;
  expect(explained).toBe(output.trim().replace(/ +$/gm, ''));

  const served = await serve(data, ['--demo']);
  const rest = pasted.slice(atStart + 1).map((text) => text.replaceAll('http://127.0.0.1:8080', served.url));
  const [cleaned, deduped, learned, , upserted, found] = await run(rest);
  expect(cleaned).toMatch(/groups of duplicates, [1-9]\d* rows merged[\s\S]*report\.html/);
  expect(deduped).toMatch(/rows compared: [1-9]\d* pairs of duplicates in [1-9]\d* groups/);
  expect(learned).toMatch(/threshold [\d.]+ \(\*\)[\s\S]*rows compared: [1-9]\d* pairs/);
  expect(JSON.parse(upserted!)).toMatchObject({ isSuccess: true, isCreated: true });
  expect(JSON.parse(found!)).toMatchObject({ '00Q': [{ objectData: { LastName: 'Lindqvist' } }] });
  expect(await served.stop()).toBe(0);
}, 600_000);
