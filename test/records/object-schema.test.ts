import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { objectDefinitionsSchema, type ObjectDefinition } from '../../src/records/object-schema.js';
import { createRegistry } from '../../src/records/registry.js';

/** Uses each attribute of the format once. */
const example: ObjectDefinition[] = [
  {
    name: 'Invoice__c',
    keyPrefix: 'a01',
    label: 'Invoice',
    fields: [
      { name: 'Name', type: 'autoNumber', autoNumber: 'INV-{00000}' },
      { name: 'Payer__c', type: 'reference', referenceTo: ['Account'], mustExist: true, required: true },
      { name: 'Code__c', type: 'string', length: 20, externalId: true, label: 'Code', default: 'none' },
      { name: 'State__c', type: 'picklist', values: ['open', 'paid'] },
      { name: 'Net__c', type: 'currency' },
      { name: 'Gross__c', type: 'formula', formula: 'Net__c * 1.2', returns: 'currency', blankAs: 'zero' },
    ],
    resultFields: ['Name', 'Gross__c'],
    maxResults: 10,
    onSave: [{ when: 'Net__c > 100', set: { State__c: 'open' } }],
  },
  {
    name: 'Account',
    keyPrefix: '001',
    fields: [
      {
        name: 'Total__c',
        type: 'summary',
        summary: { object: 'Invoice__c', referenceField: 'Payer__c', operation: 'sum', field: 'Net__c' },
      },
    ],
  },
];

describe('the form of objects.json', () => {
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(z.toJSONSchema(objectDefinitionsSchema));

  it('accepts every attribute of the format, as zod and as JSON Schema, and the registry understands it', () => {
    expect(objectDefinitionsSchema.parse(example)).toEqual(example);
    expect(validate(example)).toBe(true);
    expect(createRegistry(objectDefinitionsSchema.parse(example)).byName('Account')!.field('Total__c')!.valueType).toBe(
      'currency',
    );
  });

  const field = (more: object) => [{ ...example[0], fields: [{ name: 'A__c', type: 'string', ...more }] }];
  it.each<[string, string, unknown]>([
    ['an unknown key of an object', '0', [{ ...example[0], colour: 'red' }]],
    ['an unknown key of a field', '0.fields.0', field({ size: 3 })],
    ['an unknown type', '0.fields.0.type', field({ type: 'text' })],
    ['a missing key prefix', '0.keyPrefix', [{ name: 'A__c', fields: [] }]],
    ['a key prefix of four', '0.keyPrefix', [{ name: 'A__c', keyPrefix: 'a000', fields: [] }]],
    ['no fields', '0.fields', [{ name: 'A__c', keyPrefix: 'a00' }]],
    ['a length of nothing', '0.fields.0.length', field({ length: 0 })],
    ['a default that is an object', '0.fields.0.default', field({ default: {} })],
    ['no results at most', '0.maxResults', [{ ...example[0], maxResults: 0 }]],
    [
      'an unknown operation',
      '0.fields.0.summary.operation',
      field({ type: 'summary', summary: { object: 'A', referenceField: 'B', operation: 'avg' } }),
    ],
    ['an object instead of an array', '', example[0]],
  ])('refuses %s at "%s"', (_, path, definitions) => {
    const result = objectDefinitionsSchema.safeParse(definitions);
    expect(result.error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
    expect(validate(definitions)).toBe(false);
  });
});
