import { describe, expect, it } from 'vitest';
import { contactScenarios } from '../../bench/synthetic/contact-scenarios.js';
import { Contacts } from '../../bench/synthetic/contacts.js';
import { rowsWithDuplicates } from '../../bench/synthetic/tasks.js';
import { findPairs } from '../../src/batch/dedupe/find-pairs.js';
import { comparedColumns } from '../../src/index/shared-keys/compared-columns.js';
import { planLists } from '../../src/index/shared-keys/list-plan.js';
import { PairScorer } from '../../src/index/shared-keys/pair-scorer.js';
import { ASKED, FILED, RowKeys } from '../../src/index/shared-keys/row-keys.js';
import { train } from '../../src/learning/train.js';
import { toScoreModel } from '../../src/matching/model-definition.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import type { FieldTexts } from '../../src/matching/normalized-record.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { scorePair, shownScore } from '../../src/matching/score.js';
import { contactFields } from '../learning/invented.js';
import { draws } from '../support/draws.js';
import { drawScenarios, drawValues, scenarioOf } from './cases.js';
import { freshSeed, Random } from './random.js';

const ROWS = 10_000_000;

function normalsOf(rows: readonly FieldTexts[], columns: ReturnType<typeof comparedColumns>['columns']): string[][] {
  return rows.map((row) =>
    columns.map(({ fields, method }) => {
      const raws = fields.map((field) => (Object.hasOwn(row, field) ? row[field]! : ''));
      return raws.every((raw) => raw === '') ? '' : method.normalise(raws);
    }),
  );
}

/** Pairs that share a key, one of them asking. */
function candidates(normals: readonly string[][], keys: RowKeys): Set<string> {
  const filed = new Map<string, number[]>();
  const asked: [key: string, row: number][] = [];
  normals.forEach((row, n) =>
    keys.each(row, (list, key, side) => {
      expect(Number.isSafeInteger(key) && key >= 0).toBe(true);
      const name = `${list} ${key}`;
      if ((side & FILED) !== 0) filed.set(name, [...(filed.get(name) ?? []), n]);
      if ((side & ASKED) !== 0) asked.push([name, n]);
    }),
  );
  const pairs = new Set<string>();
  // The lower row asks, as in the SQL of the documents.
  for (const [name, row] of asked)
    for (const other of filed.get(name) ?? []) if (row < other) pairs.add(`${row} ${other}`);
  return pairs;
}

/** Pairs and scores by keys, a join and the scorer; `undefined` where there is no plan. */
function byKeys(rows: readonly FieldTexts[], scenarios: readonly Scenario[], fieldsPerList: number, size = ROWS) {
  const compared = comparedColumns(scenarios, []);
  let plan;
  try {
    plan = planLists(scenarios, compared, { fieldsPerList, rows: size });
  } catch (error) {
    expect((error as Error).message).toContain('agree in nothing');
    return undefined;
  }
  const normals = normalsOf(rows, compared.columns);
  const scorer = new PairScorer(scenarios, compared);
  const met = candidates(normals, new RowKeys(plan, compared.columns));
  const found = new Map<string, number>();
  for (const pair of met) {
    const [a, b] = pair.split(' ').map(Number) as [number, number];
    if (scorer.isDuplicate(normals[a]!, normals[b]!)) found.set(pair, shownScore(scorer.num, scorer.den));
  }
  return { found, met: met.size };
}

const byIndex = (rows: readonly FieldTexts[], scenarios: readonly Scenario[]) =>
  new Map(Array.from(findPairs(rows, scenarios), ({ a, b, score }) => [`${a} ${b}`, score]));

const sorted = (pairs: ReadonlyMap<string, number>) => [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));

describe('rows that share a key', () => {
  it('hold all duplicates by whatever scenarios, with the same scores', () => {
    const random = new Random(freshSeed('shared-keys'));
    let planned = 0;
    let pairs = 0;
    for (let n = 0; n < draws(1_000); n++) {
      const { scenarios, vocabulary } = drawScenarios(random, 1 + random.below(3));
      const rows = Array.from({ length: 25 }, () => drawValues(random, vocabulary, random.pick([0, 0.2, 0.5])));
      const found = byKeys(rows, scenarios, 1 + random.below(3), random.pick([100, ROWS]));
      if (found === undefined) continue;
      planned++;
      const expected = byIndex(rows, scenarios);
      pairs += expected.size;
      expect(sorted(found.found)).toEqual(sorted(expected));
    }
    expect(planned).toBeGreaterThan(draws(1_000) / 3);
    expect(pairs).toBeGreaterThan(draws(1_000));
  });

  it.each([1, 2, 3])('hold all duplicates among people, by lists of %i fields at the most', (fieldsPerList) => {
    const rows = Array.from(rowsWithDuplicates(new Contacts(), 1_500), ({ values }) => values);
    const methods = createMethods();
    const { model, fields } = train({ object: 'Contact', rows, fields: contactFields, methods }).scenario;
    const learned: Scenario = {
      ...{ ...scenarioOf([], 5_000), totalWeight: 1, model: toScoreModel(model!) },
      fields: fields.map(({ field, method }) => ({
        ...{ fields: field.split(/[+|]/), label: field, weight: 1, blank: 'ignore' as const },
        method: methods.get(method)!,
      })),
    };
    for (const scenarios of [contactScenarios(), [learned]]) {
      const found = byKeys(rows, scenarios, fieldsPerList)!;
      const expected = byIndex(rows, scenarios);
      expect(expected.size).toBeGreaterThan(100);
      expect(sorted(found.found)).toEqual(sorted(expected));
    }
  });

  it('are none where one of the two has a value so common that it does not speak for a match', () => {
    const exact = createMethods().get('exact')!;
    const scenario: Scenario = {
      ...scenarioOf([[['Name'], exact]], 5_000),
      model: {
        prior: -10_000,
        fields: [
          {
            levels: [
              { from: 10_000, matchWeight: 12_000, adjusted: 1_000 },
              { from: 0, matchWeight: -3_000, adjusted: 0 },
            ],
            frequencies: { listed: new Map([['smith', -5_000]]), others: 0 },
          },
        ],
      },
    };
    const { found, met } = byKeys(
      ['Smith', 'Smith', 'Rare', 'Rare'].map((Name) => ({ Name })),
      [scenario],
      2,
    )!;
    expect([...found.keys()]).toEqual(['2 3']);
    expect(met).toBe(1);
  });
});

it('a scenario that a pair can meet with nothing in common is refused', () => {
  const scenario = scenarioOf([[['Name'], createMethods().get('exact')!]], 0);
  expect(() => planLists([scenario], comparedColumns([scenario], []), { fieldsPerList: 2, rows: ROWS })).toThrow(
    'scenario s: two records that agree in nothing can reach its threshold',
  );
});

it('scores of pairs that are no duplicates are the higher ones of the two directions', () => {
  const random = new Random(freshSeed('pair-scorer'));
  for (let n = 0; n < draws(500); n++) {
    const { scenarios, vocabulary } = drawScenarios(random, 2);
    const compared = comparedColumns(scenarios, []);
    const [a, b] = normalsOf(
      [drawValues(random, vocabulary, 0.3), drawValues(random, vocabulary, 0.3)],
      compared.columns,
    ) as [string[], string[]];
    const scorer = new PairScorer(scenarios, compared);
    const isDuplicate = scorer.isDuplicate(a, b);
    const all = scenarios.flatMap((scenario, s) => {
      const of = (normals: readonly string[]) => compared.positions[s]!.map((column) => normals[column]!);
      return [scorePair(scenario, of(a), of(b), 'dedupe'), scorePair(scenario, of(b), of(a), 'dedupe')];
    });
    expect(isDuplicate).toBe(all.some((each) => each.isDuplicate));
    scorer.score(a, b);
    expect(shownScore(scorer.num, scorer.den)).toBe(Math.max(...all.map(({ num, den }) => shownScore(num, den))));
  }
});

it('columns have names of their own, which databases tell apart', () => {
  const methods = createMethods();
  const [exact, name] = [methods.get('exact')!, methods.get('personName')!];
  const scenario = scenarioOf(
    [
      [['Name'], exact],
      [['Name'], name],
      [['First', 'Last'], name],
      [['Key'], exact],
      [['City'], exact],
    ],
    5_000,
  );
  const { columns, positions } = comparedColumns([scenario, scenario], ['key']);
  expect(columns.map((column) => column.name)).toEqual([
    ...['Name_exact', 'Name_personName', 'First_Last', 'Key_exact', 'City'],
  ]);
  expect(positions).toEqual([
    [0, 1, 2, 3, 4],
    [0, 1, 2, 3, 4],
  ]);
});
