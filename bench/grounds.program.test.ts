import { expect, it } from 'vitest';
import { judgedFiles } from './grounds/files.js';
import { isHonest, judge } from './grounds/judge.js';
import { isNightly } from '../test/support/draws.js';
import { cli } from '../test/support/command-line.js';
import { newFolder } from '../test/support/temporary-folder.js';

/** Outside the nightly run, one file with merges, one without sufficient evidence, and one log are tested. */
const KINDS = ['contacts', 'names alone', 'gifts'];
const files = judgedFiles().filter(({ name }) => isNightly || KINDS.includes(name));

it.each(files.map((file) => [file.name, file] as const))(
  'is honest about %s: what is promised holds, and without grounds nothing is merged',
  async (_name, file) => {
    const found = await judge(file, cli, newFolder());
    expect(isHonest(found), JSON.stringify(found)).toBe(true);
    if (file.expected !== undefined) expect(found.told.merged).toBe(0);
    // For a log, the crosswalk assigns rows to people or companies without merging them.
    if (file.expected === 'log') expect([found.right, found.code]).toEqual([found.same, 3]);
    // Neither the order of rows and columns nor a second run over the clean file changes the result.
    expect([found.isSteady, found.again]).toEqual([true, 0]);
    // Pairs with insufficient evidence are left for review, which the exit code shows.
    if (found.told.merged === 0 && found.told.review > 0) expect(found.code).toBe(3);
  },
);
