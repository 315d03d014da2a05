import fc from 'fast-check';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeId } from '../../src/records/ids.js';
import { CHANGE_ACTIONS, DECISION_REASONS, type HistoryEntry, type RecordChange } from '../../src/store/history.js';
import { HistoryTable } from '../../src/store/history-table.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import type { RecordStore } from '../../src/store/record-store.js';
import type { Commit } from '../../src/store/commit-log.js';
import { verify } from '../../src/store/verify.js';
import { draws } from '../support/draws.js';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 0, 1);
const record = (number: number): string => makeId(number % 2 === 0 ? '003' : '001', number);

const entryParts = fc.record(
  {
    recordId: fc.integer({ min: 1, max: 6 }).map(record),
    objectType: fc.constantFrom('Contact', 'Account'),
    action: fc.constantFrom(...CHANGE_ACTIONS),
    decision: fc.record(
      {
        reason: fc.constantFrom(...DECISION_REASONS),
        scenarioId: fc.constantFrom('s1', 's2', '__proto__'),
        score: fc.nat(100),
      },
      { requiredKeys: ['reason'] },
    ),
    undoes: fc.integer({ min: 1, max: 2 ** 48 - 1 }),
    before: fc.dictionary(fc.constantFrom('A', 'B', 'Name'), fc.oneof(fc.string(), fc.integer(), fc.constant(null)), {
      noNullPrototype: true,
    }),
  },
  { requiredKeys: ['recordId', 'objectType', 'action'] },
);
const author = fc.record(
  {
    client: fc.constantFrom('a', 'b', '__proto__', 'é'),
    time: fc.integer({ min: 0, max: 50 }).map((n) => new Date(START + n * 1000).toISOString()),
    request: fc.oneof(fc.uuid(), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })),
  },
  { requiredKeys: ['client', 'time'] },
);

type Step = 'reopen' | { erase: string } | { by: Required<Commit>['by']; entries: Omit<HistoryEntry, 'number'>[] };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.constant('reopen' as const) },
  { weight: 1, arbitrary: fc.record({ erase: fc.integer({ min: 1, max: 6 }).map(record) }) },
  { weight: 5, arbitrary: fc.record({ by: author, entries: fc.array(entryParts, { minLength: 1, maxLength: 4 }) }) },
);

function expectEqual(store: RecordStore, kept: readonly RecordChange[]): void {
  for (let n = 1; n <= 6; n++)
    expect([...store.history(record(n))]).toEqual(kept.filter(({ recordId }) => recordId === record(n)).reverse());
  for (const change of kept) expect(store.change(change.number)).toEqual(change);
  expect(store.statistics().changes).toBe(kept.length);
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'likeness-history-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe.each([
  ['the memory store', undefined],
  ['the file store', Infinity],
  ['the file store, compacting all the time', 1],
] as const)('the history in %s', (_, compactAt) => {
  it('agrees with a plain list over random programs, erasures and restarts included', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 15 }),
        // Includes numbers above 2^32, because each change to any record increases the number by one.
        fc.constantFrom(1, 1020, 2 ** 32 - 3),
        async (steps, first) => {
          const folder = compactAt === undefined ? '' : await mkdtemp(join(tmpdir(), 'likeness-history-'));
          const open = (): Promise<RecordStore> =>
            compactAt === undefined
              ? Promise.resolve(createMemoryStore({ now: () => START }))
              : openFileStore(folder, { now: () => START, compactAt });
          let store = await open();
          try {
            let kept: RecordChange[] = [];
            let number = first;
            for (const each of steps) {
              if (each === 'reopen') {
                if (compactAt === undefined) continue;
                await store.close();
                store = await open();
              } else if ('erase' in each) {
                kept = kept.filter(({ recordId }) => recordId !== each.erase);
                await store.append({ changes: [{ kind: 'erase', id: each.erase }] });
              } else {
                const entries = each.entries.map((entry) => ({ number: number++, ...entry }));
                kept.push(...entries.map((entry) => ({ ...entry, ...each.by })));
                const { by } = each;
                await store.append({ by, changes: entries.map((entry) => ({ kind: 'history', entry })) });
              }
              expectEqual(store, kept);
            }
          } finally {
            await store.close();
            if (folder !== '') await rm(folder, { recursive: true, force: true });
          }
        },
      ),
      { numRuns: draws(compactAt === undefined ? 300 : 40) },
    );
  });
});

describe('a line of history that cannot be kept', () => {
  const entry: HistoryEntry = { number: 1, recordId: record(2), objectType: 'Contact', action: 'create' };
  const by = { client: 'a', time: '2026-01-01T00:00:00.000Z' };
  it.each<[string, Commit]>([
    ['nobody changed it', { changes: [{ kind: 'history', entry }] }],
    ['a time that is none', { by: { ...by, time: 'yesterday' }, changes: [{ kind: 'history', entry }] }],
    ['a number of 0', { by, changes: [{ kind: 'history', entry: { ...entry, number: 0 } }] }],
    ['no Id', { by, changes: [{ kind: 'history', entry: { ...entry, recordId: 'x' } }] }],
    [
      'a score above 100',
      { by, changes: [{ kind: 'history', entry: { ...entry, decision: { reason: 'duplicate', score: 101 } } }] },
    ],
    ['a request Id without end', { by: { ...by, request: 'x'.repeat(256) }, changes: [{ kind: 'history', entry }] }],
  ])('is refused: %s', async (_, transaction) => {
    const store = createMemoryStore();
    await expect(store.append(transaction)).rejects.toThrow(/changes\[0\]/);
    expect(store.statistics().changes).toBe(0);
  });
});

describe('retention', () => {
  const commit = (store: RecordStore, number: number, time: number, recordId: string): Promise<number> =>
    store.append({
      by: { client: 'a', time: new Date(time).toISOString() },
      changes: [
        {
          kind: 'history',
          entry: { number, recordId, objectType: 'Contact', action: 'update', before: { A: number } },
        },
        { kind: 'counter', name: 'change', value: number },
      ],
    });
  const numbers = (store: RecordStore, id: string): number[] => [...store.history(id)].map(({ number }) => number);

  it('forgets changes past their days at compaction, oldest first, and keeps them forgotten', async () => {
    const folder = await newFolder();
    let now = START;
    const options = { now: () => now, historyDays: 30, compactAt: Infinity };
    let store = await openFileStore(folder, options);
    const dayOf = (n: number): number => (n <= 2_500 ? 0 : 5 * Math.ceil((n - 2_500) / 100));
    for (let n = 1; n <= 3_000; n++) await commit(store, n, START + dayOf(n) * DAY, record(2 + (n % 2)));
    now = START + 31 * DAY;
    expect(store.statistics().changes).toBe(3_000);
    await store.compact();
    expect(store.statistics().changes).toBe(500);
    expect(numbers(store, record(2))).toHaveLength(250);
    expect(numbers(store, record(2)).at(-1)).toBe(2_502);
    expect(store.change(2_500)).toBeUndefined();
    await commit(store, 3_001, now, record(2));
    await store.close();
    store = await openFileStore(folder, options);
    expect(numbers(store, record(2)).slice(0, 2)).toEqual([3_001, 3_000]);
    expect(store.statistics().changes).toBe(501);
    await store.close();
    expect(await verify(folder)).toMatchObject({ ok: true });
  });

  it('does not wait for a large journal: a day after their time changes start a compaction', async () => {
    const folder = await newFolder();
    let now = START;
    const store = await openFileStore(folder, { now: () => now, historyDays: 30 });
    for (let n = 1; n <= 6; n++) {
      now = START + (n - 1) * 7 * DAY;
      await commit(store, n, now, record(2));
    }
    await store.close();
    const again = await openFileStore(folder, { now: () => now, historyDays: 30 });
    // Closing aborts a compaction; the next write starts it again.
    await commit(again, 7, now, record(2));
    await again.compact();
    expect(numbers(again, record(2))).toEqual([7, 6, 5, 4, 3, 2]);
    await again.close();
  });

  it('a clock that is 91 days ahead for a while forgets nothing, neither at once nor when it is right again', async () => {
    const folder = await newFolder();
    let now = START;
    const options = { now: () => now, compactAt: Infinity };
    let store = await openFileStore(folder, options);
    for (let n = 1; n <= 10; n++) await commit(store, n, START + n * DAY, record(2));
    now = START + 101 * DAY;
    await store.compact();
    await commit(store, 11, now, record(2));
    await store.close();
    store = await openFileStore(folder, options);
    await store.compact();
    now = START + 11 * DAY;
    await commit(store, 12, now, record(2));
    await store.compact();
    expect(numbers(store, record(2))).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    await store.close();
  });
});

describe('memory', () => {
  it("holds a created record's change in at most 64 bytes, an imported one in at most 48", () => {
    const measure = (request: string | undefined): number => {
      const table = new HistoryTable();
      const context = table.contexts.intern({
        action: 'create',
        client: 'a',
        objectType: 'Contact',
        reason: 'noDuplicate',
        scenarioId: null,
      });
      const body = { time: START, request, score: undefined, undoes: undefined, before: undefined };
      const changes = 1_000_000;
      for (let n = 1; n <= changes; n++) table.put(n, makeId('003', n), context, body);
      return table.bytes / changes;
    };
    // Slabs have 16 MB. The last slab may be partly empty.
    expect(measure('123e4567-e89b-42d3-a456-426614174000')).toBeLessThan(64 + 17);
    expect(measure(undefined)).toBeLessThan(48 + 17);
  });
});

it('erased: the values are in no file of the data folder', async () => {
  const folder = await newFolder();
  const store = await openFileStore(folder, { compactAt: Infinity });
  const id = record(2);
  const by = { client: 'a', time: '2026-01-01T00:00:00.000Z' };
  await store.append({
    by,
    changes: [
      { kind: 'put', record: { id, type: 'Contact', fields: { LastName: 'Zsömle' } } },
      { kind: 'history', entry: { number: 1, recordId: id, objectType: 'Contact', action: 'create' } },
      { kind: 'remember', answer: { key: 'a:k', bodyHash: 'h', expires: 9e15, answer: { objectId: id, n: 'Zsömle' } } },
      { kind: 'remember', answer: { key: 'a:l', bodyHash: 'h', expires: 9e15, answer: { objectId: record(4) } } },
    ],
  });
  await store.append({ by, changes: [{ kind: 'erase', id }] });
  await store.compact();
  expect(store.get(id)).toBeUndefined();
  expect(store.remembered('a:k')).toBeUndefined();
  expect(store.remembered('a:l')).toBeDefined();
  await store.close();
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8');
    expect(text).not.toContain('Zsömle');
    expect(text).not.toContain(id);
  }
});

it('a store that is closed while compactions wait for one another closes in peace', async () => {
  const folder = await newFolder();
  const store = await openFileStore(folder, { compactAt: Infinity });
  const compactions = [store.compact(), store.compact(), store.compact()];
  await store.close();
  await Promise.all(compactions);
  expect(await verify(folder)).toMatchObject({ ok: true });
});
