import { expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../src/store/config/load.js';
import type { CandidateIndex } from '../../src/index/candidate-index.js';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { makeId } from '../../src/records/ids.js';
import type { Likeness } from '../../src/service/likeness.js';
import { openLikeness } from '../../src/service/open.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import type { Change } from '../../src/store/commit-log.js';
import type { RecordStore } from '../../src/store/record-store.js';
import { configurationFolder } from './open-service.js';

const account = { id: makeId('001', 1), type: 'Account' };
const people = [1, 2, 3].map((number) => makeId('003', number));
const names = ['Ash', 'Birch', 'Cedar'];
const by = { client: 'test', time: '2026-01-01T00:00:00.000Z' };
const files = {
  'objects.json': [
    {
      name: 'Account',
      keyPrefix: '001',
      fields: [
        {
          name: 'People__c',
          type: 'summary',
          summary: { object: 'Contact', referenceField: 'AccountId', operation: 'count' },
        },
      ],
    },
  ],
};

/** An account with three people, consistent in every way. */
async function filled(): Promise<RecordStore> {
  const store = createMemoryStore();
  const changes: Change[] = [
    { kind: 'put', record: { ...account, fields: { Name: 'Forest', People__c: 3 } } },
    ...people.map((id, i): Change => {
      const fields = { LastName: names[i]!, Email: `${names[i]!}@forest.example`, AccountId: account.id };
      return { kind: 'put', record: { id, type: 'Contact', fields } };
    }),
  ];
  await store.append({ changes });
  return store;
}

async function open(store: RecordStore, createIndex?: (scenarios: readonly Scenario[]) => CandidateIndex) {
  const configuration = await loadConfiguration(await configurationFolder(files));
  const likeness = await openLikeness({ configuration, store, ...(createIndex && { createIndex }) });
  onTestFinished(() => likeness.close());
  return likeness;
}

/** Returns an index with some overridden methods. */
function otherIndex(change: (index: CandidateIndex) => Partial<CandidateIndex>) {
  return (scenarios: readonly Scenario[]): CandidateIndex => {
    const index = createMemoryIndex({ scenarios });
    const same: CandidateIndex = {
      put: (id, values) => index.put(id, values),
      delete: (id) => index.delete(id),
      search: (query) => index.search(query),
      attempt: (query) => index.attempt(query),
      statistics: () => index.statistics(),
    };
    return { ...same, ...change(index) };
  };
}

const told = (likeness: Likeness): Promise<string[]> => likeness.checkConsistency({ sample: 10 });

it('control: where all agrees there is nothing to tell', async () => {
  expect(await told(await open(await filled()))).toEqual([]);
});

it('detects an index that lacks a record', async () => {
  const lacking = otherIndex((index) => ({
    put: (id, values) => (id === people[1] ? undefined : index.put(id, values)),
  }));
  const found = await told(await open(await filled(), lacking));
  expect(found).toContain('Contact: 3 records are stored, but the index has 2');
  expect(found.join('\n')).toContain(`Contact ${people[1]!}: in a search with its own values, match 1 is none`);
});

it('detects an index that keeps values which a record no longer has', async () => {
  const stale = otherIndex((index) => ({
    put: (id, values) =>
      index.put(id, id === people[2] ? { ...values, LastName: 'Dogwood', Email: 'd@x.example' } : values),
  }));
  const found = await told(await open(await filled(), stale));
  expect(found).toEqual([expect.stringContaining(`Contact ${people[2]!}: in a search with its own values`)]);
});

it('detects a summary that differs from its children', async () => {
  const store = await filled();
  await store.append({ changes: [{ kind: 'put', record: { ...account, fields: { Name: 'Forest', People__c: 7 } } }] });
  expect(await told(await open(store))).toEqual([`Account ${account.id}: People__c is 7, but its children give 3`]);
});

it('detects a value that cannot be read as the current type of its field, with record and field', async () => {
  const store = await filled();
  const fields = { LastName: 'Ash', Birthdate: 'soon', DoNotCall: 'true', EmailBouncedDate: '2026-01-31', Gone__c: 1 };
  await store.append({ changes: [{ kind: 'put', record: { id: people[0]!, type: 'Contact', fields } }] });
  expect(await told(await open(store))).toEqual([
    `Account ${account.id}: People__c is 3, but its children give 2`,
    `Contact ${people[0]!}: Birthdate is soon, which is not a valid date`,
  ]);
});

it('detects a record that is there although its newest change is a deletion, or a change of another type', async () => {
  const store = await filled();
  const entry = (number: number, recordId: string, objectType: string, action: 'delete' | 'update'): Change => ({
    kind: 'history',
    entry: { number, recordId, objectType, action, before: {} },
  });
  await store.append({
    by,
    changes: [entry(1, people[0]!, 'Contact', 'delete'), entry(2, people[1]!, 'Lead', 'update')],
  });
  expect(await told(await open(store))).toEqual([
    `Contact ${people[0]!}: it is stored, but its latest change is a deletion`,
    `Contact ${people[1]!}: its latest change is for the object Lead`,
  ]);
});
