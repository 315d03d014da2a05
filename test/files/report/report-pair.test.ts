import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../../src/store/config/load.js';
import { resolveDefinitions } from '../../../src/store/config/resolve-definitions.js';
import { train } from '../../../src/files/learning/train.js';
import { createMethods } from '../../../src/matching/methods/create-methods.js';
import { posteriorParts, PARTS } from '../../../src/matching/model.js';
import { reportPair } from '../../../src/files/report/report-pair.js';
import { draws } from '../../support/draws.js';

const FIRST = ['Anna', 'Ana', 'Robert', 'Bob', 'Zoë', 'Анна', '小明'];
const LAST = ['Keller', 'Kellner', 'Smith', 'Smyth', 'Young', 'الفاسي'];
const PHONES = ['+14155550101', '+14155550102', '415-555-0103', ''];
const EMAILS = ['anna@example.com', 'rob@example.org', 'zoe@example.net', ''];

const people = fc.record({
  FirstName: fc.constantFrom(...FIRST),
  LastName: fc.constantFrom(...LAST),
  Phone: fc.constantFrom(...PHONES),
  Email: fc.constantFrom(...EMAILS),
  Title: fc.constantFrom('Engineer', 'Baker'),
});
const configuration = loadConfiguration(undefined);
const sum = (values: readonly { value: number }[]) => values.reduce((total, { value }) => total + value, 0);

describe('a pair of the report', () => {
  it('adds up to its score in percentage points', async () => {
    const scenarios = (await configuration).scenarios.filter(({ id }) => id === 'contact-default');
    fc.assert(
      fc.property(people, people, (a, b) => {
        const pair = reportPair(scenarios, { id: 'a', texts: a }, { id: 'b', texts: b })!;
        expect(pair.waterfall!.unit).toBe('points');
        expect(Math.floor(sum(pair.waterfall!.steps) + 1e-9)).toBe(pair.score);
      }),
      { numRuns: draws(1_000) },
    );
  });

  it('adds up to its score in bits, where the scenario was learned', async () => {
    const rows = fc.sample(people, { numRuns: 300, seed: 7 });
    const methods = createMethods();
    const fields = ['FirstName', 'LastName', 'Phone', 'Email'].map((name) => ({ name, type: 'string' }));
    const { scenario } = train({ object: 'Contact', rows, fields, methods });
    const scenarios = resolveDefinitions(await configuration, [scenario], 'learned');
    fc.assert(
      fc.property(people, people, (a, b) => {
        const pair = reportPair(scenarios, { id: 'a', texts: a }, { id: 'b', texts: b })!;
        expect(pair.waterfall!.unit).toBe('bits');
        const weight = Math.round(1_000 * sum(pair.waterfall!.steps));
        expect(Math.floor(posteriorParts(weight) / PARTS / 100)).toBe(pair.score);
      }),
      { numRuns: draws(1_000) },
    );
  });

  it('shows what is compared first, as it was read, then what is not', async () => {
    const scenarios = (await configuration).scenarios.filter(({ id }) => id === 'contact-default');
    const texts = { Title: 'Baker', Email: 'A@Example.com', FirstName: ' Anna', LastName: 'Keller' };
    const pair = reportPair(scenarios, { id: '1', texts }, { id: '2', texts: { ...texts, Title: 'Cook' } })!;
    expect(pair.fields.map(({ field, values }) => [field, ...values])).toEqual([
      ['FirstName', ' Anna', ' Anna'],
      ['LastName', 'Keller', 'Keller'],
      ['Phone|MobilePhone|HomePhone|OtherPhone', undefined, undefined],
      ['Email', 'A@Example.com', 'A@Example.com'],
      ['Title', 'Baker', 'Cook'],
    ]);
  });
});
