import { describe, expect, it } from 'vitest';
import { contactScenarios } from '../../bench/synthetic/contact-scenarios.js';
import { Contacts } from '../../bench/synthetic/contacts.js';
import { rowsWithDuplicates } from '../../bench/synthetic/tasks.js';
import { BLANK, adjustmentsIn, joinScenario } from '../../src/index/join/join-scenario.js';
import { PairColumns } from '../../src/index/join/pair-columns.js';
import { RowJoin } from '../../src/index/join/row-join.js';
import { columnsOf, duplicatePairs, tableOf } from '../../src/index/join/self-join.js';
import { similarityIn } from '../../src/index/join/similar-pairs.js';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import { freshSeed, Random } from './random.js';
import { duplicateRows } from './duplicate-rows.js';
import { train } from '../../src/files/learning/train.js';
import { FULL, type MatchMethod } from '../../src/matching/method.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { toScoreModel } from '../../src/matching/model-definition.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { compareNormalised, scorePair } from '../../src/matching/score.js';
import { contactFields } from '../files/learning/invented.js';
import { isNightly } from '../support/draws.js';

it('among people with common names and addresses, finds and scores what a search by every record does', () => {
  // Omits random fields, to get more combinations of blank fields.
  const random = new Random(freshSeed('self-join'));
  // A low minimum overlap produces more pairs, and scenarios that accept different blank fields.
  const scenarios = contactScenarios().map((scenario) => ({ ...scenario, minimumOverlap: 2_500, threshold: 7_000 }));
  const index = createMemoryIndex({ scenarios });
  const rows = Array.from(rowsWithDuplicates(new Contacts(), isNightly ? 3_000 : 1_500), ({ values }) => {
    const row = { ...values };
    // Many rows share a few names, so their lists are long.
    if (random.chance(0.5)) row['LastName'] = random.pick(['Smith', 'Smyth', 'Smithe', 'Miller', 'Meller']);
    if (random.chance(0.3)) row['FirstName'] = random.pick(['Anna', 'Ana', 'Anne', 'John', 'Jon', 'J']);
    return Object.fromEntries(Object.entries(row).filter(() => !random.chance(0.1)));
  });
  rows.forEach((values, i) => index.put(String(i).padStart(4, '0'), values));
  const expected = new Map<string, number>();
  rows.forEach((values, i) => {
    const id = String(i).padStart(4, '0');
    for (const match of index.search({ values, scenarios, rule: 'dedupe', limit: Infinity }).matches) {
      if (match.id === id) continue;
      const pair = [id, match.id].sort().join(' ');
      expected.set(pair, Math.max(expected.get(pair) ?? 0, match.num / match.den));
    }
  });
  const found = Array.from(
    duplicatePairs(index, { scenarios }),
    ({ id1, id2, num, den }) => [`${id1} ${id2}`, num / den] as const,
  );
  expect(new Map(found)).toEqual(expected);
  expect(found).toHaveLength(expected.size);
  expect(expected.size).toBeGreaterThan(1_000);
});

type Methods = ReturnType<typeof createMethods>;

function learnedScenario(rows: Record<string, string>[], methods: Methods, threshold: number): Scenario {
  const { scenario } = train({ object: 'Contact', rows, fields: contactFields, methods });
  return {
    ...{ id: 'learned', name: 'Learned', object: 'Contact', usage: [], minimumOverlap: 0, totalWeight: 1 },
    threshold,
    model: toScoreModel(scenario.model!),
    fields: scenario.fields.map(({ field, method }) => ({
      ...{ fields: field.split('+'), label: field, weight: 1, blank: 'ignore' as const },
      method: methods.get(method)!,
    })),
  };
}

/** The lists are long enough for the join to use sketches, and many pairs are near the threshold. */
it('among rows with long lists, finds the pairs that scoring all pairs by the same table finds', () => {
  const random = new Random(freshSeed('long lists'));
  const methods = createMethods();
  const rows = Array.from(rowsWithDuplicates(new Contacts(), isNightly ? 4_000 : 1_500), ({ values }) => {
    const row = { ...values };
    if (random.chance(0.6)) row['LastName'] = random.pick(['Smith', 'Smyth', 'Smithe', 'Miller', 'Meller', 'Mueller']);
    if (random.chance(0.5)) row['FirstName'] = random.pick(['Anna', 'Ana', 'Anne', 'John', 'Jon', 'J', 'Maria']);
    if (random.chance(0.3)) row['MailingPostalCode'] = random.pick(['10001', '10002', '20001']);
    return Object.fromEntries(Object.entries(row).filter(([name]) => name === 'LastName' || !random.chance(0.15)));
  });
  const scenario = learnedScenario(rows, methods, 1);
  const scenarios = [scenario];
  const index = createMemoryIndex({ scenarios });
  rows.forEach((values, i) => index.put(String(i).padStart(5, '0'), values));
  const table = tableOf(index, scenarios);
  const fields = columnsOf(index, scenarios);
  const scored = joinScenario(scenario, [...fields.keys()], adjustmentsIn(fields));
  const expected = new Map<string, number>();
  const similarities = new Int32Array(fields.length);
  for (let first = 1; first <= table.order.length; first++) {
    const one = first << table.shift;
    const prepared = fields.map((field, c) => (table.records[one + c] ? field.preparedOf(table.records[one + c]!) : 0));
    for (let second = first + 1; second <= table.order.length; second++) {
      const two = second << table.shift;
      fields.forEach((field, c) => {
        const [a, b] = [table.records[one + c]!, table.records[two + c]!];
        const { similar } = table.columns[c]!;
        if (a === 0 || b === 0) similarities[c] = BLANK;
        else if (a === b) similarities[c] = FULL;
        else similarities[c] = similar ? similarityIn(similar, a, b) : field.similarityOf(a, prepared[c], b);
      });
      scored.score(similarities, table.records, one, two);
      if (scored.den > 0) expected.set(`${first} ${second}`, scored.num / scored.den);
    }
  }
  const join = new RowJoin(table, index, fields, scenarios);
  const columns = new PairColumns();
  for (let row = 1; row <= table.order.length; row++) join.pairsOf(row, columns);
  const found = Array.from(columns, ({ first, second, num, den }) => [`${first} ${second}`, num / den] as const);
  expect(found).toHaveLength(expected.size);
  expect(found.filter(([pair, score]) => expected.get(pair) !== score)).toEqual([]);
  expect(expected.size).toBeGreaterThan(3_000);
});

function normalsOf({ fields }: Scenario, rows: Record<string, string>[]): string[][] {
  return rows.map((row) =>
    fields.map(({ fields: names, method }) => method.normalise(names.map((name) => row[name] ?? ''))),
  );
}

describe('under a learned scenario', () => {
  const random = new Random(freshSeed('learned self-join'));
  const methods = createMethods();
  const rows = Array.from(rowsWithDuplicates(new Contacts(), isNightly ? 900 : 500), ({ values }) => {
    const row = { ...values };
    if (random.chance(0.3)) row['LastName'] = random.pick(['Smith', 'Smyth', 'Miller', 'Meller']);
    if (random.chance(0.2)) row['MailingPostalCode'] = random.pick(['10001', '10002', '20001']);
    return Object.fromEntries(Object.entries(row).filter(() => !random.chance(0.15)));
  });
  // A lower threshold than learned produces many more pairs, most of them affected by non-match classes.
  const scenario = learnedScenario(rows, methods, 100);
  const index = createMemoryIndex({ scenarios: [scenario] });
  rows.forEach((values, i) => index.put(String(i).padStart(4, '0'), values));
  const similarities = new Map<string, number>();
  const compare = (method: MatchMethod, a: string, b: string): number => {
    const key = `${method.name}\0${a < b ? a : b}\0${a < b ? b : a}`;
    const known = similarities.get(key) ?? compareNormalised(method, a, b);
    similarities.set(key, known);
    return known;
  };
  const normals = normalsOf(scenario, rows);
  const expected = normals.flatMap((one, a) =>
    normals.slice(a + 1).flatMap((two, n) => {
      const { num, den, isDuplicate } = scorePair(scenario, one, two, 'dedupe', compare);
      return isDuplicate ? [[a + 1, a + 2 + n, num, den]] : [];
    }),
  );
  const joined = async (threads: number, sources?: Int32Array) => {
    const found: number[][] = [];
    for await (const batch of duplicateRows(index, { scenarios: [scenario], methods: {}, threads, sources }))
      found.push(...Array.from(batch, ({ first, second, num, den }) => [first, second, num, den]));
    return found;
  };
  const inOrder = (pairs: number[][]) => [...pairs].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);

  it('finds the pairs that scoring every pair finds, with their scores, by any number of threads', async () => {
    const alone = await joined(1);
    expect(inOrder(alone)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(100);
    for (const threads of [2, 3]) expect(await joined(threads)).toEqual(alone);
  });

  it('finds pairs across sources only, where rows have any', async () => {
    const sources = Int32Array.from({ length: rows.length + 1 }, (_, row) => row % 3);
    const across = expected.filter(([one, two]) => one! % 3 !== two! % 3);
    expect(inOrder(await joined(2, sources))).toEqual(across);
    expect(across.length).toBeGreaterThan(50);
  });
});
