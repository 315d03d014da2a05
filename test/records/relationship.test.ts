import { expect, it } from 'vitest';
import { relationshipName } from '../../src/records/resolve-fields.js';
import { rowsOf } from '../support/entries.js';

it.each(
  rowsOf<[string, string]>(`
  OwnerId → Owner | AccountId → Account | ReportsToId → ReportsTo | CreatedById → CreatedBy | WhoId → Who
  Region__c → Region__r | RegionId__c → RegionId__r | Paid → Paid__r | Id → Id__r
`),
)('the target of %s is shown as %s', (field, name) => expect(relationshipName(field)).toBe(name));
