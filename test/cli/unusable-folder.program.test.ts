import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { words } from '../support/command-line.js';
import { runProgram } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

/** Returns a folder in which even root cannot create files. Permissions do not restrict root. */
function readOnlyFolder(): string {
  if (process.platform === 'linux') return '/proc/self/fd';
  const folder = join(newFolder(), 'read-only');
  mkdirSync(folder);
  chmodSync(folder, 0o555);
  return folder;
}

it.skipIf(process.platform !== 'linux')('a folder that cannot be created is reported at once', async () => {
  const folder = '/proc/nothing/here';
  const file = fileIn(newFolder(), 'people.csv', 'LastName\nAsh\nAsh\n');
  const of = ['--object', 'Contact', '--scenario', 'built-in'];
  const batch = await runProgram(words`dedupe ${file} ${of} --engine duckdb --work ${folder} --out ${file}.out`);
  expect({ code: batch.code, stderr: batch.stderr }).toEqual({
    code: 1,
    stderr: 'likeness: /proc/nothing: no such file or folder\n',
  });
  const cleaned = await runProgram(['clean', file, '--object', 'Contact', '--out', folder]);
  expect(cleaned).toMatchObject({ code: 1, stderr: expect.stringContaining('no such file or folder') as string });
  const added = await runProgram(['client', 'add', 'test', '--all-scopes', '--data', folder]);
  expect(added).toMatchObject({ code: 1, stderr: expect.stringContaining('no such file or folder') as string });
});

describe('a data folder that the service may not use is refused at the start, in words', () => {
  it('read-only', async () => {
    const folder = readOnlyFolder();
    const { code, stdout, stderr } = await runProgram(['serve', '--port', '0', '--data', folder]);
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `likeness: the data folder ${folder} cannot be used: permission denied; choose another folder with --data DIR\n`,
    });
  });

  it('a file in its place', async () => {
    const file = fileIn(newFolder(), 'store', 'x');
    const { code, stderr } = await runProgram(['serve', '--port', '0', '--data', file]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `likeness: the data folder ${file} cannot be used: it is not a folder; choose another folder with --data DIR\n`,
    });
  });
});
