import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { needs } from '../test/support/needs.js';
import { newFolder } from '../test/support/temporary-folder.js';

describe('npm run pictures', needs('browser'), () => {
  it('takes a picture of each view, and those that the pages show', () => {
    const folder = newFolder();
    execFileSync(process.execPath, ['bench/console/pictures.mjs', folder, '--all'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const taken = readdirSync(folder);
    expect(taken).toEqual(expect.arrayContaining(readdirSync('data/pictures')));
    expect(taken).toEqual(expect.arrayContaining(['operations-dark.webp', 'scenario-light-320.webp']));
  });
});
