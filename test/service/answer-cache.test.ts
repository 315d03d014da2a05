import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AnswerCache, searchKey } from '../../src/service/search/answer-cache.js';
import { ParentCache } from '../../src/service/results/record-json-writer.js';
import type { Likeness } from '../../src/service/likeness.js';
import { caller, insert, openService, upsert, type Data } from './open-service.js';

const people = ['Okafor', 'Okafer', 'Lindqvist', 'Lindquist'].map((LastName) => ({ FirstName: 'Jane', LastName }));

/** Returns the same search in a new form, which no cache contains. */
let worded = 0;
function anew(values: Data): Data {
  const spelled = (worded++).toString(2).padStart(24, '0');
  const inCase = (name: string) =>
    Array.from(name)
      .map((letter, at) => (spelled[at] === '1' ? letter.toUpperCase() : letter.toLowerCase()))
      .join('');
  return Object.fromEntries(
    Object.entries({ LastName: '', ...values, Department: null, FirstName: 'Jane' }).map(([name, value]) => [
      inCase(name),
      value,
    ]),
  );
}

const ask = async (likeness: Likeness, values: Data) =>
  (await likeness.search({ objectPrefix: '003', objectData: values as Record<string, string> })).output;

describe('an answer to a search that comes again', () => {
  it('is the one that a search for the first time gets, whatever is written between', async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('search' as const), which: fc.nat(3) }) },
      fc.record({ kind: fc.constant('insert' as const), which: fc.nat(3) }),
      fc.record({ kind: fc.constant('rename' as const), which: fc.nat(3) }),
      fc.record({ kind: fc.constant('delete' as const), which: fc.nat(3) }),
      fc.record({ kind: fc.constant('parent' as const), which: fc.nat(3) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const likeness = await openService();
        const account = await insert(likeness, 'Account', { Name: 'Acme 0' });
        const ids: string[] = [];
        let changes = 0;
        for (const { kind, which } of steps) {
          const id = ids[which % Math.max(1, ids.length)];
          if (kind === 'insert') ids.push(await insert(likeness, 'Contact', { ...people[which], AccountId: account }));
          if (kind === 'rename' && id !== undefined)
            await upsert(likeness, 'Contact', { Id: id, Department: `Room ${changes++}` }, { duplicateCheck: false });
          if (kind === 'parent')
            await upsert(likeness, 'Account', { Id: account, Name: `Acme ${++changes}` }, { duplicateCheck: false });
          if (kind === 'delete' && id !== undefined) {
            await likeness.deleteRecord('Contact', id, caller);
            ids.splice(ids.indexOf(id), 1);
          }
          for (let time = 0; kind === 'search' && time < 3; time++)
            expect(await ask(likeness, people[which]!)).toEqual(await ask(likeness, anew(people[which]!)));
        }
      }),
      { numRuns: 25 },
    );
  });

  it('is kept from the second time on, and stays until the next commit', async () => {
    const likeness = await openService();
    await insert(likeness, 'Contact', people[0]!);
    const walked = async () => (await likeness.search({ objectPrefix: '003', objectData: people[0]! })).walked > 0;
    expect([await walked(), await walked(), await walked()]).toEqual([true, true, false]);
    await insert(likeness, 'Account', { Name: 'Acme' });
    expect([await walked(), await walked()]).toEqual([true, false]);
  });

  it('is not left in memory when a record is erased', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', people[0]!);
    const walked = async () => (await likeness.search({ objectPrefix: '003', objectData: people[0]! })).walked > 0;
    expect([await walked(), await walked(), await walked()]).toEqual([true, true, false]);
    await likeness.erase(id, caller);
    expect(await ask(likeness, people[0]!)).toEqual({ '003': [] });
  });

  it('is not kept where a formula field may read the clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 5, 1) });
    onTestFinished(() => void vi.useRealTimers());
    const likeness = await openService({
      files: {
        'objects.json': [
          {
            name: 'Contact',
            keyPrefix: '003',
            fields: [{ name: 'Year__c', type: 'formula', returns: 'number', formula: 'YEAR(TODAY())' }],
            resultFields: ['LastName', 'Year__c'],
          },
        ],
      },
    });
    await insert(likeness, 'Contact', people[0]!);
    const shown = async () => {
      const found = await ask(likeness, people[0]!);
      return found['003']![0]!.objectData['Year__c'];
    };
    expect([await shown(), await shown(), await shown()]).toEqual([2026, 2026, 2026]);
    vi.setSystemTime(Date.UTC(2027, 5, 1));
    expect(await shown()).toBe(2027);
  });
});

describe('kept answers', () => {
  const parents = new ParentCache(() => undefined);

  it('are bounded, by their size, the oldest of them dropped first', () => {
    const cache = new AnswerCache();
    const json = 'x'.repeat(1_000_000);
    cache.get('a', 1);
    for (const key of ['a', 'b', 'c', 'd', 'e'])
      for (let time = 0; time < 2; time++) cache.offer(key, { json, parents }, 1);
    expect(['a', 'b', 'c', 'd', 'e'].map((key) => cache.get(key, 1) !== undefined)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  it('belong to one object, one list of scenarios and one list of values', () => {
    const inputs = [
      { objectPrefix: '003', objectData: { LastName: 'Ash' } },
      { objectPrefix: '00Q', objectData: { LastName: 'Ash' } },
      { objectPrefix: '003', objectData: { LastName: 'Ash', FirstName: 'Ann' } },
      { objectPrefix: '003', objectData: { LastName: 'Ash' }, scenarioIds: ['a', 'b'] },
      { objectPrefix: '003', objectData: { LastName: 'Ash' }, scenarioIds: ['a,b'] },
    ];
    expect(new Set(inputs.map((input) => searchKey(input))).size).toBe(inputs.length);
  });
});
