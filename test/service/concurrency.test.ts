import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Likeness } from '../../src/service/likeness.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { caller, count, openService, searchIds, upsert, type Data } from './open-service.js';
import { newFolder } from '../support/temporary-folder.js';

/** Number of runs with 16 clients. The full test uses `LIKENESS_REPEAT=100`. */
const REPEAT = Number(process.env['LIKENESS_REPEAT'] ?? 3);

async function openOnDisk(files: Readonly<Record<string, unknown>> = {}): Promise<Likeness> {
  const folder = newFolder();
  return openService({ store: await openFileStore(folder), files });
}

/** Returns a unique name, made of letters, for a number. */
function name(number: number): string {
  const alphabet = ['bdfgklmnprstvz', 'aeiou'];
  let seed = (number + 1) * 2_654_435_761;
  return Array.from({ length: 9 }, (_, i) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const letters = alphabet[i % 2]!;
    return letters[(seed >>> 8) % letters.length];
  }).join('');
}

/** People that no scenario matches with each other. */
function person(number: number): Data {
  const [first, last] = [name(2 * number), name(2 * number + 1)];
  return { FirstName: first, LastName: last, Email: `${first}.${last}@${last}.example` };
}

describe('equal records sent at once', () => {
  it(`16 clients that each send the same 200 persons give exactly 200 records (${REPEAT} times)`, async () => {
    for (let round = 0; round < REPEAT; round++) {
      const likeness = await openOnDisk();
      await Promise.all(
        Array.from({ length: 16 }, async (_, client) => {
          // Each client starts at another person, so the same people arrive at different times.
          for (let i = 0; i < 200; i++) {
            const data = person((i + 7 * client) % 200);
            const input = { objectType: 'Contact', objectData: data, duplicateCheck: true };
            const output = await likeness.upsert(input, { clientId: `client-${client}` });
            expect(output.isSuccess).toBe(true);
          }
        }),
      );
      expect(count(likeness, 'Contact')).toBe(200);
    }
  });

  it('200 equal upserts at once create one record and update it 199 times, each in the history', async () => {
    const likeness = await openOnDisk();
    const outputs = await Promise.all(
      Array.from({ length: 200 }, (_, i) => upsert(likeness, 'Contact', { ...person(1), Title: `T${i}` })),
    );
    expect(outputs.filter(({ isCreated }) => isCreated)).toHaveLength(1);
    expect(new Set(outputs.map(({ objectId }) => objectId)).size).toBe(1);
    const { totalSize, records } = await likeness.history(outputs[0]!.objectId!, { page: 1, pageSize: 1000 });
    expect(totalSize).toBe(200);
    expect(records.at(-1)?.action).toBe('create');
    expect(records[0]?.changes['Title']).toEqual({ before: 'T198', after: 'T199' });
    expect(count(likeness, 'Contact')).toBe(1);
  });
});

/** Advances by one second per call. Of equally good duplicates, the last modified record is chosen. */
function clock(): () => Date {
  let time = Date.UTC(2026, 5, 1);
  return () => new Date((time += 1000));
}

describe('chains A~B~C, where A and C are no duplicates', () => {
  const files = {
    'scenarios.json': [
      {
        id: 's-chain',
        name: 'Chain',
        object: 'Contact',
        threshold: 50,
        usage: ['restSearch', 'restUpsert'],
        minimumEvidence: 0,
        fields: ['LastName', 'Department', 'Title', 'Email'].map((field) => ({ field, method: 'exact', weight: 25 })),
      },
    ],
  };
  const chain = {
    A: { LastName: 'a', Department: 'd1', Title: 't1', Email: 'one@x.example' },
    B: { LastName: 'b', Department: 'd1', Title: 't1', Email: 'two@x.example' },
    C: { LastName: 'b', Department: 'd2', Title: 't2', Email: 'two@x.example' },
  };

  it('in every order, sent at once or one after the other, the outcome is that of the order; indexes and records agree', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 3, maxLength: 12 }), async (order) => {
        const send = (likeness: Likeness, name: string) =>
          upsert(likeness, 'Contact', chain[name as keyof typeof chain], { scenarioIds: ['s-chain'] });
        const opened = () => {
          const now = clock();
          const store = createMemoryStore({ now: () => now().getTime(), installation: 'Test' });
          return openService({ files, now, store });
        };
        const [atOnce, inTurn] = [await opened(), await opened()];
        const outputs = await Promise.all(order.map((name) => send(atOnce, name)));
        const expected = [];
        for (const name of order) expected.push(await send(inTurn, name));
        const shown = (all: typeof outputs) => all.map(({ isCreated, objectId }) => [isCreated, objectId]);
        expect(shown(outputs)).toEqual(shown(expected));
        for (const likeness of [atOnce, inTurn]) expect(await likeness.checkConsistency({ sample: 100 })).toEqual([]);
        // Updates overwrite, so the record of a chain equals its last upsert.
        const last = chain[order.at(-1) as keyof typeof chain];
        const found = await searchIds(atOnce, '003', last, { scenarioIds: ['s-chain'] });
        expect(found[0]).toBe(outputs.at(-1)?.objectId);
      }),
      { numRuns: 40 },
    );
  });
});

describe('deletions and updates while searches run', () => {
  it('a search shows a record as it was or as it is, never half, and never one that is gone before it began', async () => {
    const likeness = await openOnDisk();
    const ids = (await Promise.all(Array.from({ length: 40 }, (_, i) => upsert(likeness, 'Contact', person(i))))).map(
      ({ objectId }) => objectId!,
    );
    const gone = new Set<string>();
    const change = async (id: string, i: number): Promise<void> => {
      if (i % 2 === 0) {
        await likeness.deleteRecord('Contact', id, caller);
        gone.add(id);
      } else await upsert(likeness, 'Contact', { Id: id, FirstName: 'New', Department: 'New' });
    };
    const look = async (i: number): Promise<void> => {
      const before = new Set(gone);
      const { output } = await likeness.search({
        objectPrefix: '003',
        objectData: { Email: person(i)['Email'] as string },
      });
      for (const { objectData } of output['003']!) {
        expect(before.has(objectData['Id'] as string)).toBe(false);
        expect(objectData['FirstName'] === 'New').toBe(objectData['Department'] === 'New');
      }
    };
    await Promise.all(ids.flatMap((id, i) => [look(i), change(id, i), look(i), look((i + 1) % 40)]));
    expect(count(likeness, 'Contact')).toBe(20);
    expect(await likeness.checkConsistency({ sample: 100 })).toEqual([]);
  });
});
