import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Likeness } from '../../src/service/likeness.js';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { makeId } from '../../src/records/ids.js';
import { openLikeness } from '../../src/service/open.js';
import { loadConfiguration } from '../../src/store/config/load.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { draws } from '../support/draws.js';
import { ScanIndex } from '../index/scan-index.js';
import { caller, configurationFolder, insert, openService, upsert, type Data } from './open-service.js';

/** Decisions depend on everything that an import changes: Ids, auto-numbers, summaries, references, other rows. */
const FILES = {
  'objects.json': [
    {
      name: 'Account',
      keyPrefix: '001',
      fields: [
        { name: 'Number__c', type: 'autoNumber', autoNumber: 'A-{000}' },
        { name: 'Holding__c', type: 'reference', referenceTo: ['Account'], mustExist: true },
        {
          name: 'Branches__c',
          type: 'summary',
          summary: { object: 'Account', referenceField: 'Holding__c', operation: 'count' },
        },
      ],
      onSave: [{ when: 'Branches__c > 1', set: { Rating: 'Hot' } }],
    },
  ],
  'scenarios.json': [
    {
      id: 'rating',
      name: 'City and rating',
      object: 'Account',
      threshold: 75,
      usage: ['restUpsert'],
      minimumEvidence: 0,
      contradictions: false,
      fields: [
        { field: 'BillingCity', method: 'exact', weight: 50 },
        { field: 'Rating', method: 'exact', weight: 50 },
      ],
    },
  ],
};

/** Makes every search run in the smallest steps. */
const STEPS = { comparisonsPerStep: 1, rowsPerStep: 1 };
const word = (...values: string[]) => fc.constantFrom(...values);
const person = fc.record(
  {
    FirstName: word('Jane', 'Jan', 'Bob', 'Robert', 'Zoë'),
    LastName: word('Okafor', 'Okafour', 'Smith', 'Smyth', 'Schmidt'),
    Email: word('a@example.org', 'b@example.org', 'ab@example.org', 'info@example.org', 'nonsense'),
    Phone: word('+1 202 555 0143', '202-555-0143', '+1 202 555 0144'),
    Birthdate: word('1980-02-01', '1980-01-02', '1944-11-30'),
    Id: fc.integer({ min: 1, max: 12 }).map((n) => makeId('003', n)),
  },
  { requiredKeys: ['LastName'] },
);
const company = fc.record(
  {
    Name: word('Acme', 'Acme Ltd', 'Bolt GmbH', 'Bolt', 'Crane'),
    Phone: word('+1 202 555 0143', '+1 202 555 0144'),
    BillingCity: word('Leeds', 'York'),
    Rating: word('Hot', 'Cold'),
    Holding__c: fc.integer({ min: 1, max: 8 }).map((n) => makeId('001', n)),
  },
  { requiredKeys: ['Name'] },
);
const world = fc
  .constantFrom<['Contact' | 'Account', fc.Arbitrary<Data>]>(['Contact', person], ['Account', company])
  .chain(([type, row]) =>
    fc.record({
      type: fc.constant(type),
      stored: fc.array(row, { maxLength: 8 }),
      rows: fc.array(row, { minLength: 1, maxLength: 24 }),
      atOnce: fc.integer({ min: 1, max: 10 }),
      check: fc.boolean(),
      duplicateScore: fc.constantFrom(0, 0, 90),
      keepsIds: fc.boolean(),
    }),
  );

describe('a dry run decides as the import that follows', () => {
  it.each([
    ['on the real index', (scenarios: readonly Scenario[]) => createMemoryIndex({ scenarios })],
    ['in steps', (scenarios: readonly Scenario[]) => createMemoryIndex({ scenarios, options: STEPS })],
    ['on an index that scores every record', (scenarios: readonly Scenario[]) => new ScanIndex(scenarios)],
  ])('row by row, and leaves no trace: %s', async (_, createIndex) => {
    const configuration = await loadConfiguration(await configurationFolder(FILES));
    await fc.assert(
      fc.asyncProperty(world, async ({ type, stored, rows, atOnce, check, duplicateScore, keepsIds }) => {
        let seconds = 0;
        const likeness = await openLikeness({
          configuration,
          store: createMemoryStore(),
          now: () => new Date(Date.UTC(2026, 2, 1) + 1_000 * seconds++),
          createIndex,
        });
        for (const { Id, ...row } of stored) await upsert(likeness, type, row, { duplicateCheck: Id === undefined });
        const options = { check, duplicateScore, ...(keepsIds && { keepIds: { columns: ['Id'] } }) };
        const imported = async (into: Pick<Likeness, 'importBatch'>) => {
          const outputs = [];
          for (let at = 0; at < rows.length; at += atOnce)
            outputs.push(...(await into.importBatch(type, rows.slice(at, at + atOnce), options, caller)));
          return outputs;
        };
        const before = stateOf(likeness, type);
        const tried = await imported(likeness.dryRun());
        expect(stateOf(likeness, type)).toEqual(before);
        // Only a dry run reports which record a row matches.
        const saved = await imported(likeness);
        expect(tried.map((row) => ({ ...row, decision: undefined }))).toEqual(saved);
        for (const { isSuccess, isCreated, decision } of check ? tried : [])
          if (isSuccess && !isCreated) expect(decision?.recordId).toBeDefined();
        await likeness.close();
      }),
      { numRuns: draws(300) },
    );
  });

  it('two at once, and upserts at the same time, do not see one another', async () => {
    const likeness = await openService();
    const row = { FirstName: 'Jane', LastName: 'Okafor', Email: 'jane@okafor.example' };
    const [one, two] = [likeness.dryRun(), likeness.dryRun()];
    const batch = (into: Pick<Likeness, 'importBatch'>) => into.importBatch('Contact', [row], { check: true }, caller);
    const outcomes = [await batch(one), await batch(two), [await upsert(likeness, 'Contact', row)], await batch(one)];
    expect(outcomes.map(([output]) => output!.isCreated)).toEqual([true, true, true, false]);
    expect((await batch(likeness.dryRun()))[0]!.isCreated).toBe(false);
  });

  it('searches are answered while it decides', async () => {
    const likeness = await openService();
    const rows = Array.from({ length: 500 }, (_, i) => ({ FirstName: 'Jane', LastName: `Okafor${i}` }));
    const ended: string[] = [];
    const end = (what: string) => () => void ended.push(what);
    const batch = likeness.dryRun().importBatch('Contact', rows, { check: true }, caller).then(end('batch'));
    for (let n = 0; n < 3; n++) {
      await new Promise(setImmediate);
      await likeness.search({ objectPrefix: '003', objectData: { LastName: 'Okafor' } }).then(end('search'));
    }
    await batch;
    expect(ended).toEqual(['search', 'search', 'search', 'batch']);
  });

  it('one that would take more memory than `fileMemory` ends, and says what to do', async () => {
    const likeness = await openService({ files: { 'settings.json': { fileMemory: 128 * 1024 * 1024 } } });
    const into = likeness.dryRun();
    const name = 'x'.repeat(30_000);
    const rows = Array.from({ length: 250 }, (_, i) => ({ LastName: `P${i}`, Description: name }));
    const all = async () => {
      for (let n = 0; n < 24; n++) await into.importBatch('Contact', rows, { check: false }, caller);
    };
    await expect(all()).rejects.toMatchObject({ status: 413, message: expect.stringContaining('128 MB') as string });
  });

  it('one that another configuration overtakes must be started again', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', { LastName: 'Okafor' });
    const into = likeness.dryRun();
    await into.importBatch('Contact', [{ Id: id, LastName: 'Okafour' }], { check: true }, caller);
    await likeness.reconfigure(await loadConfiguration(await configurationFolder({ 'scenarios.json': [] })));
    const next = into.importBatch('Contact', [{ LastName: 'Smith' }], { check: true }, caller);
    await expect(next).rejects.toMatchObject({ status: 503 });
  });
});

/** Returns all state that a dry run could change. */
function stateOf(likeness: Likeness, type: string): unknown {
  const { store, changed } = likeness.statistics();
  const { records, changes, recordBytes } = store;
  const pairs = likeness.suspectedPairs({ objectType: type, page: 1, pageSize: 100 });
  return {
    ...{ records, changes, recordBytes, changed: [...changed], pairs },
    ...{ position: likeness.visible.position, all: [...likeness.records(type)] },
    index: likeness.statistics().indexes.get(type)!.records,
  };
}
