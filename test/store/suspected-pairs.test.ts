import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SuspectedPairs, type SuspectedPair } from '../../src/store/suspected-pairs.js';

const pairOf = (id: number, a: number, b: number): SuspectedPair => ({
  id: `pair-${id}`,
  objectType: a % 2 === 0 ? 'Contact' : 'Lead',
  createdId: `record-${a}`,
  matchedId: `record-${b}`,
  score: 80,
  scenarioScores: [],
  time: '2026-01-01T00:00:00.000Z',
});

/** A simple implementation, oldest first. */
class Plain {
  pairs: SuspectedPair[] = [];
  put(pair: SuspectedPair): void {
    this.pairs = [...this.pairs.filter(({ id }) => id !== pair.id), pair];
  }
  removeOf(record: string): void {
    this.pairs = this.pairs.filter(({ createdId, matchedId }) => createdId !== record && matchedId !== record);
  }
  page(objectType: string | undefined, offset: number, limit: number) {
    const all = this.pairs.filter((pair) => objectType === undefined || pair.objectType === objectType).reverse();
    return { total: all.length, pairs: all.slice(offset, offset + limit) };
  }
}

const record = fc.integer({ min: 0, max: 12 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('put'), id: fc.nat(60), a: record, b: record }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), id: fc.constant(0), a: record, b: record }) },
);

it('pairs are listed newest first, in all and by object type, and go with either of their records', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 120 }),
      fc.nat(20),
      fc.integer({ min: 1, max: 20 }),
      (steps, offset, limit) => {
        const [list, plain] = [new SuspectedPairs(), new Plain()];
        for (const { kind, id, a, b } of steps)
          for (const each of [list, plain])
            if (kind === 'put') each.put(pairOf(id, a, b));
            else each.removeOf(`record-${a}`);
        for (const type of [undefined, 'Contact', 'Lead'])
          expect(list.page(type, offset, limit)).toEqual(plain.page(type, offset, limit));
        expect([...list.all()].filter((pair) => pair !== undefined)).toEqual(plain.pairs);
      },
    ),
  );
});

it('thousands of pairs that come and go: pages are compacted and released, and a walk meets what stays exactly once', () => {
  const [list, plain] = [new SuspectedPairs(), new Plain()];
  for (let i = 0; i < 6_000; i++) list.put(pairOf(i, i, 7_000 + i));
  for (let i = 0; i < 6_000; i++) if (i % 5 === 0) plain.pairs.push(pairOf(i, i, 7_000 + i));
  const met: string[] = [];
  let seen = 0;
  for (const pair of list.all()) {
    // Removes pairs before, at and after the position of the iteration.
    if (seen++ < 6_000)
      for (const i of [seen - 2, 5_999 - seen]) if (i >= 0 && i % 5 !== 0) list.removeOf(`record-${i}`);
    if (pair !== undefined) met.push(pair.id);
  }
  for (let i = 0; i < 6_000; i++) if (i % 5 !== 0) list.removeOf(`record-${i}`);
  expect(new Set(met).size).toBe(met.length);
  expect(met.filter((id) => Number(id.slice(5)) % 5 === 0)).toHaveLength(1_200);
  for (const offset of [0, 1, 500, 1_150, 1_199, 1_200])
    expect(list.page(undefined, offset, 60)).toEqual(plain.page(undefined, offset, 60));
});
