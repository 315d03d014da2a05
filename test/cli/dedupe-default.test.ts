import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../../src/files/write/csv.js';
import { inventedRows } from '../files/learning/invented.js';
import { cli, json } from '../support/command-line.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

interface Report {
  pairs: number;
  scenarios: string[];
  compared: { id: string; threshold: number; fields: { field: string; bitsWhenEqual?: number }[] }[];
  expected?: { threshold: number; precision: number; recall: number };
  notLearned?: string;
}

const { rows } = inventedRows(300, 5);
const folder = newFolder();
const out = `${folder}/pairs.csv`;
const csv = (name: string, some: readonly Record<string, string>[], columns: readonly string[]) =>
  fileIn(
    folder,
    name,
    [columns, ...some.map((row) => columns.map((column) => row[column] ?? ''))].map(csvLine).join(''),
  );
const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
const file = csv('people.csv', rows, columns);
const dedupe = (path: string, ...more: string[]) => ['dedupe', path, '--object', 'Contact', '--out', out, ...more];
const report = (path: string, ...more: string[]) => json<Report>([...dedupe(path, ...more), '--json']);
const pairs = () => readFileSync(out, 'utf8').trim().split('\n').slice(1);
const atLeast = (threshold: number, lines: readonly string[]) =>
  lines.filter((line) => Number(line.split(',')[2]) >= threshold);

describe('dedupe without --scenario', () => {
  it('learns from 200 rows with two fields, and says what it compared and what to expect', async () => {
    const learned = await report(file);
    expect(learned).toMatchObject({ scenarios: ['contact-learned'], compared: [{ id: 'contact-learned' }] });
    expect(learned.expected).toMatchObject({ threshold: learned.compared[0]!.threshold });
    expect(learned.notLearned).toBeUndefined();
    const [{ fields }] = learned.compared as [Report['compared'][0]];
    expect(fields.find(({ field }) => field === 'LastName')!.bitsWhenEqual).toBeGreaterThan(1);
    const { stdout } = await cli(dedupe(file));
    expect(stdout).toMatch(/^300 rows compared: \d+ pairs of duplicates/);
    expect(stdout).toMatch(/learned: threshold [\d.]+; expected precision [\d.]+ %.*, expected recall [\d.]+ %/);
    for (const { field } of fields)
      expect(stdout).toMatch(new RegExp(`^${field.replace('+', '\\+')} +\\w+ +-?[\\d.]+`, 'm'));
  });

  it('--scenario built-in compares by the `restSearch` scenarios, and shows them', async () => {
    const { compared, scenarios, expected } = await report(file, '--scenario', 'built-in');
    expect(scenarios).toContain('contact-default');
    expect(compared.map(({ id }) => id)).toEqual(scenarios);
    expect(expected).toBeUndefined();
    const { stdout, stderr } = await cli(dedupe(file, '--scenario', 'built-in'));
    expect(stdout).toMatch(/contact-default +75 +FirstName \(personName, 20\), LastName \(personName, 20\)/);
    expect(stderr).toBe('');
  });

  it('--learn compares full names of people in one column: a first name alone identifies nobody', async () => {
    const named = [
      ...rows.map(({ FirstName = '', LastName = '' }, i) => ({ Id: `r${i}`, Name: `${FirstName} ${LastName}`.trim() })),
      ...['Quintus Abernathy', 'Abernathy, Quintus', 'Quintus'].map((Name, i) => ({ Id: `q${i}`, Name })),
    ];
    const path = csv('names.csv', named, ['Id', 'Name']);
    const { compared } = await report(path, '--id', 'Id', '--learn');
    expect(compared[0]!.fields.map(({ field }) => field)).toContain('LastName');
    const found = pairs().filter((line) => line.includes('q'));
    expect(found.map((line) => line.split(',').slice(0, 2))).toEqual([['q0', 'q1']]);
  });

  it.each<[string, string, string[], RegExp]>([
    ['fewer than 200 rows', csv('few.csv', rows.slice(0, 199), columns), [], /there are fewer than 200/],
    ['one field', csv('one.csv', rows, ['Email']), [], /only Email can be compared/],
    [
      'no field that differs',
      csv(
        'same.csv',
        rows.map(() => ({ Email: 'a@b.example' })),
        ['Email'],
      ),
      [],
      /no field can be/,
    ],
    [
      'one source',
      csv(
        'source.csv',
        rows.map((row) => ({ ...row, system: 'a' })),
        [...columns, 'system'],
      ),
      ['--source', 'system'],
      /all records have the same source/,
    ],
  ])('falls back to the `restSearch` scenarios for %s, and says why', async (_case, path, more, why) => {
    const { scenarios, notLearned } = await report(path, ...more);
    expect(scenarios).toContain('contact-default');
    expect(notLearned).toMatch(why);
    const { stderr } = await cli(dedupe(path, ...more));
    expect(stderr).toMatch(/no scenario was learned, because .*; the `restSearch` scenarios are used/);
    expect(stderr).toMatch(why);
    const asked = pairs();
    await report(path, ...more, '--scenario', 'built-in');
    expect(pairs()).toEqual(asked);
  });

  it('says that --learn compares a field that no scenario of the REST search does', async () => {
    const titles = csv(
      'titles.csv',
      rows.map((_, i) => ({ Title: `Buyer ${i % 97}` })),
      ['Title'],
    );
    const { code, stderr } = await cli(dedupe(titles));
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no row has a value in a field.*, or use --learn/) as string,
    });
    expect((await report(titles, '--learn')).compared[0]!.fields.map(({ field }) => field)).toEqual(['Title']);
  });

  it('--learn learns from however few rows', async () => {
    const few = csv('fewer.csv', rows.slice(0, 120), columns);
    expect(await report(few, '--learn')).toMatchObject({ scenarios: ['contact-learned'] });
  });
});

describe('the threshold of dedupe', () => {
  it.each([
    ['a learned scenario', [], [20, 50, 95]],
    ['built-in scenarios', ['--scenario', 'built-in'], [60, 75, 90]],
  ])('--threshold: the pairs of %s from that score on', async (_case, more, [low, middle, high]) => {
    const { compared } = await report(file, ...more, '--threshold', String(low));
    expect(new Set(compared.map(({ threshold }) => threshold))).toEqual(new Set([low]));
    const all = pairs().sort();
    expect(atLeast(low!, all)).toEqual(all);
    for (const threshold of [middle!, high!]) {
      await report(file, ...more, '--threshold', String(threshold));
      expect(pairs().sort()).toEqual(atLeast(threshold, all));
    }
    expect(atLeast(high!, all).length).toBeLessThan(all.length);
  });

  it('--threshold of a learned scenario: what to expect there', async () => {
    const [low, high] = [await report(file, '--threshold', '20'), await report(file, '--threshold', '99.95')];
    expect(low.expected).toMatchObject({ threshold: 20 });
    expect(high.expected!.threshold).toBeLessThanOrEqual(99.95);
    expect(high.expected!.recall).toBeLessThan(low.expected!.recall);
  });

  it('--precision: the learned threshold from which that is expected', async () => {
    const { expected, compared } = await report(file, '--precision', '99.9');
    expect(expected!.precision).toBeGreaterThanOrEqual(0.999);
    expect(compared[0]!.threshold).toBeGreaterThan(50);
  });

  it.each<[string, string[], number, RegExp]>([
    ['with --scenario', ['--scenario', 'built-in'], 2, /--precision sets the threshold of a learned scenario/],
    ['with --threshold', ['--threshold', '80'], 2, /give either --threshold or --precision/],
  ])('--precision is refused %s', async (_case, more, code, message) => {
    const result = await cli(dedupe(file, '--precision', '99', ...more));
    expect(result).toMatchObject({ code });
    expect(result.stderr).toMatch(message);
  });

  it('--precision fails where nothing can be learned, and writes nothing', async () => {
    const path = csv('too-few.csv', rows.slice(0, 50), columns);
    const nowhere = `${newFolder()}/none.csv`;
    const result = await cli(['dedupe', path, '--object', 'Contact', '--out', nowhere, '--precision', '99']);
    expect(result).toMatchObject({ code: 1 });
    expect(result.stderr).toMatch(/--precision needs a learned scenario, but none can be learned: there are fewer/);
    expect(existsSync(nowhere)).toBe(false);
  });
});
