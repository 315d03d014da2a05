import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { OutputFile } from '../../src/files/write/output-file.js';
import { describe } from '../../src/runtime/failure.js';
import { cli } from '../support/command-line.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const root = join(import.meta.dirname, '../..');
const PEOPLE = 'Id,First Name,Last Name,Email\n1,Anna,Keller,anna@keller.example\n2,Anna,Keller,anna@keller.example\n';

it.skipIf(process.platform === 'win32')('an output that is no file is written to, and stays what it is', async () => {
  const folder = newFolder();
  const file = fileIn(folder, 'people.csv', PEOPLE);
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const read = promisify(execFile)('cat', [pipe]);
  expect(await cli(['dedupe', file, '--object', 'Contact', '--id', 'Id', '--out', pipe])).toMatchObject({ code: 0 });
  expect((await read).stdout).toMatch(/^id1,id2,score\n1,2,\d+\n$/);
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(['people.csv', 'pipe']);
});

it('a link stays a link: what it leads to is replaced', async () => {
  const [folder, elsewhere] = [newFolder(), newFolder()];
  writeFileSync(join(elsewhere, 'real.csv'), 'old');
  symlinkSync(join(elsewhere, 'real.csv'), join(folder, 'link.csv'));
  const path = join(folder, 'link.csv');
  await OutputFile.check(path);
  expect(readFileSync(path, 'utf8')).toBe('old');
  await OutputFile.write(path, (output) => output.add('new'));
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(elsewhere, 'real.csv'), 'utf8')).toBe('new');
  expect([readdirSync(folder), readdirSync(elsewhere)]).toEqual([['link.csv'], ['real.csv']]);
});

/** Code that a process repeats until a signal ends it. */
const WAYS = {
  written: "OutputFile.write(path, (output) => output.add('x'))",
  'on its way': 'OutputFile.write(path, () => new Promise((resolve) => setTimeout(resolve, 10)))',
  checked: 'OutputFile.check(path)',
};

it
  .skipIf(process.platform === 'win32')
  .each(
    Object.entries(WAYS).flatMap(([how, way]) => (['SIGINT', 'SIGTERM'] as const).map((signal) => [how, signal, way])),
  )('a file that is %s when %s comes leaves no half behind, and the process ends by it', async (_, signal, way) => {
  const folder = newFolder();
  const path = join(folder, 'keys.csv');
  const script = `
    import { OutputFile } from ${JSON.stringify(join(root, 'src/files/write/output-file.ts'))};
    const path = process.argv[1];
    process.stdout.write('started');
    for (;;) await ${way};`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script, path];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  // Does not wait, because some files exist only for a moment.
  while (!existsSync(`${path}.part`));
  child.kill(signal as NodeJS.Signals);
  expect(await ended).toEqual([null, signal]);
  expect(readdirSync(folder).filter((name) => name !== 'keys.csv')).toEqual([]);
});

it('what fails leaves no half of a file behind, however soon it fails', async () => {
  const folder = newFolder();
  const fail = (name: number) => OutputFile.write(join(folder, String(name)), () => Promise.reject(new Error('no')));
  for (let round = 0; round < 50; round++)
    await Promise.all(Array.from({ length: 20 }, (_, name) => expect(fail(name)).rejects.toThrow('no')));
  expect(readdirSync(folder)).toEqual([]);
});

it('what cannot be written is reported by the name that it was given', async () => {
  const folder = newFolder();
  const path = join(folder, 'absent', 'people.csv');
  await expect(OutputFile.check(path)).rejects.toMatchObject({ code: 'ENOENT', path });
  await expect(OutputFile.write(path, (output) => output.add('x'))).rejects.toMatchObject({ code: 'ENOENT', path });
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const target = join(folder, 'people.csv');
  const failing = OutputFile.write(target, () => Promise.reject(full));
  await expect(failing.catch(describe)).resolves.toBe(`${target}: no space left on the disk`);
});

it.each<[string, string, RegExp]>([
  ['dedupe --out', 'dedupe FILE --out FILE', /people\.csv is an input file/],
  ['a link to what is read', 'dedupe FILE --out LINK', /link\.csv is an input file/],
  ['--clusters', 'dedupe FILE --out OTHER --clusters FILE', /people\.csv is an input file/],
  ['--report', 'dedupe FILE --out OTHER --report FILE', /people\.csv is an input file/],
  ['two results', 'dedupe FILE --out OTHER --clusters ./OTHER', /other\.csv is given twice/],
  ['train', 'train FILE --out FILE', /people\.csv is an input file/],
  ['evaluate', 'evaluate FILE --labels LABELS --report LABELS', /labels\.csv is an input file/],
  ['clean', 'clean CLEAN --out FOLDER --force', /clean\.csv is an input file/],
])('what is read is never written to: %s', async (_name, line, message) => {
  const folder = newFolder();
  const inputs = { FILE: 'people.csv', CLEAN: 'clean.csv', LABELS: 'labels.csv' };
  const texts = Object.values(inputs).map((name) => {
    fileIn(folder, name, name === 'labels.csv' ? 'id1,id2\n1,2\n' : PEOPLE);
    return readFileSync(join(folder, name), 'utf8');
  });
  symlinkSync(join(folder, 'people.csv'), join(folder, 'link.csv'));
  const before = readdirSync(folder);
  const names: Record<string, string> = { ...inputs, LINK: 'link.csv', OTHER: 'other.csv', FOLDER: '.' };
  const args = line.split(' ').map((word) => {
    const name = names[word.replace('./', '')];
    return name === undefined ? word : word.startsWith('./') ? `${folder}/./${name}` : join(folder, name);
  });
  const { code, stderr } = await cli([...args, '--object', 'Contact']);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
  expect(readdirSync(folder)).toEqual(before);
  expect(Object.values(inputs).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(texts);
});
