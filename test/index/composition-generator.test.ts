import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryIndex, type MemoryIndex } from '../../src/index/memory-index.js';
import { LongSearch } from '../../src/runtime/long-search.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { scenarioOf, idOf } from './cases.js';
import { RecordedScan, shape } from './scan-index.js';
import { Random } from './random.js';
import { draws } from '../support/draws.js';

const scenario = scenarioOf([[['First', 'Last'], createMethods().get('fullName')!]], 1);
const firsts = ['james', 'jim', 'james', 'anna', 'smith', 'j', 'anna maria', ''];
const lasts = ['smith', 'smyth', 'smithers', 'jones', 'brown', 'james', 's', 'de la smith', 'smith brown', ''];
const letters = Array.from('abcdefghijklmnopqrstuvwxyz');

type Act = 'create' | 'change' | 'swap' | 'delete' | 'renew' | 'go on' | 'finish' | 'search';
const acts: fc.Arbitrary<Act> = fc.oneof(
  ...(
    [
      ['create', 4],
      ['change', 4],
      ['swap', 12],
      ['delete', 3],
      ['renew', 1],
      ['go on', 2],
      ['finish', 1],
      ['search', 1],
    ] as const
  ).map(([act, weight]) => ({ arbitrary: fc.constant<Act>(act), weight })),
);

/** Applies the same changes to an index and a full scan. */
class Changing {
  readonly index: MemoryIndex;
  readonly oracle = new RecordedScan([scenario]);
  private last = 0;

  constructor(
    private readonly random: Random,
    comparisonsPerStep: number,
  ) {
    this.index = createMemoryIndex({ scenarios: [scenario], options: { comparisonsPerStep } });
    this.index.ownedBy({ mayComeBack: () => false });
  }

  /** Most names belong to only one record. */
  values() {
    const { random } = this;
    const Last = random.chance(0.7) ? `smith${random.pick(letters)}${random.pick(letters)}` : random.pick(lasts);
    return { First: random.pick(firsts), Last };
  }

  readonly act: Readonly<Record<Act, () => void>> = {
    create: () => this.put(idOf(++this.last), this.values()),
    change: () => {
      if (this.oracle.records.size > 0) this.put(this.any(), this.values());
    },
    // A row that the search has passed often gets the name of a later row.
    swap: () => {
      if (this.oracle.records.size === 0) return;
      const { records } = this.oracle;
      const [one, other] = [this.any(), this.any()];
      const [first, second] = [records.get(one)!, records.get(other)!];
      this.put(one, second);
      this.put(other, first);
    },
    delete: () => {
      if (this.oracle.records.size === 0) return;
      const id = this.any();
      this.index.delete(id);
      this.oracle.delete(id);
    },
    renew: () => this.index.compact(),
    'go on': () => void this.index.compactFurther(30),
    finish: () => {
      this.index.compact();
      while (this.index.compactFurther(100));
    },
    search: () => void this.index.search(this.query()),
  };

  query(values: Record<string, string> = this.values()) {
    return { values, scenarios: [scenario], rule: 'search' as const, limit: Infinity };
  }

  private put(id: string, values: Record<string, string>): void {
    this.index.put(id, values);
    this.oracle.put(id, values);
  }

  private any(): string {
    return this.random.pick([...this.oracle.records.keys()]);
  }
}

describe('candidates gathered in steps', () => {
  it('are those of the index as it is at the end, whatever happens to it between the steps', () => {
    let steps = 0;
    let hits = 0;
    const programs = fc.record({
      seed: fc.nat(),
      comparisonsPerStep: fc.constantFrom(1, 2, 5),
      between: fc.array(fc.array(acts, { maxLength: 4 }), { minLength: 1, maxLength: 30 }),
    });
    fc.assert(
      fc.property(programs, ({ seed, comparisonsPerStep, between }) => {
        const random = new Random(seed);
        const changing = new Changing(random, comparisonsPerStep);
        const { index, oracle, act } = changing;
        for (let i = 0; i < 120; i++) act.create();
        for (const values of [{ First: 'James', Last: '' }, changing.values(), changing.values()]) {
          let pauses = 0;
          const query = changing.query(values);
          let answer = index.attempt(query);
          for (let attempts = 1; answer instanceof LongSearch; attempts++) {
            expect(attempts).toBeLessThan(40);
            while (answer.steps.next().done !== true) {
              steps++;
              // The number of changes is limited, because otherwise the search could not catch up.
              for (const each of between[pauses++] ?? []) act[each]();
            }
            answer = index.attempt(query);
          }
          const expected = shape(oracle.search(query));
          expect(shape(answer)).toEqual(expected);
          expect(shape(index.search(query))).toEqual(expected);
          hits += answer.matches.length;
        }
      }),
      { numRuns: draws(60) },
    );
    expect(steps).toBeGreaterThan(draws(500));
    expect(hits).toBeGreaterThan(draws(1_000));
  });

  const query = { values: { First: 'James' }, scenarios: [scenario], rule: 'search' as const, limit: Infinity };

  /** Creates an index of people named James, starts a search for them and runs some of its steps. */
  function begun(lasts: readonly string[], steps: number) {
    const index = createMemoryIndex({ scenarios: [scenario], options: { comparisonsPerStep: 1 } });
    index.ownedBy({ mayComeBack: () => false });
    lasts.forEach((Last, i) => index.put(idOf(i + 1), { First: 'James', Last }));
    const begun = index.attempt(query);
    if (!(begun instanceof LongSearch)) throw new Error('test: a search that is over');
    for (let i = 0; i < steps; i++) begun.steps.next();
    const answer = () => {
      let found: ReturnType<MemoryIndex['attempt']> = begun;
      for (; found instanceof LongSearch; found = index.attempt(query)) while (found.steps.next().done !== true);
      return found.matches.map(({ id }) => id);
    };
    return { index, answer };
  }

  it('hold the name that moves from a row not yet come to into one walked past', () => {
    const lasts = Array.from({ length: 100 }, (_, i) => `q${letters[i % 26]!}${letters[Math.floor(i / 26)]!}x`);
    const { index, answer } = begun(lasts, 2);
    index.put(idOf(3), { First: 'James', Last: lasts[89]! });
    index.put(idOf(90), { First: 'Anna', Last: 'Jones' });
    expect(answer()).toEqual(lasts.flatMap((_, i) => (i === 89 ? [] : [idOf(i + 1)])));
  });

  it('are gathered again when rows get other numbers', () => {
    const same = Array.from({ length: 60 }, () => 'Smith');
    const others = Array.from({ length: 200 }, (_, i) => `q${letters[i % 26]!}${letters[Math.floor(i / 26)]!}x`);
    const { index, answer } = begun([...same, ...others], 6);
    for (let n = 1; n < same.length; n++) index.delete(idOf(n));
    index.compact();
    while (index.compactFurther(100));
    expect(answer()).toEqual(['Smith', ...others].map((_, i) => idOf(same.length + i)));
  });

  it('that came since are taken in once, though rows are given names known before meanwhile', () => {
    const lasts = Array.from({ length: 150 }, (_, i) => `q${letters[i % 26]!}${letters[Math.floor(i / 26)]!}x`);
    const { index, answer } = begun(lasts.slice(0, 100), 0);
    answer();
    lasts.slice(100).forEach((Last, i) => index.put(idOf(101 + i), { First: 'James', Last }));
    const found = index.attempt(query);
    if (!(found instanceof LongSearch)) throw new Error('test: a search that is over');
    found.steps.next();
    index.put(idOf(3), { First: 'James', Last: lasts[89]! });
    while (found.steps.next().done !== true);
    expect(answer()).toEqual(lasts.map((_, i) => idOf(i + 1)));
    const [known] = index.fields.filter(({ parts }) => parts.length > 0).map((names) => names.similarValues('james'));
    expect(new Set(known!.ids).size).toBe(known!.ids.length);
  });
});
