import type { FieldDefinition } from '../object-schema.js';
import { type BuiltInObject, ownerField } from './parts.js';

/** Clients of the product read its jobs, groups and pairs here; those that clients create are stored too. */
export const DUPLICATE_JOB = 'dupcheck__dcJob__c';
export const DUPLICATE_GROUP = 'dupcheck__dcGroup__c';
export const DUPLICATE_PAIR = 'dupcheck__dc3Duplicate__c';
export const DISCARDED_PAIR = 'dupcheck__dcDiscard__c';

const name = (format: string): FieldDefinition => ({ name: 'Name', type: 'autoNumber', autoNumber: format });
const job: FieldDefinition = { name: DUPLICATE_JOB, type: 'reference', referenceTo: [DUPLICATE_JOB], label: 'Job' };
const pair: readonly FieldDefinition[] = [
  { name: 'dupcheck__SourceObject__c', type: 'string', length: 18, label: 'Source record' },
  { name: 'dupcheck__MatchObject__c', type: 'string', length: 18, label: 'Matching record' },
];

export const duplicateCheckObjects: readonly BuiltInObject[] = [
  {
    name: DUPLICATE_JOB,
    keyPrefix: 'aZJ',
    label: 'Duplicate Check Job',
    fields: [
      name('DC-{00000}'),
      ownerField,
      { name: 'dupcheck__Name__c', type: 'string', length: 255, label: 'Job name' },
      { name: 'dupcheck__Type__c', type: 'string', length: 40, label: 'Type' },
      { name: 'dupcheck__SourceObject__c', type: 'string', length: 80, label: 'Source object' },
      { name: 'dupcheck__MatchObject__c', type: 'string', length: 80, label: 'Matching object' },
      { name: 'dupcheck__Status__c', type: 'string', length: 40, label: 'Status' },
      { name: 'dupcheck__Result__c', type: 'textarea', length: 32_000, label: 'Result' },
      { name: 'dupcheck__Started__c', type: 'datetime', label: 'Started' },
      { name: 'dupcheck__Ended__c', type: 'datetime', label: 'Ended' },
    ],
  },
  {
    name: DUPLICATE_GROUP,
    keyPrefix: 'aZG',
    label: 'Duplicate Check Group',
    fields: [
      name('DCG-{00000}'),
      ownerField,
      job,
      { name: 'dupcheck__Group__c', type: 'number', label: 'Group' },
      { name: 'dupcheck__MasterRecord__c', type: 'string', length: 18, label: 'Master record' },
      { name: 'dupcheck__Handled__c', type: 'boolean', default: false, label: 'Handled' },
      { name: 'dupcheck__Score__c', type: 'number', label: 'Score' },
    ],
  },
  {
    name: DUPLICATE_PAIR,
    keyPrefix: 'aZP',
    label: 'Duplicate Check Pair',
    fields: [
      name('DCP-{00000}'),
      ownerField,
      job,
      { name: DUPLICATE_GROUP, type: 'reference', referenceTo: [DUPLICATE_GROUP], label: 'Group' },
      ...pair,
      { name: 'dupcheck__Score__c', type: 'number', label: 'Score' },
    ],
  },
  {
    name: DISCARDED_PAIR,
    keyPrefix: 'aZD',
    label: 'Duplicate Check Discard',
    fields: [name('DCD-{00000}'), ownerField, ...pair],
  },
];
