import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfiguration } from '../../src/store/config/load.js';
import type { Likeness } from '../../src/service/likeness.js';
import { openLikeness } from '../../src/service/open.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { verify } from '../../src/store/verify.js';
import { caller, insert, upsert } from './open-service.js';
import { newFolder } from '../support/temporary-folder.js';

async function withService<T>(folder: string, use: (likeness: Likeness, compact: () => Promise<void>) => Promise<T>) {
  const store = await openFileStore(folder, { compactAt: Infinity });
  const likeness = await openLikeness({ configuration: await loadConfiguration(), store });
  try {
    return await use(likeness, () => store.compact());
  } finally {
    await likeness.close();
  }
}

const textsOf = async (folder: string): Promise<string> =>
  (await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')))).join('\n');

it.each([false, true])(
  'a merge, its old Ids and its undoing outlast a restart (after a compaction: %s)',
  async (compacts) => {
    const folder = newFolder();
    const { ids, changeId } = await withService(folder, async (likeness, compact) => {
      const made = await Promise.all(['A', 'B'].map((LastName) => insert(likeness, 'Contact', { LastName })));
      const task = await insert(likeness, 'Task', { Subject: 'Call', WhoId: made[1]! });
      const merged = await likeness.merging.merge({ objectType: 'Contact', masterId: made[0]!, ids: made }, caller);
      expect(merged.repointed).toBe(1);
      if (compacts) await compact();
      return { ids: [...made, task] as [string, string, string], changeId: merged.changeId! };
    });
    expect(await verify(folder)).toMatchObject({ ok: true });
    await withService(folder, async (likeness) => {
      expect(() => likeness.readRecord('Contact', ids[1])).toThrow(expect.objectContaining({ mergedInto: ids[0] }));
      expect(likeness.readRecord('Task', ids[2])).toMatchObject({ WhoId: ids[0] });
      await likeness.undo(changeId, caller);
    });
    await withService(folder, async (likeness) => {
      expect(likeness.readRecord('Task', ids[2])).toMatchObject({ WhoId: ids[1] });
      expect(likeness.merging.crosswalk({ pageSize: 5 }).records).toMatchObject([
        { oldId: ids[1], survivingId: ids[1] },
      ]);
      expect(await likeness.checkConsistency({ sample: 10 })).toEqual([]);
    });
  },
);

it.each(['the one that went', 'the one that is left'])(
  'of a merged record that is erased, %s, nothing stays in the folder',
  async (which) => {
    const folder = newFolder();
    const [erased, kept] = await withService(folder, async (likeness) => {
      const person = { LastName: 'Doe', FirstName: 'Jo', Email: 'jo@acme.example' };
      const one = await insert(likeness, 'Contact', { ...person, Phone: '+353861234567' });
      const near = await upsert(likeness, 'Contact', { ...person, FirstName: 'Joe' }, { duplicateScore: 100 });
      const master = await insert(likeness, 'Contact', { LastName: 'Roe' });
      await likeness.merging.merge({ objectType: 'Contact', masterId: master, ids: [one] }, caller);
      expect(likeness.suspectedPairs({ page: 1, pageSize: 9 }).records).toMatchObject([
        { createdId: near.objectId, matchedId: master },
      ]);
      const erased = which === 'the one that went' ? one : master;
      await likeness.erase(erased, caller);
      expect(likeness.merging.crosswalk({ pageSize: 9 }).records).toEqual([]);
      return [erased, near.objectId!] as const;
    });
    const texts = await textsOf(folder);
    expect(texts).toContain(kept);
    expect(texts).not.toContain(erased);
  },
);
