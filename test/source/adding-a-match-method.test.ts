import { expect, it } from 'vitest';
import type { MemoryIndex } from '../../src/index/memory-index.js';
import type { createMethods } from '../../src/matching/methods/create-methods.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { WorkedExample } from './worked-example.js';

const example = new WorkedExample('Adding a match', /\bmatchMethods\b[^\n]*= \[\n/);
const [method, list, test] = example.paths as [string, string, string];
// The example's own test, which checks the laws of match methods and the example's claims.
await example.load(test);

it('touches one file, its test and one list', () => {
  expect([method, list, test]).toEqual([
    'src/matching/methods/vat-number.ts',
    'src/matching/methods/create-methods.ts',
    'test/matching/vat-number.test.ts',
  ]);
  expect(example.line.trim().split('\n')).toHaveLength(1);
});

it('makes a method that searches find records by', async () => {
  const methods = ((await example.load(list)) as { createMethods: typeof createMethods }).createMethods();
  const { MemoryIndex: Index } = (await example.load('src/index/memory-index.ts')) as {
    MemoryIndex: typeof MemoryIndex;
  };
  const scenario: Scenario = {
    id: 'vat',
    name: 'VAT number',
    object: 'Account',
    threshold: 7_500,
    usage: ['restSearch'],
    minimumOverlap: 0,
    totalWeight: 100,
    fields: [
      { fields: ['VatId__c'], label: 'VatId__c', method: methods.get('vatNumber')!, weight: 100, blank: 'mismatch' },
    ],
  };
  const index = new Index([scenario]);
  index.put('a-same', { VatId__c: 'NL 8123.45.678' });
  index.put('b-near', { VatId__c: 'NL812345687' });
  index.put('c-other', { VatId__c: 'DE999999999' });
  const { matches } = index.search({
    values: { VatId__c: 'nl812345678' },
    scenarios: [scenario],
    rule: 'search',
    limit: 10,
  });
  expect(matches.map(({ id }) => id)).toEqual(['a-same', 'b-near']);
});
