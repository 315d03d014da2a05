import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blankWeights } from '../../../src/files/learning/blanks.js';
import { randomAgreement, jointAgreement } from '../../../src/files/learning/random-agreement.js';
import { chooseComparisons, recordsWith, type FieldComparison } from '../../../src/files/learning/comparisons.js';
import { chooseThreshold } from '../../../src/files/learning/expected-quality.js';
import { expectationMaximisation } from '../../../src/files/learning/expectation-maximisation.js';
import { standardError } from '../../../src/files/learning/estimate.js';
import { frequenciesOf } from '../../../src/files/learning/frequencies.js';
import { priorShares, matchWeights, levelsOf } from '../../../src/files/learning/comparison-levels.js';
import { modelOf, type FieldParameters } from '../../../src/files/learning/parameters.js';
import { Random } from '../../../src/files/learning/random.js';
import { nonMatchClasses } from '../../../src/files/learning/non-match-classes.js';
import { samplePairs, type PairSample } from '../../../src/files/learning/sample.js';
import { Table } from '../../../src/files/learning/row-table.js';
import { createMethods } from '../../../src/matching/methods/create-methods.js';
import { compareNormalised } from '../../../src/matching/score.js';
import { levelAt, posteriorParts, PARTS, type ScoreModel } from '../../../src/matching/model.js';
import { contactFields, inventedRows } from './invented.js';

const methods = createMethods();
const rowsOf = ({ size }: Table) => Int32Array.from({ length: size }, (_, i) => i + 1);
const comparisons: FieldComparison[] = [
  { field: 'FirstName', method: 'personName' },
  { field: 'LastName', method: 'personName' },
  { field: 'Phone', method: 'phone' },
];

describe('fields and how they are compared', () => {
  const many = (values: Record<string, (i: number) => string>) =>
    Array.from({ length: 20 }, (_, i) => Object.fromEntries(Object.entries(values).map(([name, of]) => [name, of(i)])));
  const chosen = (values: Record<string, (i: number) => string>, fields: { name: string; type: string }[]) =>
    chooseComparisons(fields, many(values), methods).map(({ field, method }) => `${field}:${method}`);

  it('go by what they are declared to be', () => {
    const { rows } = inventedRows(60, 3);
    expect(chooseComparisons(contactFields, rows, methods).map(({ field, method }) => [field, method])).toEqual([
      ['LastName', 'personName'],
      ['FirstName', 'personName'],
      ['MailingStreet', 'street'],
      ['MailingCity', 'city'],
      ['MailingPostalCode', 'postalCode'],
      ['Phone', 'phone'],
      ['Email', 'email'],
      ['FirstName+LastName', 'swappedName'],
    ]);
  });

  it.each([
    ['e-mail', (i: number) => `p${i}@x.org`, 'email'],
    ['dates', (i: number) => `1980-01-${String(i + 1).padStart(2, '0')}`, 'date'],
    ['websites', (i: number) => `www.firm${i}.com`, 'website'],
    ['phones', (i: number) => `(212) 555-01${String(10 + i)}`, 'phone'],
    ['numbers', (i: number) => String(i), 'exact'],
    ['single words', (i: number) => `word${i}`, 'city'],
    ['longer text', (i: number) => `some longer text ${i}`, 'text'],
  ])('else by what their texts look like: %s', (_kind, of, method) => {
    expect(chosen({ X__c: of }, [{ name: 'X__c', type: 'string' }])).toEqual([`X__c:${method}`]);
  });

  it('are left out where hardly filled, where all are equal, or where the platform fills them', () => {
    const fields = ['LastName', 'Title', 'Department', 'OwnerId'].map((name) => ({ name, type: 'string' }));
    const values = {
      LastName: (i: number) => `N${i}`,
      Title: () => 'same',
      Department: (i: number) => (i < 2 ? `D${i}` : ''),
      OwnerId: (i: number) => `005${i}`,
    };
    expect(chosen(values, [...fields, { name: 'F__c', type: 'formula' }])).toEqual(['LastName:personName']);
  });

  it("the name of a contact is a person's, also where it is all that the records have", () => {
    const rows = many({ Name: (i) => `Given${i} Family${i}` });
    const fields = [{ name: 'Name', type: 'string' }];
    expect(chooseComparisons(fields, rows, methods, { recordsOf: recordsWith(contactFields) })).toEqual([
      { field: 'Name', method: 'fullName' },
    ]);
  });

  it("the name of an account is a company's, read forgivingly where other fields bear witness", () => {
    const name = { name: 'Name', type: 'string' };
    const of = { Name: (i: number) => `Firm ${i}`, BillingCity: (i: number) => `Town ${i}` };
    expect(chosen({ Name: of.Name }, [name])).toEqual(['Name:companyName']);
    expect(chosen(of, [name, { name: 'BillingCity', type: 'string' }])).toEqual([
      'Name:companyNameLight',
      'BillingCity:city',
    ]);
  });
});

describe('non-match classes', () => {
  const kinds = (...fields: [string, string][]) =>
    nonMatchClasses(fields.map(([field, method]) => ({ field, method: methods.get(method)! }))).map(({ name }) => name);

  it('need two shared fields and one that is not', () => {
    expect(kinds(['LastName', 'personName'], ['FirstName', 'personName'], ['MailingStreet', 'street'])).toEqual([
      'household',
    ]);
    expect(kinds(['LastName', 'personName'], ['MailingStreet', 'street'])).toEqual([]);
    expect(kinds(['FirstName', 'personName'], ['MailingCity', 'city'], ['MailingPostalCode', 'postalCode'])).toEqual([
      'place',
      'household',
    ]);
  });

  it('namesakes share names and what goes with them, where two fields or more tell them apart', () => {
    const names: [string, string][] = [
      ['FirstName', 'personName'],
      ['LastName', 'personName'],
      ['Email', 'email'],
      ['Birthdate', 'date'],
    ];
    expect(kinds(...names)).toEqual(['household']);
    const all = nonMatchClasses(
      [...names, ['Phone', 'phone']].map(([field, method]) => ({ field: field!, method: methods.get(method!)! })),
    );
    const shared = (name: string) => all.find((kind) => kind.name === name)!.shares;
    // Members of a household share a phone number, unlike people who only share an e-mail address.
    expect(shared('household')).toEqual([false, true, true, false, true]);
    expect(shared('mailbox')).toEqual([false, true, true, false, false]);
    expect(shared('namesake')).toEqual([true, true, true, false, false]);
    expect(shared('compatriot')).toEqual(shared('namesake'));
    // Swapped names are the same names, so they do not count as a second shared field.
    const withSwapped = nonMatchClasses(
      [...names, ['Phone', 'phone'], ['FirstName+LastName', 'swappedName']].map(([field, method]) => ({
        field: field!,
        method: methods.get(method!)!,
      })),
    );
    expect(withSwapped.map(({ name, shares }) => [name, shares.at(-1)])).toEqual([
      ['household', false],
      ['mailbox', false],
      ['namesake', true],
      ['compatriot', true],
    ]);
    // Namesakes may have similar e-mail addresses, but not identical ones. Members of a household may.
    const neverEqual = (name: string) => all.find((kind) => kind.name === name)!.neverEqual;
    expect(neverEqual('namesake')).toEqual([false, false, true, true, true]);
    expect(neverEqual('household')).toEqual([false, false, false, false, false]);
  });

  it('companies have branches, people have none', () => {
    expect(kinds(['Name', 'companyName'], ['Website', 'website'], ['BillingStreet', 'street'])).toEqual([
      'household',
      'branch',
    ]);
  });
});

describe('levels', () => {
  it('begin above the floor of the method, and end at 0', () => {
    expect(levelsOf(methods.get('exact')!)).toEqual([10_000, 0]);
    expect(levelsOf(methods.get('personName')!)).toEqual([10_000, 9_500, 9_000, 8_500, 8_000, 7_500, 7_000, 6_000, 0]);
    for (const method of methods.values())
      expect(priorShares(levelsOf(method)).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
  });

  it('have a match weight that never rises towards less similar ones, and equals the plain ratio where that is in order', () => {
    const shares = fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
      { minLength: 1, maxLength: 9 },
    );
    fc.assert(
      fc.property(shares, (pairs) => {
        const evidence = matchWeights(
          pairs.map(([m]) => m),
          pairs.map(([, u]) => u),
        );
        expect(evidence).toHaveLength(pairs.length);
        evidence.slice(1).forEach((bits, i) => expect(bits).toBeLessThanOrEqual(evidence[i]! + 1e-9));
      }),
    );
    expect(matchWeights([0.8, 0.1, 0.1], [0.1, 0.1, 0.8]).map((bits) => Math.round(bits))).toEqual([3, 0, -3]);
  });
});

describe('the match weight of a field', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  it('never rises towards less similar values, and is never above 0 for values that are not similar', () => {
    const shares = fc.tuple(
      fc.array(share, { minLength: 10, maxLength: 10 }),
      fc.array(share, { minLength: 10, maxLength: 10 }),
    );
    fc.assert(
      fc.property(shares, ([match, other]) => {
        const levels = levelsOf(methods.get('street')!);
        const frequencies = { listed: new Map<string, number>(), others: 0 };
        const field: FieldParameters = {
          levels,
          random: other,
          frequencies,
          remarksOn: undefined,
          blanks: undefined,
          m: match,
          u: other,
        };
        const evidence = modelOf({ matches: 0.01, fields: [field], nonMatches: [] }).fields[0]!.levels.map(
          (level) => level.matchWeight,
        );
        expect(evidence.at(-1)).toBeLessThanOrEqual(0);
        evidence.slice(1).forEach((bits, i) => expect(bits).toBeLessThanOrEqual(evidence[i]!));
      }),
    );
  });
});

it('blanks of a field never say more than a quarter of a bit, whatever is seen', () => {
  const shares = fc
    .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 })
    .map((parts) => parts.map((part) => (part + 1e-9) / (parts.reduce((a, b) => a + b, 0) + 3e-9)));
  fc.assert(
    fc.property(shares, shares, shares, fc.double({ min: 0, max: 1, noNaN: true }), (m, u, random, own) => {
      for (const bits of blankWeights({ m, u, random, own })) expect(Math.abs(bits)).toBeLessThanOrEqual(250);
    }),
  );
  const always = { m: [0, 1, 0], u: [1, 0, 0], random: [1, 0, 0], own: 1 };
  expect(blankWeights(always)).toEqual([-250, 250, 0]);
});

describe('a remark on two fields', () => {
  const chance = { frequencies: { listed: new Map<string, number>(), others: 0 }, remarksOn: undefined };
  const name = (m: number[], u: number[]): FieldParameters => ({
    ...chance,
    blanks: undefined,
    levels: [10_000, 0],
    random: u,
    m,
    u,
  });
  const swapped: FieldParameters = {
    ...name([0.7, 0.1, 0.2], [0.0001, 0.000_1, 0.9998]),
    levels: [10_000, 9_500, 0],
    remarksOn: [0, 1],
  };
  const fields = [name([0.99, 0.01], [0.01, 0.99]), name([0.98, 0.02], [0.02, 0.98]), swapped];
  const model = modelOf({ matches: 0.01, fields, nonMatches: [] });
  const weights = (f: number) => model.fields[f]!.levels.map(({ matchWeight }) => matchWeight);

  it('does not depend on equal or different values, which the fields themselves cover', () => {
    expect(weights(2)[0]).toBe(0);
    expect(weights(2)[2]).toBe(0);
  });

  it('speaks in their stead where values are similar: what they say against a match is given back', () => {
    const alone = Math.round(1_000 * Math.log2(0.1 / 0.0001));
    expect(weights(2)[1]! + weights(0)[1]! + weights(1)[1]!).toBeCloseTo(alone, -1);
    expect(weights(0)[1]).toBeLessThan(-5_000);
  });

  it('is given back of what each non-match class says, too', () => {
    const household = {
      name: 'household',
      isCounted: false,
      share: 0.01,
      neverEqual: [false, false, false],
      isBlankAlike: true,
    };
    const levels = [[0.9, 0.1], null, null];
    const { nonMatches } = modelOf({ matches: 0.01, fields, nonMatches: [{ ...household, levels }] });
    const [one, two, remark] = nonMatches![0]!.matchWeights;
    expect(two).toBeNull();
    const alone = Math.round(1_000 * Math.log2(0.1 / 0.0001));
    expect(remark![1]! + one![1]! + weights(1)[1]!).toBeCloseTo(alone, -1);
    expect([remark![0], remark![2]]).toEqual([0, 0]);
  });

  it('takes their differences out of what is learned of matches', () => {
    const table = Table.of(inventedRows(40, 2).rows, [], comparisons, methods);
    const parameters = { matches: 0.2, fields, nonMatches: [] };
    // Four matches with names in the same order, and one with swapped names.
    const levels = Int8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
    const none = new Int16Array(levels.length);
    const rowEnds = Int32Array.of(5);
    const sample: PairSample = { count: 5, fields: 3, levels, adjustments: none, rowEnds, possible: 100 };
    expectationMaximisation(parameters, sample, table.pairs);
    expect(fields[0]!.m[1]).toBeLessThan(0.1);
    expect(fields[2]!.m[1]).toBeGreaterThan(0.1);
  });
});

describe('what is counted over the table equals counting pair by pair', () => {
  const { rows } = inventedRows(240, 21);
  const pairsOf = (isPair: (a: number, b: number) => boolean) =>
    rows.flatMap((_, a) => rows.flatMap((__, b) => (a < b && isPair(a, b) ? [[a, b] as const] : [])));

  it.each([
    ['one table', [] as string[]],
    ['two sources', rows.map((_, i) => (i % 3 === 0 ? 'x' : 'y'))],
  ])('chance: %s', (_case, sources) => {
    const table = Table.of(rows, sources, comparisons, methods);
    const isPair = (a: number, b: number) => sources.length === 0 || sources[a] !== sources[b];
    expect(table.pairs).toBe(pairsOf(isPair).length);
    comparisons.forEach(({ field, method: name }, f) => {
      const method = methods.get(name)!;
      const levels = levelsOf(method);
      const counts = levels.map(() => 0);
      let filled = 0;
      for (const [a, b] of pairsOf(isPair)) {
        const [x, y] = [rows[a]![field], rows[b]![field]].map((text) => method.normalise([text ?? '']));
        if (x === '' || y === '') continue;
        filled++;
        counts[levels.findIndex((from) => compareNormalised(method, x!, y!) >= from)]!++;
      }
      const shares = randomAgreement(table, f, levels, rowsOf(table));
      shares.forEach((share, i) => expect(share).toBeCloseTo(counts[i]! / filled, 12));
    });
  });

  it.each([
    ['one table', []],
    ['two sources', rows.map((_, i) => (i % 3 === 0 ? 'x' : 'y'))],
  ])('agreement in several fields at once: %s', (_case, sources) => {
    const table = Table.of(rows, sources, comparisons, methods);
    const fields = [0, 1];
    const chosen = fields.map((f) => methods.get(comparisons[f]!.method)!);
    const normal = (row: number, f: number) => chosen[f]!.normalise([rows[row]![comparisons[f]!.field] ?? '']);
    let possible = 1;
    let agreeing = 1;
    for (const [a, b] of pairsOf((a, b) => sources.length === 0 || sources[a] !== sources[b])) {
      if (fields.some((f) => normal(a, f) === '' || normal(b, f) === '')) continue;
      // Each pair counts in both directions.
      possible += 2;
      if (fields.every((f) => compareNormalised(chosen[f]!, normal(a, f), normal(b, f)) > 0)) agreeing += 2;
    }
    const levels = chosen.map((method) => levelsOf(method));
    const counted = jointAgreement(table, fields, levels, rowsOf(table));
    expect(counted.share).toBeCloseTo(agreeing / possible, 12);
    for (const shares of counted.levels) expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 1);
    expect(agreeing).toBeGreaterThan(10);
  });

  it('frequencies: common values say less, unlisted ones most', () => {
    const table = Table.of(rows, [], comparisons, methods);
    const { listed, others } = frequenciesOf(table, 1);
    const counts = new Map<string, number>();
    for (const { LastName } of rows)
      counts.set(
        methods.get('personName')!.normalise([LastName!]),
        1 + (counts.get(methods.get('personName')!.normalise([LastName!])) ?? 0),
      );
    const [[common]] = [...counts].sort((a, b) => b[1] - a[1]) as [[string, number]];
    expect(listed.get(common)).toBe(Math.min(...listed.values()));
    expect(Math.max(...listed.values())).toBeLessThanOrEqual(others);
    expect([...listed.keys()].every((text) => counts.get(text)! > 1)).toBe(true);
  });

  it('the sample contains every pair whose posterior is 0.1 % or more', () => {
    const table = Table.of(rows, [], comparisons, methods);
    const model: ScoreModel = {
      prior: -9_000,
      fields: comparisons.map(({ method }) => ({
        levels: levelsOf(methods.get(method)!).map((from) => ({
          from,
          matchWeight: from === 0 ? -2_000 : from / 2 - 500,
          adjusted: 0,
        })),
      })),
    };
    const isLikely = ([a, b]: readonly [number, number]) => {
      let sum = model.prior;
      comparisons.forEach(({ field, method: name }, f) => {
        const method = methods.get(name)!;
        const [x, y] = [rows[a]![field], rows[b]![field]].map((text) => method.normalise([text ?? '']));
        if (x === '' || y === '') return;
        const { levels } = model.fields[f]!;
        sum += levels[levelAt(levels, compareNormalised(method, x!, y!))]!.matchWeight;
      });
      return posteriorParts(sum) >= 10 * PARTS;
    };
    const expected = pairsOf(() => true).filter(isLikely);
    const sample = samplePairs(table, model, rowsOf(table), 0.1);
    expect(expected.length).toBeGreaterThan(20);
    expect(sample.count).toBe(expected.length);
    expect(sample.possible).toBe(table.pairs);

    // A sample of some rows contains their pairs with all other rows.
    const some = Int32Array.of(7, 120, 3, 235, 18, 66, 5, 92);
    const ofRow = (row: number) => expected.filter(([a, b]) => a + 1 === row || b + 1 === row).length;
    const part = samplePairs(table, model, some, 0.1);
    expect([...part.rowEnds].map((end, i) => end - (i === 0 ? 0 : part.rowEnds[i - 1]!))).toEqual(
      Array.from(some, ofRow),
    );
    expect(part.possible).toBeCloseTo((some.length / rows.length) * 2 * table.pairs, 6);
  });
});

describe('the standard error of what is learned', () => {
  const field = (match: number[]): FieldParameters => ({
    ...{ levels: [10_000, 0], random: [0.1, 0.9], u: [0.1, 0.9], remarksOn: undefined, blanks: undefined, m: match },
    frequencies: { listed: new Map(), others: 0 },
  });
  /** A sample of rows with this many pairs each, all of them certain and equal matches. */
  const sampleOf = (rowSizes: readonly number[]): PairSample => {
    const count = rowSizes.reduce((a, b) => a + b, 0);
    const rowEnds = Int32Array.from(rowSizes, (_, i) => rowSizes.slice(0, i + 1).reduce((a, b) => a + b, 0));
    return {
      ...{ count, fields: 1, levels: new Int8Array(count), adjustments: new Int16Array(count).fill(30_000), rowEnds },
      possible: 1e6,
    };
  };
  const errorOf = (share: number, rowSizes: readonly number[]) =>
    standardError({ matches: 0.001, fields: [field([share, 1 - share])], nonMatches: [] }, sampleOf(rowSizes));

  it('is that of a share of as many matches, in bits', () => {
    expect(errorOf(0.5, new Array<number>(400).fill(1))).toBeCloseTo(Math.LOG2E / 20, 4);
    expect(errorOf(0.9, new Array<number>(400).fill(1))).toBeCloseTo((Math.LOG2E * 2 * Math.sqrt(0.09)) / 20, 4);
  });

  it('counts the matches of one row once', () => {
    expect(errorOf(0.5, new Array<number>(100).fill(7))).toBeCloseTo(Math.LOG2E / 10, 4);
    expect(errorOf(0.5, [...new Array<number>(100).fill(1), ...new Array<number>(300).fill(0)])).toBeCloseTo(
      Math.LOG2E / 10,
      4,
    );
  });
});

describe('the threshold', () => {
  const anything = { precisionInterval: [0, 1], recallInterval: [0, 1] } as const;
  const at = (threshold: number, precision: number) => ({ threshold, precision, pairs: 1, recall: 1, ...anything });
  it.each([
    [undefined, 50],
    [0.95, 90],
    [0.999, 99],
  ])('for an expected precision of %s is %s', (precision, expected) => {
    expect(chooseThreshold([at(10, 0.99), at(50, 0.8), at(90, 0.97), at(99, 0.98)], precision).threshold).toBe(
      expected,
    );
  });
});

describe('random numbers', () => {
  it('samples are different rows in order, shuffles hold each row once', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 60 }), fc.nat(80), (seed, size, count) => {
        const sample = new Random(seed).sample(size, count);
        expect(sample).toHaveLength(Math.min(size, count));
        expect(sample).toEqual([...new Set(sample)].sort((a, b) => a - b));
        expect(sample.every((row) => row >= 0 && row < size)).toBe(true);
        expect([...new Random(seed).shuffled(size).sort()]).toEqual(Array.from({ length: size }, (_, i) => i));
      }),
    );
  });
});
