import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeId } from '../../src/records/ids.js';
import { MergedIds, type MergedId } from '../../src/store/merged-ids.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { draws } from '../support/draws.js';

const id = (n: number): string => makeId('003', n);
const timeOf = (number: number): string => new Date(Date.UTC(2026, 0, 1) + 1000 * Math.floor(number / 2)).toISOString();
const entry = (number: number, from: number, into: number, objectType = 'Contact'): MergedId => ({
  number,
  objectType,
  id: id(from),
  into: id(into),
  time: timeOf(number),
});
const listed = (merged: MergedIds, after = 0, limit = 100) =>
  merged.page(undefined, after, limit).entries.map(({ number }) => number);

describe('merged Ids', () => {
  it('lead over merges of merges to what is left, and to themselves once that is undone', () => {
    const merged = new MergedIds();
    merged.put(entry(1, 1, 2));
    merged.put(entry(2, 2, 3));
    expect([1, 2, 3].map((n) => merged.survivorOf(id(n)))).toEqual([id(3), id(3), undefined]);
    merged.put(entry(3, 2, 2));
    expect([1, 2, 3].map((n) => merged.survivorOf(id(n)))).toEqual([id(2), undefined, undefined]);
    expect(listed(merged)).toEqual([1, 3]);
  });

  it('come in pages that begin after an entry, of one object or of all, and from a time on', () => {
    const merged = new MergedIds();
    for (let n = 1; n <= 9; n++) merged.put(entry(n, n, 100, n % 3 === 0 ? 'Lead' : 'Contact'));
    expect([listed(merged, 0, 4), listed(merged, 4, 4), listed(merged, 8, 4)]).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
      [9],
    ]);
    expect(merged.page(undefined, 0, 4).next).toBe(4);
    expect(merged.page(undefined, 4, 5)).not.toHaveProperty('next');
    expect(merged.page('Lead', 0, 9).entries.map(({ number }) => number)).toEqual([3, 6, 9]);
    expect(listed(merged, merged.before(timeOf(6)))).toEqual([6, 7, 8, 9]);
    expect(listed(merged, merged.before('2000-01-01T00:00:00.000Z'))).toHaveLength(9);
    expect(listed(merged, merged.before('2999-01-01T00:00:00.000Z'))).toEqual([]);
  });

  it('look at a bounded number of entries for a page, which may be empty while there is a next one', () => {
    const merged = new MergedIds();
    for (let n = 1; n <= 12_000; n++) merged.put(entry(n, n, 20_000, n === 12_000 ? 'Lead' : 'Contact'));
    const found: number[] = [];
    let pages = 0;
    for (let after: number | undefined = 0; after !== undefined; pages++) {
      const page = merged.page('Lead', after, 10);
      found.push(...page.entries.map(({ number }) => number));
      after = page.next;
    }
    expect([found, pages]).toEqual([[12_000], 3]);
  });

  it('name no record that was erased; what was merged into it leads on to where it went', () => {
    const merged = new MergedIds();
    merged.put(entry(1, 1, 2));
    merged.put(entry(2, 2, 3));
    merged.put(entry(3, 4, 5));
    merged.erase(id(2));
    expect([1, 2, 4].map((n) => merged.survivorOf(id(n)))).toEqual([id(3), undefined, id(5)]);
    merged.erase(id(5));
    expect(listed(merged)).toEqual([1]);
    merged.erase(id(3));
    expect(merged.size).toBe(0);
  });

  it('are what a plain list of the latest entries says, whatever is put and erased', () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.tuple(fc.nat(6), fc.nat(6)) },
      { weight: 1, arbitrary: fc.nat(6) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const merged = new MergedIds();
        let plain: MergedId[] = [];
        const intoOf = (from: string) => plain.find((each) => each.id === from)?.into;
        const leadsTo = (from: string, seen: string[] = []): string => {
          const into = intoOf(from);
          return into === undefined || into === from || seen.includes(from) ? from : leadsTo(into, [...seen, from]);
        };
        steps.forEach((each, i) => {
          if (typeof each === 'number') {
            const gone = id(each);
            const into = intoOf(gone);
            plain = plain.filter((one) => one.id !== gone);
            plain = plain.flatMap((one) => {
              if (one.into !== gone) return [one];
              return into === undefined || into === gone ? [] : [{ ...one, into }];
            });
            merged.erase(gone);
            return;
          }
          const next = entry(i + 1, each[0], each[1]);
          // A stored record is merged into another, or a merged record is restored.
          const isStored = (one: string) => (intoOf(one) ?? one) === one;
          if (next.id !== next.into && !(isStored(next.id) && isStored(next.into))) return;
          plain = [...plain.filter((one) => one.id !== next.id), next];
          merged.put(next);
        });
        expect(merged.page(undefined, 0, 100).entries).toEqual(plain);
        expect([...merged.all()]).toEqual(plain);
        for (let n = 0; n <= 6; n++) {
          const last = leadsTo(id(n));
          expect(merged.survivorOf(id(n))).toBe(last === id(n) ? undefined : last);
        }
      }),
      { numRuns: draws(1_000) },
    );
  });

  it('are refused by a store where they name no record or have no number', async () => {
    const store = createMemoryStore();
    for (const wrong of [{ id: 'x' }, { into: '003' }, { number: 0 }, { number: 2 ** 32 }])
      await expect(
        store.append({ changes: [{ kind: 'merged', entry: { ...entry(1, 1, 2), ...wrong } }] }),
      ).rejects.toThrow(TypeError);
    await store.close();
  });
});
