import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Denylist } from '../../../src/service/auth/denylist.js';
import { newFolder } from '../../support/temporary-folder.js';

const digest = (name: number) => createHash('sha256').update(String(name)).digest('base64');

describe('used assertions', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = newFolder();
    path = join(folder, 'assertions.used');
  });

  it('are known until they expire, to the next process too, in a file of the owner only', () => {
    new Denylist(path).add(digest(1), 2_000, 1_000);
    const next = new Denylist(path);
    expect(next.has(digest(1), 1_999)).toBe(true);
    expect(next.has(digest(2), 1_999)).toBe(false);
    expect(next.has(digest(1), 2_000)).toBe(false);
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('a line cut short by a crash spoils none before or after it', () => {
    new Denylist(path).add(digest(1), 2_000, 1_000);
    appendFileSync(path, `\n2000 ${digest(2).slice(0, 20)}`);
    new Denylist(path).add(digest(3), 2_000, 1_000);
    const next = new Denylist(path);
    expect([1, 2, 3].map((name) => next.has(digest(name), 1_000))).toEqual([true, false, true]);
  });

  it('expired ones leave the file, those that count stay', () => {
    const used = new Denylist(path);
    used.add(digest(0), 1_000_000, 0);
    for (let i = 1; i <= 5_000; i++) used.add(digest(i), i + 1, i);
    expect(readFileSync(path, 'latin1').split('\n').length).toBeLessThan(2_000);
    expect(new Denylist(path).has(digest(0), 999_999)).toBe(true);
  });
});
