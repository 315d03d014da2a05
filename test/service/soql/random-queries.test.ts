import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insert, openService, type Data } from '../open-service.js';
import { ask, askAll } from './ask.js';

/** A condition as text, and an independent evaluation. */
interface Written {
  readonly text: string;
  readonly holds: (record: Data) => boolean;
}

const LETTERS = ['a', 'B', 'ab', 'Ab', 'b', 'ba', 'c'];
const NUMBERS = [-1, 0, 1, 2.5, 10];
const DAYS = ['2026-01-30', '2026-01-31', '2026-02-01'];

const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value) as string | number | null;
const valueOf = (record: Data, path: string): string | number | null => {
  const [field, of] = path.split('.').reverse() as [string, string | undefined];
  const holder = of === undefined ? record : (record[of] as Data | undefined);
  return lower(holder?.[field] ?? null);
};

const operators = ['=', '!=', '<', '<=', '>', '>='] as const;
function compare(operator: (typeof operators)[number], value: string | number | null, other: string | number): boolean {
  if (value === null) return operator === '!=';
  switch (operator) {
    case '=':
      return value === other;
    case '!=':
      return value !== other;
    case '<':
      return value < other;
    case '<=':
      return value <= other;
    case '>':
      return value > other;
    case '>=':
      return value >= other;
  }
}

const kinds = [
  { paths: ['Name', 'Site', 'Parent.Name'], values: LETTERS, write: (value: string | number) => `'${value}'` },
  { paths: ['AnnualRevenue', 'Parent.AnnualRevenue'], values: NUMBERS, write: String },
  { paths: ['LastActivityDate'], values: DAYS, write: String },
];

const comparison = fc.constantFrom(...kinds).chain(({ paths, values, write }) =>
  fc
    .tuple(fc.constantFrom(...paths), fc.constantFrom(...operators), fc.constantFrom<string | number>(...values))
    .map(([path, operator, value]): Written => ({
      text: `${path} ${operator} ${write(value)}`,
      holds: (record) => compare(operator, valueOf(record, path), lower(value)!),
    })),
);
const isNull = fc
  .tuple(fc.constantFrom('Site', 'AnnualRevenue', 'ParentId', 'Parent.Site'), fc.constantFrom('=', '!='))
  .map(([path, operator]): Written => ({
    text: `${path} ${operator} null`,
    holds: (record) => (valueOf(record, path) === null) === (operator === '='),
  }));
const inList = fc
  .tuple(fc.constantFrom(...kinds), fc.boolean(), fc.nat(), fc.array(fc.nat(), { minLength: 1, maxLength: 4 }))
  .map(([{ paths, values, write }, isNegated, which, picked]): Written => {
    const path = paths[which % paths.length]!;
    const chosen = picked.map((n) => values[n % values.length]!);
    return {
      text: `${path} ${isNegated ? 'NOT ' : ''}IN (${chosen.map(write).join(', ')})`,
      holds: (record) => chosen.some((value) => valueOf(record, path) === lower(value)) !== isNegated,
    };
  });
const like = fc
  .tuple(fc.constantFrom('Name', 'Site', 'Parent.Name'), fc.constantFrom('a%', '%b', '_', 'A_', '%a%', 'ab'))
  .map(([path, pattern]): Written => {
    const expected = new RegExp(`^${pattern.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'i');
    return {
      text: `${path} LIKE '${pattern}'`,
      holds: (record) => {
        const value = valueOf(record, path);
        return typeof value === 'string' && expected.test(value);
      },
    };
  });

const condition = fc.letrec<{ tree: Written; leaf: Written }>((tie) => ({
  leaf: fc.oneof(comparison, isNull, inList, like),
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc
      .tuple(fc.constantFrom('AND', 'OR'), fc.array(tie('tree'), { minLength: 2, maxLength: 3 }))
      .map(([word, parts]): Written => ({
        text: parts.map(({ text }) => `(${text})`).join(` ${word} `),
        holds: (record) =>
          word === 'AND' ? parts.every((part) => part.holds(record)) : parts.some((part) => part.holds(record)),
      })),
    tie('tree').map(({ text, holds }): Written => ({ text: `NOT (${text})`, holds: (record) => !holds(record) })),
  ),
})).tree;

const ordering = fc.array(
  fc.record({
    path: fc.constantFrom('Name', 'Site', 'AnnualRevenue', 'Parent.Name', 'LastActivityDate'),
    isDescending: fc.boolean(),
    blanks: fc.constantFrom('', ' NULLS FIRST', ' NULLS LAST'),
  }),
  { maxLength: 2 },
);

it('gives what evaluating every record gives, for random conditions, orders, limits and pages', async () => {
  const likeness = await openService();
  const records: Data[] = [];
  for (let n = 0; n < 60; n++) {
    const pick = <T>(values: readonly T[], by: number): T => values[(n * by) % values.length]!;
    const data: Data = { Name: pick(LETTERS, 5) };
    if (n % 3 > 0) data['Site'] = pick(LETTERS, 3);
    if (n % 4 > 0) data['AnnualRevenue'] = pick(NUMBERS, 7);
    if (n % 5 > 0) data['LastActivityDate'] = pick(DAYS, 2);
    const parent = n % 2 > 0 && n > 6 ? records[n % 7] : undefined;
    if (parent) data['ParentId'] = parent['Id'];
    const Id = await insert(likeness, 'Account', data);
    records.push({ ...data, Id, ...(parent && { Parent: parent }) });
  }
  await fc.assert(
    fc.asyncProperty(
      fc.option(condition, { nil: undefined }),
      ordering,
      fc.option(fc.nat(70), { nil: undefined }),
      fc.nat(5),
      async (where, orders, limit, offset) => {
        const by = orders.map(({ path, isDescending, blanks }) => `${path}${isDescending ? ' DESC' : ''}${blanks}`);
        const query =
          `SELECT Id FROM Account${where === undefined ? '' : ` WHERE ${where.text}`}` +
          (by.length > 0 ? ` ORDER BY ${by.join(', ')}` : '') +
          (limit === undefined ? '' : ` LIMIT ${limit}`) +
          (offset === 0 ? '' : ` OFFSET ${offset}`);
        const compareRecords = (a: Data, b: Data): number => {
          for (const { path, isDescending, blanks } of orders) {
            const [one, other] = [valueOf(a, path), valueOf(b, path)];
            if (one === other) continue;
            if (one === null || other === null) return (one === null) === (blanks === ' NULLS LAST') ? 1 : -1;
            return one < other === isDescending ? 1 : -1;
          }
          const byId = (a['Id'] as string) < (b['Id'] as string) ? -1 : 1;
          return orders[0]?.isDescending === true ? -byId : byId;
        };
        const expected = records
          .filter((record) => where?.holds(record) ?? true)
          .sort(compareRecords)
          .slice(offset, limit === undefined ? undefined : offset + limit)
          .map(({ Id }) => Id);
        const { totalSize, records: found } = await ask(likeness, query);
        expect(
          found.map(({ Id }) => Id),
          query,
        ).toEqual(expected);
        expect(totalSize).toBe(expected.length);
        expect(
          (await askAll(likeness, query, 9)).map(({ Id }) => Id),
          query,
        ).toEqual(expected);
        const counted = `SELECT COUNT() FROM Account${where === undefined ? '' : ` WHERE ${where.text}`}`;
        expect((await ask(likeness, counted)).totalSize).toBe(
          records.filter((one) => where?.holds(one) ?? true).length,
        );
      },
    ),
    { numRuns: 400 },
  );
});
