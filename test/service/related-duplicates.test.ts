import { describe, expect, it } from 'vitest';
import type { Likeness } from '../../src/service/likeness.js';
import { count, insert, openService, upsert, type Data } from './open-service.js';

const files = {
  'objects.json': [
    {
      name: 'Account',
      keyPrefix: '001',
      fields: [
        summary('Contacts__c', { operation: 'count' }),
        summary('Total__c', { operation: 'sum', field: 'Amount__c' }),
        summary('Largest__c', { operation: 'max', field: 'Amount__c' }),
      ],
    },
    {
      name: 'Contact',
      keyPrefix: '003',
      fields: [
        { name: 'Amount__c', type: 'number' },
        { name: 'Number__c', type: 'autoNumber', autoNumber: 'C-{000}' },
      ],
    },
  ],
};

function summary(name: string, options: object): object {
  return { name, type: 'summary', summary: { object: 'Contact', referenceField: 'AccountId', ...options } };
}

const jane = { FirstName: 'Jane', LastName: 'Okafor', Email: 'jane.okafor@example.org' };
const bola = { FirstName: 'Bola', LastName: 'Adeyemi', Email: 'bola@example.net' };
const related = (objectData: Data) => ({
  objectType: 'Contact',
  referenceField: 'AccountId',
  duplicateCheck: true,
  objectData,
});

function summaries(likeness: Likeness, id: string): unknown[] {
  const account = likeness.readRecord('Account', id);
  return [account['Contacts__c'], account['Total__c'], account['Largest__c']];
}

function numberOf(likeness: Likeness, id: string): unknown {
  return likeness.readRecord('Contact', id)['Number__c'];
}

describe.each([true, false])(
  'related records of one request that are duplicates of one another, allOrNone %s',
  (allOrNone) => {
    it('become one record with one auto-number; the summaries count it once, with its last values', async () => {
      const likeness = await openService({ files });
      const relatedList = [
        related({ ...jane, Amount__c: 10 }),
        related({ ...bola, Amount__c: 5 }),
        related({ ...jane, Amount__c: 30 }),
        related({ ...jane, Title: 'Buyer' }),
      ];
      const output = await upsert(likeness, 'Account', { Name: 'Ash Ltd' }, { allOrNone, relatedList });
      expect(output.relatedList.map(({ isSuccess, isCreated }) => [isSuccess, isCreated])).toEqual([
        [true, true],
        [true, true],
        [true, false],
        [true, false],
      ]);
      const ids = output.relatedList.map(({ objectId }) => objectId!);
      expect([ids[2], ids[3]]).toEqual([ids[0], ids[0]]);
      expect(count(likeness, 'Contact')).toBe(2);
      expect(summaries(likeness, output.objectId!)).toEqual([2, 35, 30]);
      expect([numberOf(likeness, ids[0]!), numberOf(likeness, ids[1]!)]).toEqual(['C-001', 'C-002']);
      const { records } = await likeness.history(ids[0]!, { page: 1, pageSize: 10 });
      expect(records.slice(0, 2).map(({ changes }) => changes)).toEqual([
        { Title: { before: null, after: 'Buyer' } },
        { Amount__c: { before: 10, after: 30 } },
      ]);
      expect(records[2]).toMatchObject({ action: 'create', changes: { Amount__c: { before: null, after: 10 } } });
      expect(await likeness.checkConsistency({ sample: 100 })).toEqual([]);
    });
  },
);

it('allOrNone with a last related record that fails: summaries, auto-numbers, index and history are as if the request had never been sent', async () => {
  const likeness = await openService({ files });
  const account = await insert(likeness, 'Account', { Name: 'Ash Ltd' });
  const kept = await insert(likeness, 'Contact', { ...jane, Amount__c: 1, AccountId: account });
  const before = likeness.readRecord('Contact', kept);
  const relatedList = [
    related({ ...jane, Amount__c: 99 }),
    related(bola),
    related({ ...bola, Title: 'B' }),
    related({}),
  ];
  const output = await upsert(
    likeness,
    'Account',
    { Id: account, Phone: '555 0100' },
    { allOrNone: true, relatedList },
  );
  expect([output, ...output.relatedList].map(({ isSuccess }) => isSuccess)).toEqual(Array(5).fill(false));
  expect(likeness.readRecord('Contact', kept)).toEqual(before);
  expect(summaries(likeness, account)).toEqual([1, 1, 1]);
  expect(likeness.readRecord('Account', account)['Phone']).toBeNull();
  expect(count(likeness, 'Contact')).toBe(1);
  expect((await likeness.history(kept, { page: 1, pageSize: 10 })).totalSize).toBe(1);
  expect(likeness.suspectedPairs({ page: 1, pageSize: 10 }).totalSize).toBe(0);
  const next = await insert(likeness, 'Contact', bola);
  expect(numberOf(likeness, next)).toBe('C-002');
  expect(await likeness.checkConsistency({ sample: 100 })).toEqual([]);
});

it('without allOrNone the good ones stay when one between them fails', async () => {
  const likeness = await openService({ files });
  const relatedList = [
    related({ ...jane, Amount__c: 10 }),
    related({ Amount__c: 7 }),
    related({ ...jane, Amount__c: 20 }),
  ];
  const output = await upsert(likeness, 'Account', { Name: 'Ash Ltd' }, { relatedList });
  expect(output.relatedList.map(({ isSuccess }) => isSuccess)).toEqual([true, false, true]);
  expect(output.relatedList[2]!.objectId).toBe(output.relatedList[0]!.objectId);
  expect(summaries(likeness, output.objectId!)).toEqual([1, 20, 20]);
  expect(await likeness.checkConsistency({ sample: 100 })).toEqual([]);
});
