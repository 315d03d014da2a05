import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cleanCsv,
  createMatcher,
  createService,
  dedupe,
  explain,
  learn,
  LikenessError,
  link,
  type Row,
} from '../../../src/index.js';
import { draws } from '../../support/draws.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

const ana = { FirstName: 'Ana', LastName: 'Keller', Phone: '+14155550101', Email: 'anna@example.com' };
const anna = { ...ana, FirstName: 'Anna' };
const zoe = { FirstName: 'Zoe', LastName: 'Young', Phone: '+14155550303', Email: 'zoe@example.net' };
const nobody: Row = { FirstName: '', LastName: null, Email: undefined };

async function refusal(call: () => Promise<unknown>): Promise<string> {
  const error = await call().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LikenessError);
  return (error as LikenessError).message;
}

/** Returns the target of a link, or an empty string if the link no longer exists. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

describe('dedupe and link', () => {
  it('find the same pairs: in one list all, in two those across, with positions in each', async () => {
    const people = fc.constantFrom<Row>(ana, anna, zoe, nobody, { ...zoe, FirstName: 'Zoë' }, { LastName: 'Young' });
    const lists = fc.array(people, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(lists, lists, async (one, other) => {
        const options = { scenarios: 'built-in', map: { FirstName: 'FirstName' } } as const;
        const [first, second] = [
          [...one, ana],
          [...other, zoe],
        ];
        const all = await dedupe([...first, ...second], options);
        const across = await link(first, second, options);
        const key = ({ a, b, score }: { a: number; b: number; score: number }) => `${a} ${b} ${score}`;
        const matcher = await createMatcher(options);
        const expected: string[] = [];
        for (const [a, x] of first.entries())
          for (const [b, y] of second.entries()) {
            const { score, isDuplicate } = await matcher.explain(x, y);
            if (isDuplicate) expected.push(key({ a, b, score }));
          }
        expect(across.pairs.map(key).sort()).toEqual(expected.sort());
        const ofBoth = all.pairs.filter(({ a, b }) => a < first.length && b >= first.length);
        expect(ofBoth.map((pair) => key({ ...pair, b: pair.b - first.length })).sort()).toEqual(expected);
      }),
      { numRuns: draws(50) },
    );
  });

  it('say why, with reasons that add up', async () => {
    const { pairs, groups, columns } = await dedupe([zoe, ana, anna], { scenarios: 'built-in' });
    expect(groups).toEqual([[1, 2]]);
    expect(pairs.map(({ a, b }) => [a, b])).toEqual([[1, 2]]);
    const { reasons, score } = pairs[0]!;
    expect(reasons).toMatchObject({ isDuplicate: true, scenario: 'contact-default', unit: 'points', score });
    expect(Math.floor(reasons.steps.reduce((sum, { value }) => sum + value, 0))).toBe(score);
    expect(reasons.fields[0]).toMatchObject({ field: 'FirstName', values: ['Ana', 'Anna'] });
    expect(columns.map(({ field }) => field)).toEqual(['FirstName', 'LastName', 'Phone', 'Email']);
    expect(JSON.parse(JSON.stringify(pairs))).toMatchObject([{ a: 1, b: 2, reasons: { scenario: 'contact-default' } }]);
  });

  it('tell why nothing was learned, and fail where it was asked for', async () => {
    const { notes, expected } = await dedupe([ana, anna, zoe]);
    expect(expected).toBeUndefined();
    expect(notes.join('\n')).toMatch(/there are fewer than 200 rows/);
    expect(await refusal(() => dedupe([ana], { learn: true }))).toMatch(/at least two records/);
  });

  it('take rows of nothing', async () => {
    expect((await dedupe([nobody, nobody], { scenarios: 'built-in', map: { FirstName: 'FirstName' } })).pairs).toEqual(
      [],
    );
  });
});

describe('learn', () => {
  it('gives a scenario that every other call takes, as JSON', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({
      ...zoe,
      LastName: `Young${i % 40}`,
      Email: `zoe${i % 40}x@example.net`,
    }));
    const learned = await learn(rows, { seed: 3 });
    expect(learned.curve.map(({ threshold }) => threshold)).toContain(learned.expected.threshold);
    const scenarios = JSON.parse(JSON.stringify(learned.scenario)) as typeof learned.scenario;
    expect((await learn(rows, { seed: 3 })).scenario).toEqual(scenarios);
    const { reasons } = (await dedupe(rows, { scenarios })).pairs[0]!;
    expect(reasons).toMatchObject({ unit: 'bits', isDuplicate: true, scenario: 'contact-learned' });
    expect((await explain(rows[0]!, rows[40]!, { scenarios })).steps).toEqual(
      expect.arrayContaining([{ label: 'two random records', value: expect.any(Number) as number }]),
    );
  });
});

describe('what cannot be used is refused with what would be right', () => {
  const anything = (value: unknown) => value as never;
  it.each<[RegExp, () => Promise<unknown>]>([
    [/^rows: expected an array of rows, got nothing$/, () => dedupe(anything(undefined))],
    [/^rows\[1\]: expected an object such as \{"LastName": "Smith"\}, got null$/, () => dedupe([ana, anything(null)])],
    [
      /^other\[0\]: expected an object such as \{"LastName": "Smith"\}, got an array$/,
      () => link([ana], [anything([1])]),
    ],
    [
      /^rows\[0\]\.Birthdate: expected a string, a number/,
      () => dedupe([{ ...ana, Birthdate: anything(new Date(0)) }]),
    ],
    [
      /^options\.object: unknown object type 'Person'; expected one of .*Contact/,
      () => learn([ana], { object: 'Person' }),
    ],
    [
      /^options\.map\.a: Contact has no field 'FristName'; did you mean FirstName\?$/,
      () => dedupe([ana], { map: { a: 'FristName' } }),
    ],
    [/^dedupe: options: .*treshold/, () => dedupe([ana], anything({ treshold: 80 }))],
    [/^createMatcher: options\.threshold: .*100/, () => createMatcher({ threshold: 101 })],
    [/^learn: options\.threads: .*256/, () => learn([ana], { threads: 1_000 })],
    [/options\.threshold or options\.precision/, () => dedupe([ana], { threshold: 80, precision: 90 })],
    [/scenarios/, () => explain(ana, anna, { scenarios: anything({ id: 'x' }) })],
    [/\/nowhere\/at\/all/, () => createService({ config: '/nowhere/at/all' })],
    [/recordMemory needs data or store/, () => createService({ recordMemory: 0 })],
    [/at least two records/, () => learn([ana])],
  ])('%s', async (message, call) => expect(await refusal(call)).toMatch(message));

  it.each(['__proto__', 'constructor', 'toString', '\u0000list'])('a row may have the name %s', async (name) => {
    const odd = JSON.parse(JSON.stringify({ ...ana, x: 1 }).replace('"x"', JSON.stringify(name))) as Row;
    const { pairs } = await dedupe([odd, odd], { scenarios: 'built-in' });
    expect(pairs.map(({ score }) => score)).toEqual([100]);
  });
});

describe('cleanCsv', () => {
  const people = 'Nr,First Name,Surname,E-Mail\n1,Anna,Keller,anna@example.com\n2,Ana,Keller,anna@example.com\n';

  it('counts what it would write, and writes it to the given place', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', people);
    const counted = await cleanCsv(file, { scenarios: 'built-in' });
    expect(counted).toMatchObject({ object: 'Contact', rows: 2, groups: 1, merged: 1, records: 1, files: [] });
    expect(counted.columns.map(({ column, field }) => [column, field])).toContainEqual(['Surname', 'LastName']);
    const out = `${folder}/clean`;
    const written = await cleanCsv([file], { scenarios: 'built-in', out });
    expect(written).toMatchObject({ records: 1, notes: [] });
    const names = 'clean.csv crosswalk.csv merged-away.csv pairs.csv report.html review.csv'.split(' ');
    expect(readdirSync(out).sort()).toEqual(names);
    expect(await refusal(() => cleanCsv(file, { out }))).toMatch(/is not empty.*options\.force/);
  });

  it('refuses what it cannot read, and leaves nothing behind', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', people);
    expect(await refusal(() => cleanCsv([]))).toMatch(/expected the path of a file/);
    expect(await refusal(() => cleanCsv(`${folder}/none.csv`))).toMatch(/none\.csv: no such file/);
    expect(await refusal(() => cleanCsv(file, { map: { Surname: 'LstName' } }))).toMatch(/LstName/);
    expect(await refusal(() => cleanCsv(file, { out: `${folder}/out`, map: { Nope: 'LastName' } }))).toMatch(/Nope/);
    expect(readdirSync(folder)).toEqual(['people.csv']);
  });
});

describe('createService', () => {
  it('a damaged folder and a missing object are reported in words that fit any caller, not only the command line', async () => {
    const data = newFolder();
    const service = await createService({ data });
    await service.upsert({ objectType: 'Contact', objectData: { LastName: 'Okafor' } });
    expect(() => [...service.records('Nobody')]).toThrow(LikenessError);
    await service.close();
    const journal = join(data, 'journal-1.log');
    writeFileSync(journal, readFileSync(journal, 'utf8').replace('Okafor', 'Okafur'));
    const told = await refusal(() => createService({ data }));
    expect(told).toMatch(/is damaged: journal-1\.log: line .*`likeness repair` shows what can be recovered/);
  });

  it('keeps its records in a data folder, one process at a time', async () => {
    const data = `${newFolder()}/store`;
    const service = await createService({ data });
    const created = await service.upsert({ objectType: 'Contact', duplicateCheck: true, objectData: ana });
    expect(created).toMatchObject({ isSuccess: true, isCreated: true });
    expect(await refusal(() => createService({ data }))).toMatch(/in use/);
    await service.close();
    const again = await createService({ data });
    const updated = await again.upsert({ objectType: 'Contact', duplicateCheck: true, objectData: anna });
    expect(updated).toMatchObject({ isCreated: false, objectId: created.objectId });
    expect(await again.read('Contact', created.objectId!)).toMatchObject({ FirstName: 'Anna' });
    expect([...again.records('Contact')]).toHaveLength(1);
    await again.delete('Contact', created.objectId!);
    expect(await refusal(() => again.read('Contact', created.objectId!))).toMatch(/./);
    await again.close();
  });

  // Only Linux lists a process's open files.
  it.skipIf(process.platform !== 'linux')('has records beyond its bound in a file', async () => {
    const data = `${newFolder()}/store`;
    const pageFiles = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        const target = targetOf(`/proc/self/fd/${fd}`);
        return target.startsWith(data) && target.includes('.pages');
      }).length;
    const written = Array.from({ length: 200 }, (_, n) => ({ LastName: `N${n}`, Description: 'x'.repeat(30_000) }));
    for (const [bound, files] of [
      [{}, 0],
      [{ recordMemory: 0 }, 1],
    ] as const) {
      const service = await createService({ data, ...bound });
      for (const objectData of written) await service.upsert({ objectType: 'Contact', objectData });
      expect(pageFiles()).toBe(files);
      const read = [...service.records('Contact')].map(({ LastName, Description }) => ({ LastName, Description }));
      expect(read.slice(-written.length)).toEqual(written);
      await service.close();
    }
  });

  it('refuses writes, and continues to read, when its data folder is gone', async () => {
    const data = `${newFolder()}/store`;
    const service = await createService({ data });
    const { objectId } = await service.upsert({ objectType: 'Contact', objectData: ana });
    rmSync(data, { recursive: true });
    expect(await refusal(() => service.upsert({ objectType: 'Contact', objectData: zoe }))).toMatch(
      /read-only.*removed/,
    );
    expect(await service.read('Contact', objectId!)).toMatchObject({ FirstName: 'Ana' });
    await service.close();
  });

  it('answers and refuses as the endpoints do', async () => {
    const service = await createService();
    await service.upsert({ objectType: 'Contact', objectData: ana });
    const input = { objectPrefix: '003', objectData: anna };
    expect((await service.search(input))['003']).toHaveLength(1);
    const { scenarios } = await service.explain({ ...input, otherData: zoe });
    expect(scenarios.every(({ isDuplicate }) => !isDuplicate)).toBe(true);
    expect(await refusal(() => service.search({ objectPrefix: 'xyz', objectData: {} }))).toMatch(/xyz/);
    expect(await refusal(() => service.upsert({ objectType: 'Contact' } as never))).toMatch(
      /^upsert: input\.objectData: /,
    );
    const refused = await service.upsert({ objectType: 'Contact', objectData: { FirstName: 'Ana' } });
    expect(refused).toMatchObject({ isSuccess: false, errorMessage: expect.stringContaining('LastName') as string });
    await service.close();
  });
});
