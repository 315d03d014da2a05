import { expect, it } from 'vitest';
import { judgedFiles } from './grounds/files.js';
import { isHonest, judge } from './grounds/judge.js';
import { isNightly } from '../test/support/draws.js';
import { cli } from '../test/support/command-line.js';
import { newFolder } from '../test/support/temporary-folder.js';

/** Each takes five runs of the command: on a commit one that is merged, one without grounds, one log. */
const KINDS = ['contacts', 'names alone', 'gifts'];
const files = judgedFiles().filter(({ name }) => isNightly || KINDS.includes(name));

it.each(files.map((file) => [file.name, file] as const))(
  'is honest about %s: what is promised holds, and without grounds nothing is merged',
  async (_name, file) => {
    const found = await judge(file, cli, newFolder());
    expect(isHonest(found), JSON.stringify(found)).toBe(true);
    if (file.expected !== undefined) expect(found.told.merged).toBe(0);
    // The crosswalk says which rows of a log are of one party.
    if (file.expected === 'log') expect([found.right, found.code]).toEqual([found.same, 3]);
    // Another order of rows and columns, or another run over what is clean, changes nothing.
    expect([found.isSteady, found.again]).toEqual([true, 0]);
    // Pairs without grounds are left to people, and the exit code says so.
    if (found.told.merged === 0 && found.told.review > 0) expect(found.code).toBe(3);
  },
);
