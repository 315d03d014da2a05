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
const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, text]) => ({ text: text! }));

it('is one page', () => expect(readme.split('\n').length).toBeLessThanOrEqual(81));

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

/** Runs the documented commands as in a clone. */
function commands(): string {
  const folder = newFolder();
  const script = `#!/bin/sh\nshift 4\nexec '${process.execPath}' '${program}' "$@"\n`;
  chmodSync(fileIn(folder, 'npm', script), 0o755);
  return folder;
}

/** Rows of the tables before and after, as `key: cells`. */
function tableRows(): { before: string[]; after: string[] } {
  const rows = [...readme.matchAll(/^\| (contact-\d+|\*\*becomes\*\*)\s*\|(.*)\|$/gm)].map(([, key, cells]) => ({
    key: key!,
    cells: cells!.split('|').map((cell) => cell.trim()),
  }));
  const at = rows.findIndex(({ key }) => key.includes('becomes'));
  const text = (from: typeof rows) => from.map(({ key, cells }) => [key, ...cells].join(','));
  return { before: text(rows.slice(0, at)), after: text(rows.slice(at + 1)) };
}

/** Returns the same cells from a CSV file with a header. The demo file has no quotes. */
function cellsOf(csv: string): Set<string> {
  const [header = '', ...lines] = csv.split(/\r?\n/);
  const names = header.split(',');
  const wanted = ['key', 'FirstName', 'LastName', 'Email', 'Phone'].map((name) => names.indexOf(name));
  return new Set(lines.map((line) => wanted.map((at) => line.split(',')[at]).join(',')));
}

it('its commands work when pasted, one after the other, and give what it shows', async () => {
  const data = newFolder();
  const work = newFolder();
  mkdirSync(join(work, 'data'));
  symlinkSync(join(root, 'data', 'demo'), join(work, 'data', 'demo'));
  const env = { PATH: `${commands()}:${process.env['PATH'] ?? ''}`, HOME: process.env['HOME'], LIKENESS_DATA: data };
  const served = await serve(data, ['--demo']);
  const token = /Bearer ([\w.-]+)/.exec(served.output())![1]!;
  const scripts = blocks.map(({ text }) => text).filter((text) => text !== 'npm start\n');
  const script = scripts
    .map((text) => `${text.replaceAll('http://127.0.0.1:8080', served.url)}\necho\necho ---\n`)
    .join('');
  const { stdout } = await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: work,
    env: { ...env, TOKEN: token },
  });
  const [cleaned, upserted, found] = stdout.split('\n---\n').map((text) => text.trim());
  expect(cleaned).toMatch(/rows: [1-9]\d* duplicates merged[\s\S]*report\.html/);
  const { before, after } = tableRows();
  const rows = cellsOf(readFileSync(join(root, 'data/demo/contact.csv'), 'utf8'));
  const kept = cellsOf(readFileSync(join(work, 'cleaned/clean.csv'), 'utf8'));
  expect(before.filter((row) => !rows.has(row))).toEqual([]);
  expect(after.filter((row) => !kept.has(row))).toEqual([]);
  expect(before.length).toBeGreaterThan(after.length);
  expect(JSON.parse(upserted!)).toMatchObject({ isSuccess: true, isCreated: true });
  expect(JSON.parse(found!)).toMatchObject({ '00Q': [{ objectData: { LastName: 'Lindqvist' } }] });
  expect(await served.stop()).toBe(0);
});
