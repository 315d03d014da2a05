import { createRegistry } from '../../../src/records/registry.js';

/** An object with a field of each kind that conditions treat differently. */
export const sample = createRegistry([
  {
    name: 'Sample__c',
    keyPrefix: 'a01',
    fields: [
      { name: 'Name', type: 'string' },
      { name: 'City__c', type: 'picklist' },
      { name: 'Amount__c', type: 'number' },
      { name: 'Active__c', type: 'boolean' },
      { name: 'Born__c', type: 'date' },
      { name: 'Seen__c', type: 'datetime' },
      { name: 'Account__c', type: 'reference', referenceTo: ['Account'] },
    ],
  },
]).byName('Sample__c')!;
