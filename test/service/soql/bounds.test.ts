import { describe, expect, it } from 'vitest';
import { MOST } from '../../../src/store/config/config-limits.js';
import { dynamicThreshold, Semaphore } from '../../../src/runtime/semaphore.js';
import { Formulas } from '../../../src/service/results/formulas.js';
import { GroupRows } from '../../../src/service/soql/group-rows.js';
import { QueryMemory } from '../../../src/service/soql/query-memory.js';
import { RecordReader } from '../../../src/service/soql/record-reader.js';
import { compileQuery } from '../../../src/service/soql/compile-query.js';
import { parseQuery } from '../../../src/service/soql/parse-query.js';
import { caller } from '../open-service.js';
import { ask, companies, refusal, setting } from './ask.js';

const IN = 'Id IN (SELECT Id FROM Contact)';

describe('bounds of a query', () => {
  it('a locator that counts two milliards of records before it takes no room for them', async () => {
    const { likeness, ann } = await companies();
    const { next } = await ask(likeness, 'SELECT Id FROM Contact ORDER BY LastName', { pageSize: 1 });
    const locator = await setting.locators.read(next!);
    const far = setting.locators.write({ ...locator, run: 'unknown', taken: 2_000_000_000 });
    const page = await likeness.queries.more(far, setting, caller);
    expect(page.records).toHaveLength(1);
    expect(page.records[0]!['Id']).not.toBe(ann);
    // Its pages continue like those of any other query.
    const more = await likeness.queries.more(page.next!, setting, caller);
    expect(more.records).toHaveLength(1);
  });

  it.each([
    ['fields of ORDER BY', `SELECT Id FROM Contact ORDER BY ${'LastName, '.repeat(MOST.queryOrder)}Id`],
    ['fields of GROUP BY', `SELECT COUNT(Id) FROM Contact GROUP BY ${'LastName, '.repeat(MOST.queryGrouping)}Email`],
    ['queries for children', `SELECT ${'(SELECT Id FROM Contacts), '.repeat(MOST.queryParts + 1)} Id FROM Account`],
    ['queries in conditions', `SELECT Id FROM Contact WHERE ${`${IN} OR `.repeat(MOST.queryParts)} ${IN}`],
    ['characters', `SELECT Id FROM Contact WHERE LastName = '${'x'.repeat(MOST.queryLength)}'`],
  ])('too many %s are refused before they are looked up', async (_what, query) => {
    const { likeness } = await companies();
    expect(await refusal(likeness, query)).toMatch(/^MALFORMED_QUERY/);
  });

  it('fields that are named again and again are refused at the first one', async () => {
    const { likeness } = await companies();
    const query = `SELECT ${'FIELDS(STANDARD), '.repeat(4_000)} Id FROM Contact LIMIT 1`;
    expect(await refusal(likeness, query)).toMatch(/^INVALID_FIELD/);
  });
});

describe('the memory of queries', () => {
  it('a grouped query reports every aggregate of every group before it is made, and ends if it is not allowed', async () => {
    const { likeness } = await companies();
    const { registry } = likeness.configuration;
    const fields = [...registry.byName('Contact')!.fields].filter(({ type }) => type === 'string').slice(0, 10);
    const aggregates = fields.flatMap(({ name }) => [`MIN(${name})`, `COUNT(${name})`]);
    const text = `SELECT Id, ${aggregates.map((one, n) => `${one} a${n}`).join(', ')} FROM Contact GROUP BY Id`;
    const { grouped } = compileQuery(parseQuery(text), registry);
    const reader = new RecordReader(registry, new Formulas(likeness.configuration), () => undefined, new Date());
    let held = 0;
    const groups = new GroupRows(grouped!, reader, (bytes) => {
      if ((held += bytes) > 100_000) throw new RangeError('enough');
    });
    const record = (n: number) => ({ id: `003${String(n).padStart(15, '0')}`, type: 'Contact', fields: {} });
    for (let n = 0; n < 10; n++) groups.add(record(n));
    expect(held).toBeGreaterThan(10 * aggregates.length * 50);
    expect(() => {
      for (let n = 0; n < 1_000; n++) groups.add(record(n));
    }).toThrow('enough');
    expect([...groups.groups].length).toBeLessThan(100_000 / (aggregates.length * 50));
  });

  const half = MOST.queryBytes / 2;
  const refusedBy = (hold: () => void): string => {
    try {
      hold();
      return 'granted';
    } catch (error) {
      return (error as { errorCode: string }).errorCode;
    }
  };

  it('one query gets at most half of all; groups times aggregates count', () => {
    const all = new Semaphore(MOST.queryBytes, dynamicThreshold());
    const memory = new QueryMemory(all, 'greedy');
    expect(refusedBy(() => memory.hold(half))).toBe('granted');
    expect(refusedBy(() => memory.hold(1))).toBe('QUERY_TOO_COMPLICATED');
    const other = new QueryMemory(all, 'other');
    expect(refusedBy(() => other.hold(half / 4))).toBe('granted');
    expect(refusedBy(() => other.hold(half / 2))).toBe('REQUEST_LIMIT_EXCEEDED');
    for (const one of [memory, other]) one.release();
    expect(all.count).toBe(0);
  });
});
