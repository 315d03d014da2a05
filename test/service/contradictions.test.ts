import { describe, expect, it } from 'vitest';
import { caller, insert, openService, searchIds, upsert, type Data } from './open-service.js';

const twin = {
  FirstName: 'Daniel',
  LastName: 'Huber',
  Email: 'huber@gmx.example',
  Phone: '+43 316 123456',
  Birthdate: '2001-05-17',
};
const other = { ...twin, FirstName: 'Daniela' };
const changed = (contradictions: unknown) => ({
  'scenarios.json': ['contact-default', 'contact-name-phone', 'contact-name-email', 'contact-name-address'].map(
    (id) => ({ id, contradictions }),
  ),
});

describe('contradictions', () => {
  it('keep a pair apart that scores high, remember it with what speaks against it, and say so in the history', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', twin);
    const { objectId, isCreated } = await upsert(likeness, 'Contact', other, { duplicateScore: 50 });
    expect(isCreated).toBe(true);
    const [pair] = likeness.suspectedPairs({ page: 1, pageSize: 10 }).records;
    expect(pair).toMatchObject({
      ...{ createdId: objectId, matchedId: id },
      contradictions: [{ kind: 'firstName', field: 'FirstName', one: 'Daniela', other: 'Daniel' }],
    });
    expect(pair!.score).toBeGreaterThan(85);
    const { records } = await likeness.history(objectId!, { page: 1, pageSize: 10 });
    expect(records[0]!.decision).toMatchObject({ reason: 'contradicted', score: pair!.score });
  });

  it('of several: the pair that is remembered is the best one', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const likeness = await openService();
      const stored = [twin, { ...twin, Phone: '+43 316 999999' }];
      const ids: string[] = [];
      for (const at of order) ids[at] = await insert(likeness, 'Contact', stored[at]!);
      expect((await upsert(likeness, 'Contact', other, { duplicateScore: 50 })).isCreated).toBe(true);
      const { records } = likeness.suspectedPairs({ page: 1, pageSize: 10 });
      expect(records.map(({ matchedId }) => matchedId)).toEqual([ids[0]]);
      expect(records[0]!.score).toBeGreaterThan(85);
    }
  });

  it('change neither what a search finds nor its order', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', twin);
    expect(await searchIds(likeness, '003', other)).toEqual([id]);
    const found = async (files: Record<string, unknown>) => {
      const service = await openService({ files });
      for (const each of [twin, other, { ...twin, FirstName: 'Dan', Birthdate: '1970-03-02' }, { ...other, Phone: '' }])
        await insert(service, 'Contact', each);
      const sent = { objectPrefix: '003', objectData: { ...other, FirstName: 'D.' } };
      const { output } = await service.search(sent);
      return output['003']!.map(({ score, objectData: { FirstName, Phone } }) => [score, FirstName, Phone]);
    };
    expect(await found({})).toEqual(await found(changed(false)));
    expect(await found({})).toHaveLength(4);
  });

  it('are shown where a pair is explained', async () => {
    const likeness = await openService();
    const recordId = await insert(likeness, 'Contact', { ...twin, Birthdate: '1970-03-02' });
    const explanation = likeness.explain({ objectPrefix: '003', objectData: other, recordId });
    expect(explanation.contradictions!.map(({ kind }) => kind)).toEqual(['birthDate', 'firstName']);
    expect(likeness.explain({ objectPrefix: '003', objectData: twin, otherData: twin }).contradictions).toEqual([]);
  });

  it.each<[string, unknown, Data, boolean]>([
    ['all off', false, other, false],
    ['a kind off', { firstName: false }, other, false],
    ['another kind off', { sex: false }, other, true],
    ['a field that a kind reads besides', { identifier: ['Jigsaw'] }, { ...twin, Jigsaw: 'B-2222' }, true],
    ['without that field', {}, { ...twin, Jigsaw: 'B-2222' }, false],
  ])('can be configured: %s', async (_, contradictions, sent, isCreated) => {
    const likeness = await openService({ files: changed(contradictions) });
    await insert(likeness, 'Contact', { ...twin, Jigsaw: 'A-1111' });
    expect(await upsert(likeness, 'Contact', sent)).toMatchObject({ isSuccess: true, isCreated });
  });

  it.each([
    [{ birthday: false }, /contradictions\.birthday: unknown key.*birthDate/],
    ['none', /contradictions/],
    [{ identifier: 'Jigsaw' }, /identifier/],
  ])('say what would be right where they are configured as %j', async (contradictions, expected) => {
    await expect(openService({ files: changed(contradictions) })).rejects.toThrow(expected);
  });

  it('prevent only automatic merges', async () => {
    const likeness = await openService();
    const ids = [await insert(likeness, 'Contact', twin), await insert(likeness, 'Contact', other)];
    const merge = (ifUndecided: boolean) => likeness.merging.merge({ objectType: 'Contact', ids, ifUndecided }, caller);
    await expect(merge(true)).rejects.toMatchObject({ status: 409, errorCode: 'MERGE_REFUSED' });
    expect((await merge(false)).mergedIds).toHaveLength(1);
  });

  it('are skipped however many there are: behind forty brothers the sister is found', async () => {
    const likeness = await openService();
    const sister = await insert(likeness, 'Contact', { ...other, Phone: '+43 316 999999' });
    for (let i = 0; i < 40; i++) await insert(likeness, 'Contact', twin);
    expect(await upsert(likeness, 'Contact', other)).toMatchObject({ isCreated: false, objectId: sister });
  });
});
