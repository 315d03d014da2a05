import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryIndex, type MemoryIndex } from '../../src/index/memory-index.js';
import { drawQuery, drawScenarios, drawValues, scenarioOf, idOf } from './cases.js';
import { RecordedScan, shape } from './scan-index.js';
import { Random } from './random.js';
import { letters, near } from './toy-methods.js';
import { draws } from '../support/draws.js';

function renewWhole(index: MemoryIndex): void {
  index.compact();
  while (index.compactFurther(100));
}

/** Bytes of an index, excluding caches of searches. */
function bytesOf(index: MemoryIndex): number {
  const { bytes, flexsearchBytes } = index.statistics();
  return bytes + flexsearchBytes;
}

type Act = 'create' | 'update' | 'delete' | 'put back' | 'forget' | 'renew' | 'go on' | 'finish' | 'search';
const acts: fc.Arbitrary<Act> = fc.oneof(
  ...(
    [
      ['create', 8],
      ['update', 5],
      ['delete', 6],
      ['put back', 2],
      ['forget', 1],
      ['renew', 2],
      ['go on', 6],
      ['finish', 1],
      ['search', 8],
    ] as const
  ).map(([act, weight]) => ({ arbitrary: fc.constant<Act>(act), weight })),
);

describe('compaction', () => {
  it('changes no answer, whatever happens to the index before, meanwhile and after', () => {
    let renewals = 0;
    let matches = 0;
    const program = fc.record({ seed: fc.nat(), acts: fc.array(acts, { maxLength: 120, size: 'max' }) });
    fc.assert(
      fc.property(program, ({ seed, acts: program }) => {
        const random = new Random(seed);
        const { scenarios, vocabulary } = drawScenarios(random, 1 + random.below(3));
        const index = createMemoryIndex({ scenarios });
        const oracle = new RecordedScan(scenarios);
        /** Deleted records that may be added again. */
        const deleted = new Set<string>();
        index.ownedBy({ mayComeBack: (id) => deleted.has(id), compactionBegun: () => renewals++ });
        const blanks = random.pick([0, 0.3, 0.6]);
        let last = 0;
        const put = (id: string): void => {
          const values = drawValues(random, vocabulary, blanks);
          index.put(id, values);
          oracle.put(id, values);
          deleted.delete(id);
        };
        const run: Readonly<Record<Act, () => void>> = {
          create: () => put(idOf(++last)),
          update: () => {
            if (oracle.records.size > 0) put(random.pick([...oracle.records.keys()]));
          },
          delete: () => {
            if (oracle.records.size === 0) return;
            const id = random.pick([...oracle.records.keys()]);
            if (random.chance(0.5)) deleted.add(id);
            index.delete(id);
            oracle.delete(id);
          },
          'put back': () => {
            if (deleted.size > 0) put(random.pick([...deleted]));
          },
          forget: () => deleted.clear(),
          renew: () => index.compact(),
          'go on': () => void index.compactFurther(1 + random.below(5)),
          finish: () => renewWhole(index),
          search: () => {
            const known = [...oracle.records.values()];
            const values =
              known.length > 0 && random.chance(0.5) ? random.pick(known) : drawValues(random, vocabulary, blanks);
            const query = drawQuery(random, scenarios, values);
            const expected = oracle.search(query);
            expect(shape(index.search(query))).toEqual(shape(expected));
            matches += expected.matches.length;
          },
        };
        for (const act of program) run[act]();
        for (let n = 0; n < 3; n++) run.search();
        expect(index.statistics().records).toBe(oracle.records.size);
        renewWhole(index);
        for (let n = 0; n < 3; n++) run.search();

        for (const id of oracle.records.keys()) index.delete(id);
        for (const id of [...oracle.records.keys()]) oracle.delete(id);
        deleted.clear();
        renewWhole(index);
        expect(index.statistics()).toMatchObject({ records: 0, values: 0, flexsearchBytes: 0 });
        // Only the tables that searches have enlarged stay large.
        expect(bytesOf(index)).toBeLessThan(bytesOf(createMemoryIndex({ scenarios })) + 10_000);
        put(idOf(++last));
        run.search();
      }),
      { numRuns: draws(150) },
    );
    expect(renewals).toBeGreaterThan(draws(200));
    expect(matches).toBeGreaterThan(draws(500));
  });

  const scenario = scenarioOf(
    [
      [['A'], letters],
      [['B'], near, 'ignore'],
    ],
    7_500,
    4_000,
  );
  const values = (n: number) => ({ A: 'ab', B: String(n) });

  it('an index whose records come and go stays as big as its contents', () => {
    const [held, cycles] = [2_000, 40_000];
    const index = createMemoryIndex({ scenarios: [scenario] });
    index.ownedBy({ mayComeBack: () => false });
    for (let n = 1; n <= held; n++) index.put(idOf(n), values(n));
    const before = bytesOf(index);
    let most = 0;
    for (let n = held + 1; n <= held + cycles; n++) {
      index.put(idOf(n), values(n));
      index.delete(idOf(n - held));
      if (n % 100 === 0) most = Math.max(most, bytesOf(index));
    }
    // The limit allows for garbage, new records during the compaction, and the new index next to the old index.
    expect(most).toBeLessThan(before * 4);
    renewWhole(index);
    expect(bytesOf(index)).toBeLessThan(before * 1.5);
    expect(index.statistics()).toMatchObject({ records: held, values: held + 1 });
  });

  it('an index whose records change stays as big as its contents', () => {
    const index = createMemoryIndex({ scenarios: [scenario] });
    for (let n = 1; n <= 1_000; n++) index.put(idOf(n), values(n));
    const before = bytesOf(index);
    for (let n = 1_001; n <= 30_000; n++) index.put(idOf(1 + (n % 1_000)), values(n));
    expect(bytesOf(index)).toBeLessThan(before * 4);
    renewWhole(index);
    expect(bytesOf(index)).toBeLessThan(before * 1.5);
  });

  it('an index of which everything is deleted is hardly bigger than an empty one, without further calls', () => {
    const index = createMemoryIndex({ scenarios: [scenario] });
    index.ownedBy({ mayComeBack: () => false });
    for (let n = 1; n <= 20_000; n++) index.put(idOf(n), values(n));
    const full = bytesOf(index);
    for (let n = 1; n <= 20_000; n++) index.delete(idOf(n));
    expect(bytesOf(index)).toBeLessThan(full / 10);
    expect(index.statistics().values).toBeLessThanOrEqual(1_024);
  });

  it('a value released and taken again, over and over, costs nothing', () => {
    const index = createMemoryIndex({ scenarios: [scenario] });
    for (let n = 1; n <= 100; n++) index.put(idOf(n), values(n));
    let begun = 0;
    index.ownedBy({ mayComeBack: () => true, compactionBegun: () => begun++ });
    const change = (n: number): void => index.put(idOf(7), values(1_000 + (n % 2)));
    change(0);
    change(1);
    const before = bytesOf(index);
    for (let n = 0; n < 10_000; n++) change(n);
    expect(begun).toBe(0);
    expect(bytesOf(index)).toBe(before);
  });

  it('what is remembered of values that stay is remembered still', () => {
    const index = createMemoryIndex({ scenarios: [scenario] });
    for (let n = 1; n <= 100; n++) index.put(idOf(n), { A: ['ab', 'bc', 'cd'][n % 3]!, B: '1' });
    index.search({ values: { A: 'ab' }, scenarios: [scenario], rule: 'search', limit: 10 });
    const remembered = index.cacheBytes;
    expect(remembered).toBeGreaterThan(0);
    for (let n = 1; n <= 50; n++) index.delete(idOf(n));
    renewWhole(index);
    expect(index.cacheBytes).toBe(remembered);
  });

  it('where a record that was left out comes back after all, a compaction under way is abandoned', () => {
    const index = createMemoryIndex({ scenarios: [scenario] });
    let begun = 0;
    index.ownedBy({ mayComeBack: () => false, compactionBegun: () => begun++ });
    for (let n = 1; n <= 50; n++) index.put(idOf(n), values(n));
    index.delete(idOf(3));
    index.compact();
    index.compactFurther(10);
    index.put(idOf(3), values(3));
    expect(index.compactFurther(100)).toBe(false);
    const query = { values: values(3), scenarios: [scenario], rule: 'search' as const, limit: 1 };
    expect(index.search(query).matches).toMatchObject([{ id: idOf(3) }]);
    renewWhole(index);
    expect(begun).toBe(2);
    expect(index.search(query).matches).toMatchObject([{ id: idOf(3) }]);
  });
});
