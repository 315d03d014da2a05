import { expect, it } from 'vitest';
import type { CandidateAnswer, CandidateQuery } from '../../../src/index/candidate-index.js';
import { createMemoryIndex } from '../../../src/index/memory-index.js';
import { PartUnavailableError, type IndexPart } from '../../../src/index/parts/index-part.js';
import { PartitionedIndex } from '../../../src/index/parts/partitioned-index.js';
import { partOf } from '../../../src/index/parts/partition.js';
import type { FieldTexts } from '../../../src/matching/normalized-record.js';
import type { Scenario } from '../../../src/matching/scenario.js';
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
    meanwhile();
    await step.value;
  }
}

/** An asker over a log that others bring forward, too, and parts that follow it in their own time. */
class Asked {
  readonly log: LoggedChange[] = [];
  readonly view = new LogView(this.log);
  readonly index: PartitionedIndex;
  readonly following: readonly FollowingPart[];
  readonly own: number;
  /** Changes decided here, the next ones of the log. */
  readonly #decided: LoggedChange[] = [];

  constructor(
    private readonly random: Random,
    readonly records: number,
    scenarios: readonly Scenario[],
    draw: () => FieldTexts,
  ) {
    for (let i = 1; i <= records; i++) this.log.push({ id: idOf(i), values: draw() });
    for (let i = 0; i < 80; i++)
      this.log.push({ id: idOf(1 + random.below(records)), values: random.chance(0.15) ? undefined : draw() });
    const parts = 2 + random.below(3);
    this.own = random.below(parts);
    const part = (number: number) => new FollowingPart(this.log, (id) => partOf(id, parts) === number, scenarios);
    this.following = Array.from({ length: parts }, (_, number) => part(number));
    const own = createMemoryIndex({ scenarios, options: { rowsPerStep: 3, comparisonsPerStep: 3 } });
    this.index = new PartitionedIndex({
      own,
      partition: { part: this.own, parts },
      others: this.following.map((one) => ({
        ask: (query) => (random.chance(0.5) ? one.ask(query) : Promise.resolve().then(() => one.ask(query))),
      })),
      view: this.view,
    });
    while (this.view.position < records + 30) this.#show(this.view.next());
    for (const one of this.following) one.followTo(records + random.below(80));
    for (let i = 0; i < 6; i++) this.happen();
  }

  /** One of all that may happen between two steps. */
  readonly happen = (): void => {
    const { random, view, log } = this;
    const decided = this.#decided;
    const next = log[view.position + decided.length];
    const kind = random.below(5);
    if (kind === 0) this.following[random.below(this.following.length)]!.followTo(this.records + random.below(80));
    else if (next !== undefined && kind <= 2) {
      decided.push(next);
      view.changes.set(next.id, next.values);
      this.#show(next);
    } else if (decided.length > 0 && kind === 3) {
      // Committed: the index holds it already.
      const { id } = view.next();
      decided.shift();
      if (!decided.some((other) => other.id === id)) view.changes.delete(id);
    } else if (next !== undefined) {
      // Another one was quicker, and by chance with the same.
      const ids = [...view.changes.keys()];
      view.changes.clear();
      decided.length = 0;
      for (const id of ids) this.#show({ id, values: view.committed.get(id) });
      this.#show(view.next());
    }
  };

  #show({ id, values }: LoggedChange): void {
    if (values === undefined) this.index.delete(id);
    else this.index.put(id, values);
  }
}

it.each(['latest', 'committed'] as const)(
  'wherever each part stands, and whatever happens meanwhile, the answer is that of the asker’s view: %s',
  async (which) => {
    const seed = freshSeed(`parts at other positions, ${which}`);
    let [withMatches, apart] = [0, 0];
    for (let n = 0; n < CASES; n++) {
      const random = new Random(seed + n);
      const { scenarios, vocabulary } = drawScenarios(random, 1 + random.below(3));
      const blanks = random.pick([0, 0.1, 0.3]);
      const draw = (): FieldTexts => drawValues(random, vocabulary, blanks);
      const asked = new Asked(random, 1 + random.below(60), scenarios, draw);
      const { index, view, following, own } = asked;
      const query = drawQuery(random, scenarios, draw());
      const uncommitted = new Set(view.changes.keys());
      // As `TransactionManager.findCommitted` searches.
      const committedOnly: CandidateQuery = {
        ...query,
        accept: (id) => !uncommitted.has(id) && query.accept?.(id) !== false,
        acceptChanged: (id) => !view.changes.has(id),
      };
      const answer = await find(index, which === 'latest' ? query : committedOnly, () => {
        for (let i = random.below(6); i > 0; i--) asked.happen();
      });
      const oracle = new ScanIndex(scenarios);
      for (const [id, values] of which === 'latest' ? view.latest : view.committed)
        if (which === 'latest' || !(uncommitted.has(id) || view.changes.has(id))) oracle.put(id, values);
      const expected = oracle.search(query);
      expect(shape(answer), `seed ${seed + n}`).toEqual(shape(expected));
      if (expected.matches.length > 0) withMatches++;
      if (following.some(({ position }, part) => part !== own && position !== view.position)) apart++;
    }
    console.log(`${CASES} searches, ${withMatches} with matches, ${apart} of parts at other positions`);
    expect(withMatches / CASES).toBeGreaterThan(0.4);
    expect(apart / CASES).toBeGreaterThan(0.8);
  },
);

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

it('of more uncommitted records than a part is told of none is taken from its answer', async () => {
  const parts = twoParts(1_200);
  const changed = Array.from({ length: 1_199 }, (_, i) => idOf(i + 1));
  for (const id of changed) parts.view.changes.set(id, { A: 'cd' });
  for (const id of changed) parts.here.index.delete(id);
  const { matches } = await find(indexOf(parts, parts.there), everything);
  expect(matches.map(({ id }) => id)).toEqual([idOf(1_200)]);
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
