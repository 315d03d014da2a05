import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileSync, replaceFile, replaceFileSync } from '../../src/store/replace-file.js';
import { newFolder } from '../support/temporary-folder.js';

const ways: [string, (path: string, content: string) => Promise<void>][] = [
  ['replaceFile', replaceFile],
  ['replaceFileSync', (path, content) => Promise.resolve().then(() => replaceFileSync(path, content))],
];

describe.each(ways)('%s', (_name, replace) => {
  it('replaces the whole content, and makes a file that is not there for its owner only', async () => {
    const path = join(newFolder(), 'file');
    await replace(path, 'long content, é and 名');
    await replace(path, 'short');
    expect(readFileSync(path, 'utf8')).toBe('short');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(path, '..'))).toEqual(['file']);
  });

  it('leaves nothing behind where it fails', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'file', 'in-the-way'), { recursive: true });
    await expect(replace(join(folder, 'file'), 'content')).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['file']);
  });
});

it('createFileSync leaves a file that is there as it is', () => {
  const path = join(newFolder(), 'file');
  writeFileSync(path, 'first');
  expect([createFileSync(path, 'second'), readFileSync(path, 'utf8')]).toEqual([false, 'first']);
  expect(createFileSync(`${path}-2`, 'second')).toBe(true);
  expect(readdirSync(join(path, '..')).sort()).toEqual(['file', 'file-2']);
});
