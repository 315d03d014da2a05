import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../src/store/config/load.js';
import { COMMON_INSTALLATION, installationOf, makeId } from '../../src/records/ids.js';
import type { Likeness } from '../../src/service/likeness.js';
import { openLikeness } from '../../src/service/open.js';
import type { Commit } from '../../src/store/commit-log.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { newFolder } from '../support/temporary-folder.js';
import { caller, configurationFolder, insert, openService, searchIds, upsert, type Data } from './open-service.js';

const doe = { LastName: 'Doe', Email: 'doe@example.com' };
const named = (type: string, name: string): Data =>
  type === 'Account' ? { Name: name } : { LastName: name, ...(type === 'Lead' && { Company: name }) };
const partOf = (id: string): string => id.slice(3, 7);
const idsOf = (likeness: Likeness, type: string): string[] => [...likeness.records(type)].map(({ Id }) => Id as string);
const takeOver = async (likeness: Likeness, type: string, rows: readonly Data[]): Promise<(string | null)[]> => {
  const options = { check: false, keepIds: { columns: ['Id'] } };
  return (await likeness.importBatch(type, rows, options, caller)).map(({ errorMessage }) => errorMessage);
};
const inFolder = async (folder: string): Promise<Likeness> =>
  openLikeness({ configuration: await loadConfiguration(), store: await openFileStore(folder) });

describe('Ids of two installations', () => {
  it('have other characters behind the key prefix, the same ones for all objects, and rise', async () => {
    const [one, other] = [await openService(), await openService()];
    const ids = [];
    for (const likeness of [one, other])
      for (const type of ['Lead', 'Contact', 'Lead']) ids.push(await insert(likeness, type, named(type, 'Doe')));
    expect(new Set(ids.slice(0, 3).map(partOf)).size).toBe(1);
    expect(new Set(ids.map(partOf)).size).toBe(2);
    expect(ids[2]! > ids[0]!).toBe(true);
  });

  it('of the one are unknown in the other, and nothing is changed', async () => {
    const objects = [
      {
        name: 'Visit__c',
        keyPrefix: 'a01',
        fields: [{ name: 'Who__c', type: 'reference', referenceTo: ['Contact'], mustExist: true }],
      },
    ];
    const test = await openService();
    const likeness = await openService({ files: { 'objects.json': objects } });
    const foreign = await insert(test, 'Contact', doe);
    const own = await insert(likeness, 'Contact', { LastName: 'Roe' });
    const before = [...likeness.records('Contact')];
    const notFound = expect.stringMatching(new RegExp(`^NOT_FOUND: .*${foreign}`)) as string;
    const sent = { Id: foreign, LastName: 'Changed' };
    expect(await upsert(likeness, 'Contact', sent)).toMatchObject({ isSuccess: false, errorMessage: notFound });
    expect(() => likeness.readRecord('Contact', foreign)).toThrow('does not exist');
    await expect(likeness.deleteRecord('Contact', foreign, caller)).rejects.toThrow('does not exist');
    const merged = likeness.merging.merge({ objectType: 'Contact', ids: [own, foreign] }, caller);
    await expect(merged).rejects.toThrow('does not exist');
    expect(await upsert(likeness, 'Visit__c', { Who__c: foreign })).toMatchObject({
      errorMessage: expect.stringMatching(new RegExp(`^INVALID_CROSS_REFERENCE_KEY: Who__c: .*${foreign}`)) as string,
    });
    const bulk = { check: false, writes: { operation: 'update' as const, refusesDuplicates: false } };
    expect(await likeness.importBatch('Contact', [sent], bulk, caller)).toMatchObject([{ errorMessage: notFound }]);
    expect([...likeness.records('Contact')]).toEqual(before);
  });
});

describe('the installation of a data folder', () => {
  it('is drawn once: a start later it is the same', async () => {
    const folder = newFolder();
    const ids = [];
    for (let start = 0; start < 3; start++) {
      const likeness = await inFolder(folder);
      ids.push(await insert(likeness, 'Contact', doe));
      await likeness.close();
    }
    expect(new Set(ids.map(partOf)).size).toBe(1);
    expect([...ids].sort()).toEqual(ids);
  });

  it('that an older version filled is drawn with the next new record; the others keep their Ids', async () => {
    const folder = newFolder();
    const store = await openFileStore(folder);
    const old = makeId('003', 7);
    await store.append({
      changes: [
        { kind: 'put', record: { id: old, type: 'Contact', fields: { LastName: 'Old', Email: 'old@example.com' } } },
        { kind: 'counter', name: 'id:003', value: 7 },
      ],
    });
    await store.close();
    const likeness = await inFolder(folder);
    onTestFinished(() => likeness.close());
    const added = await insert(likeness, 'Contact', doe);
    expect([partOf(old), partOf(added) === 'LK00']).toEqual(['LK00', false]);
    expect(added > old).toBe(true);
    expect((await upsert(likeness, 'Contact', { Id: old, LastName: 'Older' })).isSuccess).toBe(true);
    expect(await searchIds(likeness, '003', { Email: 'old@example.com' })).toEqual([old]);
    expect(idsOf(likeness, 'Contact')).toEqual([old, added]);
  });

  it('can be chosen', async () => {
    const likeness = await openService({ store: createMemoryStore({ installation: 'Mike' }) });
    expect(await insert(likeness, 'Contact', doe)).toMatch(/^003Mike00000001/);
    for (const wrong of ['', 'abc', 'abcde', 'ab-d', 'abc0', 'é000', 'LK00', 'Acme'])
      expect(() => createMemoryStore({ installation: wrong })).toThrow(`installation "${wrong}"`);
  });

  it('is in every commit that depends on it, though the first one is taken back', async () => {
    const store = createMemoryStore();
    const commits: Commit[] = [];
    let isFull = true;
    const append = store.append.bind(store);
    store.append = (commit) => {
      commits.push(commit);
      if (!isFull) return append(commit);
      isFull = false;
      return Promise.reject(new Error('no room'));
    };
    const likeness = await openService({ store });
    const both = [insert(likeness, 'Contact', doe), insert(likeness, 'Contact', { LastName: 'Roe' })];
    const [refused, kept] = await Promise.allSettled(both);
    expect([refused!.status, kept!.status]).toEqual(['rejected', 'fulfilled']);
    const third = await insert(likeness, 'Contact', { LastName: 'Poe' });
    expect(store.counter('installation')).toBe(installationOf(third));
    expect(idsOf(likeness, 'Contact').map(partOf)).toEqual([partOf(third), partOf(third)]);
    expect(
      commits
        .at(-1)!
        .changes.filter((change) => change.kind === 'counter')
        .map(({ name }) => name),
    ).toEqual(['id:003']);
  });
});

describe('records that come with Ids of another installation', () => {
  it.each([
    ['lower', 'Mike', 'Zeta'],
    ['higher', 'Zeta', 'Mike'],
  ])('keep them, and new ones get larger ones: %s', async (_, theirs, ours) => {
    const test = await openService({ store: createMemoryStore({ installation: theirs }) });
    for (const type of ['Account', 'Contact', 'Lead'])
      for (const name of ['One', 'Two']) await insert(test, type, named(type, name));
    const folder = newFolder();
    let likeness: Likeness = await openLikeness({
      configuration: await loadConfiguration(),
      store: await openFileStore(folder, { installation: ours }),
    });
    // One object already has records.
    const lead = await insert(likeness, 'Lead', { LastName: 'Own', Company: 'Own' });
    for (const type of ['Account', 'Contact']) {
      const rows = idsOf(test, type).map((Id) => ({ Id, ...named(type, Id) }));
      expect(await takeOver(likeness, type, rows)).toEqual([null, null]);
    }
    const mixed = await takeOver(
      likeness,
      'Lead',
      idsOf(test, 'Lead').map((Id) => ({ Id, ...named('Lead', Id) })),
    );
    for (let start = 0; start < 2; start++) {
      for (const type of ['Account', 'Contact', 'Lead']) {
        const known = idsOf(likeness, type);
        const added = await insert(likeness, type, named(type, 'New'));
        expect(added > known.at(-1)!).toBe(true);
        expect(partOf(added)).not.toBe(theirs);
        expect(idsOf(likeness, type)).toEqual([...known, added]);
      }
      await likeness.close();
      likeness = await inFolder(folder);
    }
    onTestFinished(() => likeness.close());
    expect(idsOf(likeness, 'Contact').slice(0, 2)).toEqual(idsOf(test, 'Contact'));
    expect(idsOf(likeness, 'Lead')).toContain(lead);
    expect(mixed[0]).toMatch(
      theirs < ours ? /^NOT_FOUND: .* Ids up to 00QZeta00000001/ : /^NOT_FOUND: .* Ids up to 00QMike00000001/,
    );
  });

  it('are refused where they are of no installation, or below the last one', async () => {
    const likeness = await openService();
    expect(await takeOver(likeness, 'Contact', [{ Id: '0035I0000004rAwQAI', LastName: 'Doe' }])).toEqual([
      expect.stringMatching(/^MALFORMED_ID: Id: 0035I0000004rAwQAI was not assigned by this service/),
    ]);
    const own = await insert(likeness, 'Contact', doe);
    let lower = installationOf(own)! - 1;
    // Not every number belongs to an installation.
    while (installationOf(makeId('003', 5, lower)) === undefined) lower -= 1;
    const below = makeId('003', 5, lower);
    expect(await takeOver(likeness, 'Contact', [{ Id: below, LastName: 'Doe' }])).toEqual([
      expect.stringMatching(new RegExp(`^NOT_FOUND: .*${below}.*Ids up to ${own} are already assigned`)),
    ]);
  });

  it('in any order of imports and new records, every index takes them and Ids rise', async () => {
    const configuration = await loadConfiguration(await configurationFolder({}));
    const step = fc.oneof(
      fc.constant(undefined),
      fc.record({
        number: fc.integer({ min: 1, max: 30 }),
        installation: fc.constantFrom(COMMON_INSTALLATION, 6_000_001, 9_000_001, 14_776_335 - 100),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 15 }), async (steps) => {
        const likeness = await openLikeness({ configuration, store: createMemoryStore() });
        for (const taken of steps) {
          const last = idsOf(likeness, 'Contact').at(-1) ?? '';
          if (taken === undefined) expect((await insert(likeness, 'Contact', doe)) > last).toBe(true);
          else {
            const id = makeId('003', taken.number, taken.installation);
            const [reason] = await takeOver(likeness, 'Contact', [{ Id: id, LastName: 'Taken' }]);
            expect(reason === null || idsOf(likeness, 'Contact').includes(id) || last > '').toBe(true);
          }
        }
        const all = idsOf(likeness, 'Contact');
        expect([...all].sort()).toEqual(all);
        await likeness.close();
      }),
    );
  });
});
