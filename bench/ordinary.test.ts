import { expect, it } from 'vitest';
import { listFile, logFile } from './ordinary/file.js';
import { isLeft, judge } from './ordinary/judge.js';
import { lists, logs } from './ordinary/shapes.js';
import { cli } from '../test/support/command-line.js';
import { isNightly } from '../test/support/draws.js';
import { newFolder } from '../test/support/temporary-folder.js';

/** The nightly run tests all shapes; other runs test every eighth, because each takes seconds. */
const some = <One>(all: readonly One[]): readonly One[] => all.filter((_, i) => isNightly || i % 8 === 0);

it.each(some(lists).map((shape, i) => [shape.name, shape, i] as const))(
  'merges an export of 300 rows in which people stand twice: %s',
  async (_name, shape, i) => {
    const found = await judge(listFile(shape, 300, [0.1, 0.2, 0.3][i % 3]!, 41 + i), cli, newFolder());
    expect(found).toMatchObject({ code: 0, said: expect.stringMatching(/^300 rows: \d+ duplicates merged/) as string });
    // One wrong pair in thirty is already 3 %, so the share is not checked here. The bench checks it on larger files.
    expect(found.wrong.length, JSON.stringify(found.wrong)).toBeLessThanOrEqual(1);
    expect(found.recall, JSON.stringify(found.missed)).toBeGreaterThanOrEqual(0.9);
  },
);

it.each(['Zoho contacts', 'Donors', 'Patients', 'German companies'])(
  'merges an export of 50 rows as well, of which little can be learned: %s',
  async (name) => {
    const shape = lists.find((each) => each.name === name)!;
    const found = await judge(listFile(shape, 50, 0.3, 1_000_003), cli, newFolder());
    expect(found).toMatchObject({ code: 0, wrong: [] });
    expect(found.recall, JSON.stringify(found.missed)).toBeGreaterThanOrEqual(0.9);
  },
);

it.each(['Dutch members', 'HubSpot companies', 'Polish newsletter'])(
  'merges the few duplicates among 50 rows, too few to judge a learned model by: %s',
  async (name) => {
    const i = lists.findIndex((each) => each.name === name);
    const share = [0.05, 0.1, 0.15, 0.2, 0.3][i % 5]!;
    const found = await judge(listFile(lists[i]!, 50, share, 11 * 1_000_003 + i * 101), cli, newFolder());
    expect(found).toMatchObject({ code: 0, wrong: [] });
    expect(found.recall, JSON.stringify(found.missed)).toBeGreaterThanOrEqual(0.9);
  },
);

it.each(['Airtable contacts', 'French volunteers'])(
  'leaves namesakes apart whose mailboxes are made of the name at two providers, in a learned file: %s',
  async (name) => {
    const i = lists.findIndex((each) => each.name === name);
    const share = [0.05, 0.1, 0.15, 0.2, 0.3][(i + 1) % 5]!;
    const found = await judge(listFile(lists[i]!, 300, share, 11 * 1_000_003 + i * 101 + 1), cli, newFolder());
    expect(found).toMatchObject({ code: 0, wrong: [] });
  },
);

it('leaves members of a family apart who share a mailbox, although most of the file shares nothing else', async () => {
  const shape = lists.find((each) => each.name === 'Family newsletter')!;
  const found = await judge(listFile(shape, 300, 0.1, 5), cli, newFolder());
  expect(found).toMatchObject({ code: 0, wrong: [] });
  expect(found.recall, JSON.stringify(found.missed)).toBeGreaterThanOrEqual(0.9);
});

it.each(some(logs).map((shape, i) => [shape.name, shape, i] as const))(
  'leaves a log of 300 rows as it is: %s',
  async (_name, shape, i) => {
    const found = await judge(logFile(shape, 300, 41 + i), cli, newFolder());
    expect(isLeft(found), JSON.stringify(found)).toBe(true);
  },
);
