import { expect, it } from 'vitest';
import type { CandidateAnswer, CandidateQuery } from '../../../src/index/candidate-index.js';
import { createMemoryIndex } from '../../../src/index/memory-index.js';
import { PartUnavailableError, type IndexPart } from '../../../src/index/parts/index-part.js';
import { PartitionedIndex } from '../../../src/index/parts/partitioned-index.js';
import { partOf } from '../../../src/index/parts/partition.js';
import type { FieldTexts } from '../../../src/matching/normalized-record.js';
import { LongSearch } from '../../../src/runtime/long-search.js';
import { drawQuery, drawScenarios, drawValues, idOf, scenarioOf } from '../cases.js';
import { freshSeed, Random } from '../random.js';
import { ScanIndex, shape } from '../scan-index.js';
import { letters } from '../toy-methods.js';
import { FollowingPart, LogView, type LoggedChange } from './parts-of-log.js';

const CASES = 400;

/** The steps of a search. @param meanwhile happens while they wait */
async function find(index: PartitionedIndex, query: CandidateQuery, meanwhile = () => {}): Promise<CandidateAnswer> {
  const search = index.attempt(query);
  if (!(search instanceof LongSearch)) throw new Error('expected steps');
  for (;;) {
    const step = search.steps.next();
    if (step.done === true) return step.value!;
    if (step.value !== undefined) meanwhile();
    await step.value;
  }
}

it('wherever in the log each part stands, and whatever happens meanwhile, the answer is that of the asker’s view', async () => {
  const seed = freshSeed('parts at other positions');
  let [withMatches, corrected] = [0, 0];
  for (let n = 0; n < CASES; n++) {
    const random = new Random(seed + n);
    const { scenarios, vocabulary } = drawScenarios(random, 1 + random.below(3));
    const blanks = random.pick([0, 0.1, 0.3]);
    const draw = (): FieldTexts => drawValues(random, vocabulary, blanks);
    const log: LoggedChange[] = [];
    const records = 1 + random.below(40);
    const change = (id: string): LoggedChange => ({ id, values: random.chance(0.15) ? undefined : draw() });
    for (let i = 1; i <= records; i++) log.push({ id: idOf(i), values: draw() });
    for (let i = 0; i < 60; i++) log.push(change(idOf(1 + random.below(records))));
    const parts = 2 + random.below(3);
    const own = random.below(parts);
    const following = Array.from(
      { length: parts },
      (_, part) => new FollowingPart(log, (id) => partOf(id, parts) === part, scenarios),
    );
    for (const part of following) part.followTo(records + random.below(60));
    const view = new LogView(log);
    // The asker's own part is as the asker is, uncommitted changes included.
    const here = new FollowingPart([], () => true, scenarios).index;
    const others: IndexPart[] = following.map((part) => ({
      ask: (query) => (random.chance(0.5) ? part.ask(query) : Promise.resolve().then(() => part.ask(query))),
    }));
    const index = new PartitionedIndex({ own: here, partition: { part: own, parts }, others, view });
    const apply = ({ id, values }: LoggedChange): void => {
      if (values === undefined) index.delete(id);
      else index.put(id, values);
    };
    const goOn = (): void => apply(view.next());
    while (view.position < records + 30) goOn();
    const stage = (): void => {
      const staged = change(idOf(1 + random.below(records)));
      view.changes.set(staged.id, staged.values);
      apply(staged);
    };
    for (let i = random.below(5); i > 0; i--) stage();
    const query = drawQuery(random, scenarios, draw());
    const answer = await find(index, query, () => {
      for (let i = random.below(6); i > 0; i--) {
        const { id } = log[view.position]!;
        if (random.chance(0.3)) stage();
        else if (!view.changes.has(id)) goOn();
        following[random.below(parts)]!.followTo(records + random.below(60));
      }
    });
    const oracle = new ScanIndex(scenarios);
    for (const [id, values] of view.latest) oracle.put(id, values);
    const expected = oracle.search(query);
    expect(shape(answer), `seed ${seed + n}`).toEqual(shape(expected));
    if (expected.matches.length > 0) withMatches++;
    if (following.some(({ position }, part) => part !== own && position !== view.position)) corrected++;
  }
  console.log(`${CASES} searches, ${withMatches} with matches, ${corrected} of parts at other positions`);
  expect(withMatches / CASES).toBeGreaterThan(0.4);
  expect(corrected / CASES).toBeGreaterThan(0.9);
});

const scenario = scenarioOf([[['A'], letters]], 5_000);
const everything: CandidateQuery = { values: { A: 'ab' }, scenarios: [scenario], rule: 'search', limit: 3 };

function twoParts(records: number) {
  const log: LoggedChange[] = [];
  for (let i = 1; i <= records; i++) log.push({ id: idOf(i), values: { A: 'ab' } });
  const [here, there] = [0, 1].map((part) => new FollowingPart(log, (id) => partOf(id, 2) === part, [scenario]));
  for (const part of [here!, there!]) part.followTo(records);
  const view = new LogView(log);
  while (view.position < records) view.next();
  return { here: here!, there: there!, view };
}

function indexOf({ here, view }: ReturnType<typeof twoParts>, part: IndexPart): PartitionedIndex {
  return new PartitionedIndex({ own: here.index, partition: { part: 0, parts: 2 }, others: [here, part], view });
}

it('a part is asked for more where what is accepted does not suffice, and only then', async () => {
  const parts = twoParts(400);
  const index = indexOf(parts, parts.there);
  expect((await find(index, everything)).matches.map(({ id }) => id)).toEqual([1, 2, 3].map(idOf));
  expect(parts.there.asked.map(({ limit }) => limit)).toEqual([3]);
  const accept = (id: string) => id >= idOf(395);
  const late = await find(index, { ...everything, accept });
  expect(late.matches.map(({ id }) => id)).toEqual([395, 396, 397].map(idOf));
  expect(parts.there.asked.map(({ limit }) => limit)).toEqual([3, 3, 64, 512]);
});

it('what is uncommitted is left out by the part: it need not be asked twice for it', async () => {
  const parts = twoParts(40);
  const changed = Array.from({ length: 39 }, (_, i) => idOf(i + 1));
  for (const id of changed) parts.view.changes.set(id, undefined);
  for (const id of changed) parts.here.index.delete(id);
  const { matches } = await find(indexOf(parts, parts.there), everything);
  expect(matches.map(({ id }) => id)).toEqual([idOf(40)]);
  expect(parts.there.asked).toHaveLength(1);
});

it('a part that is missing makes the search fail, and never its answer shorter', async () => {
  const parts = twoParts(10);
  const missing = (error: Error): IndexPart => ({ ask: () => Promise.reject(error) });
  const error = new PartUnavailableError('part 2/2 does not answer');
  await expect(find(indexOf(parts, missing(error)), everything)).rejects.toThrow(error);
  expect(() => indexOf(parts, missing(error)).search(everything)).toThrow('searched in steps only');
  const broken: IndexPart = {
    ask: () => {
      throw error;
    },
  };
  expect(() => indexOf(parts, broken).search(everything)).toThrow(error);
});

it('an answer of before what the asker knows of is asked for again, and not for ever', async () => {
  const parts = twoParts(10);
  let asked = 0;
  const old: IndexPart = {
    ask: (query) => {
      asked++;
      return parts.there.ask(query);
    },
  };
  const { view, here } = parts;
  let known = 0;
  Object.assign(view, { changedSince: () => (asked > known ? [] : undefined) });
  known = 2;
  const index = new PartitionedIndex({ own: here.index, partition: { part: 0, parts: 2 }, others: [here, old], view });
  expect((await find(index, everything)).matches).toHaveLength(3);
  expect(asked).toBe(3);
  known = Infinity;
  await expect(find(index, everything)).rejects.toThrow(PartUnavailableError);
});

it('one part is an index like any other', () => {
  const own = createMemoryIndex({ scenarios: [scenario] });
  const index = new PartitionedIndex({
    own,
    partition: { part: 0, parts: 1 },
    others: [],
    view: new LogView([]),
  });
  index.put(idOf(1), { A: 'ab' });
  expect(index.attempt(everything)).toEqual(own.search(everything));
});
