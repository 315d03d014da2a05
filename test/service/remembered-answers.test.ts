import fc from 'fast-check';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UpsertDataInput } from '../../src/records/contract/schemas.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { caller, openService } from './open-service.js';
import { newFolder } from '../support/temporary-folder.js';

const KEY = 'key-1';

/** A large request that succeeds: each related record has a long string. */
function large(texts: number, length: number): UpsertDataInput {
  return {
    objectType: 'Contact',
    objectData: { LastName: 'Doe', Description: 'd'.repeat(length) },
    relatedList: Array.from({ length: texts }, (_, i) => ({
      objectType: 'Task',
      referenceField: 'WhoId',
      objectData: { Subject: `Call ${i}`, Description: 'x'.repeat(length) },
    })),
  };
}

describe('remembered answers', () => {
  it('of a large request only what the request does not say is kept', async () => {
    const store = createMemoryStore();
    const likeness = await openService({ store });
    const input = large(200, 5_000);
    const first = await likeness.upsert(input, caller, KEY);
    expect(first.relatedList.every(({ isSuccess }) => isSuccess)).toBe(true);
    const { answers, answerBytes } = store.statistics();
    expect(answers).toBe(1);
    expect(answerBytes).toBeLessThan(200 * 150);
    expect(JSON.stringify(await likeness.upsert(structuredClone(input), caller, KEY))).toBe(JSON.stringify(first));
  });

  const among = (...values: unknown[]) => fc.constantFrom(...values);
  const fields = fc.record(
    {
      Id: among('', null),
      firstname: among(' Doe ', '', null),
      Phone: among('+353 1 234', 12),
      DoNotCall: among(true, 'true'),
      Birthdate: among('2001-02-03', null),
    },
    { requiredKeys: [] },
  );
  const relatedFields = fc.record(
    { whoid: among('003000000000001AAA'), Subject: among('Call', ' Call') },
    { requiredKeys: [] },
  );
  it('a repeat gets exactly the first answer, whatever part of it was in the request', async () => {
    const files = {
      'objects.json': [
        {
          name: 'Contact',
          keyPrefix: '003',
          fields: [{ name: 'Twice__c', type: 'formula', returns: 'string', formula: 'LastName & LastName' }],
        },
      ],
    };
    const store = createMemoryStore();
    const likeness = await openService({ files, store });
    let key = 0;
    let remembered = 0;
    await fc.assert(
      fc.asyncProperty(fields, fc.array(relatedFields, { maxLength: 3 }), async (objectData, related) => {
        const input: UpsertDataInput = {
          objectType: 'Contact',
          objectData: { LastName: 'Doe', ...objectData },
          relatedList: related.map((data) => ({ objectType: 'Task', referenceField: 'WhoId', objectData: data })),
        };
        const name = `key-${key++}`;
        const before = store.statistics().answers;
        const first = await likeness.upsert(input, caller, name);
        const isRemembered = store.statistics().answers > before;
        expect(isRemembered).toBe(first.isSuccess && first.relatedList.every(({ isSuccess }) => isSuccess));
        if (!isRemembered) return;
        remembered++;
        expect(JSON.stringify(await likeness.upsert(structuredClone(input), caller, name))).toBe(JSON.stringify(first));
      }),
      { numRuns: 60 },
    );
    expect(remembered).toBeGreaterThan(5);
  });

  it('an answer in which a record failed is not remembered: a repeat is executed again, and no value of it is in the folder', async () => {
    const folder = newFolder();
    const likeness = await openService({ store: await openFileStore(folder) });
    const failing: UpsertDataInput[] = [
      { objectType: 'Contact', objectData: { FirstName: 'Zsömle' } },
      {
        objectType: 'Contact',
        objectData: { LastName: 'Zsömle' },
        allOrNone: true,
        relatedList: [{ objectType: 'Task', referenceField: 'Nonsense', objectData: {} }],
      },
      {
        objectType: 'Contact',
        objectData: { LastName: 'Doe' },
        relatedList: [{ objectType: 'Task', referenceField: 'WhoId', objectData: { Zsömle: 'Zsömle' } }],
      },
    ];
    for (const [i, input] of failing.entries()) {
      const first = await likeness.upsert(input, caller, `key-${i}`);
      const again = await likeness.upsert(input, caller, `key-${i}`);
      expect(again.isSuccess).toBe(first.isSuccess);
      if (first.isSuccess) expect(again.objectId).not.toBe(first.objectId);
      // The key is not used up, so it can be used with another body.
      const mended = { objectType: 'Contact', objectData: { LastName: 'Mended' } };
      expect(await likeness.upsert(mended, caller, `key-${i}`)).toMatchObject({ isSuccess: true });
    }
    for (const name of await readdir(folder))
      if (!name.startsWith('lock')) expect(await readFile(join(folder, name), 'utf8')).not.toContain('Zsömle');
  });

  it('what is over the bounds is dropped, at the start too: the newest are still remembered', async () => {
    const folder = newFolder();
    const bounds = { answers: 1_000, answersPerClient: 1_000, bytes: 1e6, bytesPerClient: 1e6 };
    const open = (answers: number) =>
      openFileStore(folder, { answerBounds: { ...bounds, answers }, compactAt: Infinity });
    const input = { objectType: 'Contact', objectData: { LastName: 'Doe' } };
    const first = await openService({ store: await open(1_000) });
    const ids: (string | null)[] = [];
    for (let i = 0; i < 50; i++) ids.push((await first.upsert(input, caller, `key-${i}`)).objectId);
    await first.close();
    const store = await open(10);
    expect(store.statistics().answers).toBe(10);
    const again = await openService({ store });
    expect((await again.upsert(input, caller, 'key-49')).objectId).toBe(ids[49]);
    expect((await again.upsert(input, caller, 'key-40')).objectId).toBe(ids[40]);
    expect((await again.upsert(input, caller, 'key-39')).objectId).not.toBe(ids[39]);
    await again.close();
    expect((await open(1_000)).close()).toBeDefined();
  });
});
