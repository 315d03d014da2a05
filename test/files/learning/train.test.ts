import { describe, expect, it } from 'vitest';
import { Contacts } from '../../../bench/synthetic/contacts.js';
import { findPairs } from '../../../src/files/dedupe/find-pairs.js';
import { loadConfiguration } from '../../../src/store/config/load.js';
import { modelSchema } from '../../../src/matching/model-schema.js';
import { keptInMemory, learn } from '../../../src/files/dedupe/learn-scenario.js';
import type { DedupeRows } from '../../../src/files/dedupe/read-rows.js';
import type { FieldTexts } from '../../../src/matching/field-texts.js';
import { Random } from '../../../src/files/learning/random.js';
import { createMemoryIndex } from '../../../src/index/memory-index.js';
import { LearningError, train, type TrainOptions } from '../../../src/files/learning/train.js';
import { createMethods } from '../../../src/matching/methods/create-methods.js';
import { TextRows } from '../../../src/matching/text-rows.js';
import { scorePair } from '../../../src/matching/score.js';
import type { Scenario } from '../../../src/matching/scenario.js';
import { cases, isNightly } from '../../support/draws.js';
import { contactFields, difficultyOf, inventedRows } from './invented.js';

const methods = createMethods();
const options = (rows: readonly FieldTexts[], changes: Partial<TrainOptions> = {}): TrainOptions => ({
  object: 'Contact',
  rows,
  fields: contactFields,
  methods,
  ...changes,
});
const configuration = await loadConfiguration();
const asRows = (texts: FieldTexts[], sources: string[] = []): DedupeRows => ({
  count: texts.length,
  ids: texts.map((_, i) => String(i)),
  sources,
  texts: TextRows.of(texts),
  fields: new Set(texts.flatMap((row) => Object.keys(row))),
  unused: [],
});
const learned = async (texts: FieldTexts[], sources?: string[]) => {
  const rows = keptInMemory(asRows(texts, sources));
  const { index, ...result } = await learn(configuration, configuration.registry.byName('Contact')!, rows, {});
  await index.end();
  return result;
};
const normals = ({ fields }: Scenario, row: FieldTexts) =>
  fields.map(({ fields: names, method }) => method.normalise(names.map((name) => row[name] ?? '')));

describe('a scenario learned without labels', async () => {
  const { rows, truth } = inventedRows(2_400, 5);
  const { trained, scenario } = await learned(rows);
  const pairs = [...findPairs(rows, [scenario])];
  const correct = pairs.filter(({ a, b }) => truth.has(`${a},${b}`)).length;

  it('finds the pairs of records it never saw a label of, households and shared phones among them', () => {
    expect(correct / pairs.length).toBeGreaterThan(0.9);
    const found = new Set(pairs.map(({ a, b }) => `${a},${b}`));
    const originals = [...truth].filter((pair) => Number(pair.split(',')[0]) % 6 !== 5);
    const recallOf = (mistypedBy: 'easy' | 'medium') => {
      const wanted = originals.filter((pair) => difficultyOf(Number(pair.split(',')[1])) === mistypedBy);
      expect(wanted.length).toBeGreaterThan(100);
      return wanted.filter((pair) => found.has(pair)).length / wanted.length;
    };
    // The other duplicates have a new address and only share a common name.
    expect(recallOf('easy')).toBeGreaterThan(0.9);
    expect(recallOf('medium')).toBeGreaterThan(0.7);
  });

  it('foresees how many pairs it finds, and how many of them are right', () => {
    const { chosen } = trained.report;
    expect(Math.abs(chosen.pairs - pairs.length) / pairs.length).toBeLessThan(0.02);
    expect(Math.abs(chosen.precision - correct / pairs.length)).toBeLessThan(0.08);
    const isWithin = (share: number, [low, high]: readonly [number, number]) => low <= share && share <= high;
    expect(isWithin(correct / pairs.length, chosen.precisionInterval)).toBe(true);
    expect(isWithin(correct / truth.size, chosen.recallInterval)).toBe(true);
    for (const at of trained.report.curve) {
      expect(isWithin(at.precision, at.precisionInterval)).toBe(true);
      expect(isWithin(at.recall, at.recallInterval)).toBe(true);
    }
    expect(chosen.precisionInterval[1] - chosen.precisionInterval[0]).toBeLessThan(0.4);
    expect(trained.scenario.threshold).toBe(chosen.threshold);
    expect(trained.scenario.model!.trained).toMatchObject({ records: rows.length, expectedPairs: chosen.pairs });
  });

  it('distinguishes the people of one household: it learns how many look alike for that reason', () => {
    const household = trained.report.nonMatches.find(({ name }) => name === 'household')!;
    expect(household.pairs).toBeGreaterThan(50);
    const home = {
      MailingStreet: '12 Oak Street',
      MailingCity: 'Springfield',
      MailingPostalCode: '12345',
      Phone: '(212) 555-0142',
    };
    const score = (a: FieldTexts, b: FieldTexts) => {
      const { num, den } = scorePair(scenario, normals(scenario, a), normals(scenario, b), 'dedupe');
      return num / den / 100;
    };
    const maria = { FirstName: 'Maria', LastName: 'Tannenbaum', ...home };
    expect(score(maria, { ...maria, FirstName: 'Robert' })).toBeLessThan(50);
    expect(score(maria, { ...maria, FirstName: 'Marai' })).toBeGreaterThan(90);
  });

  it('is found by the index exactly as scoring every record finds it', () => {
    const index = createMemoryIndex({ scenarios: [scenario] });
    const some = rows.slice(0, 700);
    const stored = some.map((row) => normals(scenario, row));
    some.forEach((row, i) => index.put(String(i).padStart(4, '0'), row));
    let hits = 0;
    for (let q = 0; q < (isNightly ? 120 : 30); q++) {
      const values = rows[q * 17]!;
      const searched = normals(scenario, values);
      const expected = stored
        .map((row, i) => ({ id: String(i).padStart(4, '0'), ...scorePair(scenario, searched, row, 'search') }))
        .filter(({ isDuplicate }) => isDuplicate)
        .sort((a, b) => b.num - a.num || (a.id < b.id ? -1 : 1))
        .map(({ id, num, den }) => [id, num, den]);
      const answer = index.search({ values, scenarios: [scenario], rule: 'search', limit: Infinity });
      expect(answer.matches.map(({ id, num, den }) => [id, num, den])).toEqual(expected);
      hits += expected.length;
    }
    expect(hits).toBeGreaterThan(isNightly ? 40 : 10);
  });
});

describe('a scenario learned from a sample of the rows', async () => {
  // More rows than fit into the learning sample.
  const { rows, truth } = inventedRows(4_200, 5);
  const { trained, scenario } = await learned(rows);

  it('finds the pairs as one learned from all of them does', () => {
    const pairs = [...findPairs(rows, [scenario])];
    const correct = pairs.filter(({ a, b }) => truth.has(`${a},${b}`)).length;
    expect(correct / pairs.length).toBeGreaterThan(0.9);
    expect(correct / truth.size).toBeGreaterThan(0.6);
    expect(Math.abs(trained.report.chosen.pairs - pairs.length) / pairs.length).toBeLessThan(0.1);
  });

  it('is the same for the same seed, and nearly so for another', async () => {
    expect(JSON.stringify((await learned(rows)).trained)).toBe(JSON.stringify(trained));
    if (!isNightly) return;
    const other = train(options(rows, { seed: 2 })).report;
    expect(Math.abs(Math.log2(other.expectedMatches / trained.report.expectedMatches))).toBeLessThan(0.3);
  });
});

describe('rows whose values are numbered one after the other', () => {
  const FIRST = ['James', 'Mary', 'Robert', 'Patricia', 'Thomas', 'Linda', 'Joseph', 'Barbara', 'Daniel', 'Susan'];
  const LAST = ['Smith', 'Johnson', 'Brown', 'Garcia', 'Miller', 'Lopez', 'Wilson', 'Moore', 'Young', 'King', 'Wright'];

  it.each([
    ['streets, phones and addresses', undefined],
    ['phones and addresses, of people who live in one street', 200],
  ])('are not treated as duplicates of their neighbours: %s', async (_, houses) => {
    const random = new Random(3);
    const people = Array.from({ length: isNightly ? 3_000 : 1_500 }, (_, n) => {
      const [first, last] = [FIRST[random.below(FIRST.length)]!, LAST[random.below(LAST.length)]!];
      return {
        ...{ FirstName: first, LastName: last },
        MailingStreet: `${houses === undefined ? n : random.below(houses)} Main St`,
        Email: `${first}.${last}${n}@example.com`.toLowerCase(),
        Phone: `+1 555 ${String(n).padStart(7, '0')}`,
      };
    });
    const repeated = random.sample(people.length, people.length / 20);
    const rows = [...people, ...repeated.map((n, k) => ({ ...people[n]!, ...(k % 5 === 0 && { Email: '' }) }))];
    const { scenario } = await learned(rows);
    const pairs = [...findPairs(rows, [scenario])];
    const right = pairs.filter(({ a, b }) => a === repeated[b - people.length]).length;
    expect(right).toBeGreaterThan(0.95 * repeated.length);
    expect(right / pairs.length).toBeGreaterThan(0.9);
  });
});

describe('training', () => {
  const { rows } = inventedRows(600, 9);

  it('gives the same scenario for the same records and seed', () => {
    const once = JSON.stringify(train(options(rows, { seed: 7 })));
    expect(JSON.stringify(train(options(rows, { seed: 7 })))).toBe(once);
  });

  it('raises the threshold until the precision asked for is expected', () => {
    const { scenario, report } = train(options(rows, { precision: 0.999 }));
    expect(report.chosen.precision).toBeGreaterThanOrEqual(0.999);
    expect(scenario.threshold).toBeGreaterThan(50);
    const higher = report.curve.filter(({ threshold }) => threshold >= 50 && threshold < scenario.threshold);
    expect(higher.every(({ precision }) => precision < 0.999)).toBe(true);
  });

  it('of two sources learns from pairs across them only', () => {
    const sources = rows.map((_, i) => (i % 2 === 0 ? 'left' : 'right'));
    const { report } = train(options(rows, { sources }));
    const all = train(options(rows)).report;
    expect(report.expectedMatches).toBeLessThan(all.expectedMatches);
    expect(report.expectedMatches).toBeGreaterThan(0);
  });

  it.each<[string, FieldTexts, (i: number) => string, string]>([
    [
      'one source never fills',
      { Title: 'x' },
      (i) => (i % 2 === 0 ? `Title ${i % 5}` : ''),
      'only one source has values',
    ],
    ['holds nothing of its kind', { MobilePhone: 'x' }, (i) => '-'.repeat(1 + (i % 9)), 'comparable value'],
    ['hardly any row fills', { Title: 'x' }, (i) => (i < 3 ? `Title ${i}` : ''), 'almost no rows have a value'],
  ])('leaves out a field that %s, and says so', (_case, of, value, reason) => {
    const [field] = Object.keys(of) as [string];
    const sources = rows.map((_, i) => (i % 2 === 0 ? 'left' : 'right'));
    const extended = rows.map((row, i): FieldTexts => ({ ...row, [field]: value(i) }));
    const { scenario, report } = train(options(extended, { sources }));
    expect(report.leftOut).toContainEqual({ field, reason: expect.stringContaining(reason) as string });
    expect(scenario.fields.map(({ field }) => field)).not.toContain(field);
    expect(scenario.model).toEqual(train(options(rows, { sources })).scenario.model);
  });

  it('leaves out what is made of a field that it leaves out', () => {
    const sources = rows.map((_, i) => (i % 2 === 0 ? 'left' : 'right'));
    const nameless = rows.map((row, i): FieldTexts => (i % 2 === 0 ? row : { ...row, FirstName: '' }));
    const { scenario, report } = train(options(nameless, { sources }));
    expect(report.leftOut.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['FirstName', 'FirstName+LastName']),
    );
    expect(scenario.fields.map(({ field }) => field)).not.toContain('FirstName+LastName');
  });

  it('refuses sources that no field can be compared across', () => {
    const apart = rows.map(({ LastName }, i): FieldTexts =>
      i % 2 === 0 ? { LastName: LastName! } : { Title: `T${i}` },
    );
    const sources = rows.map((_, i) => (i % 2 === 0 ? 'left' : 'right'));
    expect(() => train(options(apart, { sources }))).toThrow(
      /nothing to compare: .*LastName: only one source has values/,
    );
  });

  it('with one field, where nothing can be learned, goes by what similarity means', async () => {
    const names = ['Tannenbaum', 'Tanenbaum', 'Kowalski', 'Smith', 'Okafor', 'Lindqvist', 'Marchetti', 'Tannenbaum'];
    const only = names.map((LastName) => ({ LastName }));
    const { scenario } = await learned(only);
    const found = [...findPairs(only, [scenario])].map(({ a, b }) => [a, b]);
    expect(found).toEqual(expect.arrayContaining([[0, 7]]));
    expect(found.every(([a, b]) => [0, 1, 7].includes(a!) && [0, 1, 7].includes(b!))).toBe(true);
  });

  it.each<[string, FieldTexts[], Partial<TrainOptions>, string]>([
    ['no records', [], {}, 'expected at least two records'],
    ['one record', [{ LastName: 'Smith' }], {}, 'expected at least two records'],
    ['blank records', [{}, {}, {}], {}, 'there is nothing to compare'],
    ['one value only', Array.from({ length: 9 }, () => ({ LastName: 'Smith' })), {}, 'there is nothing to compare'],
    ['one source', rows.slice(0, 20), { sources: rows.slice(0, 20).map(() => 'a') }, 'the same source'],
  ])('refuses %s', (_case, records, changes, message) => {
    const attempt = () => train(options(records, changes));
    expect(attempt).toThrow(LearningError);
    expect(attempt).toThrow(message);
  });

  it.each(cases(3, [5, 20, 200, 3_000]))('of %i records without a duplicate gives a model that can be kept', (size) => {
    const rows = Array.from({ length: size }, (_, i) => new Contacts(3).values(i));
    const { scenario, report } = train(options(rows));
    // JSON would convert infinite numbers to null.
    expect(modelSchema.parse(JSON.parse(JSON.stringify(scenario.model)))).toEqual(scenario.model);
    expect(report.expectedMatches).toBeLessThan(2 + size / 50);
  });

  it('survives a small table with values of every kind', async () => {
    const odd = ['__proto__', 'constructor', '\ud800', '', 'Łukasz', 'a'.repeat(5_000), '٣', 'Smith', 'Smith', '0'];
    const few = odd.map((LastName, i) => ({
      LastName,
      FirstName: odd[(i * 3) % odd.length]!,
      Title: odd[(i * 7) % 10]!,
    }));
    await expect(learned(few)).resolves.toBeDefined();
  });
});
