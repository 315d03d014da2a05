import { expect, it } from 'vitest';
import { nearestName } from '../../src/records/nearest-name.js';
import { rowsOf } from '../support/entries.js';

const names = ['Id', 'Name', 'Email', 'FirstName', 'LastName', 'Phone', 'MailingPostalCode'];

it.each([
  ...rowsOf<[string, string | undefined]>(`
  Emial → Email | EMAIL → Email | E-Mail → Email | Fone → Phone | Nmae → Name | "lastname " → LastName
  Last_Name → LastName | MailingPostCode → MailingPostalCode | Surname__c → undefined | X → undefined | "" → undefined
  __proto__ → undefined
`),
  ['Email'.repeat(100_000), undefined],
])('the name nearest to "%.20s" is %s', (misspelt, nearest) => expect(nearestName(misspelt, names)).toBe(nearest));
