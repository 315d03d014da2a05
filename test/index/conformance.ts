import { describe, expect, it } from 'vitest';
import type { CandidateAnswer, CandidateIndex, CandidateQuery } from '../../src/index/candidate-index.js';
import { NormalizedRecord } from '../../src/matching/normalized-record.js';
import { type FieldTexts } from '../../src/matching/field-texts.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { compareMatches, scoreRecord } from '../../src/matching/score-record.js';
import { LongSearch } from '../../src/runtime/long-search.js';
import { drawQuery, drawScenarios, drawValues, idOf, scenarioOf } from './cases.js';
import { freshSeed, Random } from './random.js';
import { isNightly } from '../support/draws.js';
import { shape } from './scan-index.js';
import { letters, near } from './toy-methods.js';

const CASES = isNightly ? 300 : 100;
const QUERIES = 6;

type Create = (scenarios: readonly Scenario[]) => CandidateIndex;
type Find = (index: CandidateIndex, query: CandidateQuery) => CandidateAnswer | Promise<CandidateAnswer>;

/**
 * Tests that every implementation of the candidate index must pass.
 *
 * @param create creates an empty index for these scenarios
 * @param find searches the index; default: in one call
 */
export function candidateIndexConformance(
  name: string,
  create: Create,
  find: Find = (index, query) => index.search(query),
): void {
  const found = async (index: CandidateIndex, query: CandidateQuery) => idsOf(await find(index, query));
  describe(`${name} is a candidate index`, () => {
    it('search equals a score of every record, over random records, scenarios, queries, updates and deletes', async () => {
      const seed = freshSeed(`${name} equals a score of every record`);
      const counts = { searches: 0, withMatches: 0, overLimit: 0 };
      for (let n = 0; n < CASES; n++)
        await compareWithScores(new Random(seed + n), create, find, `seed ${seed + n}`, counts);
      const { searches, withMatches, overLimit } = counts;
      console.log(`${name}: ${searches} searches, ${withMatches} with matches, ${overLimit} with more than the limit`);
      expect(searches).toBeGreaterThanOrEqual(3 * CASES);
      expect(withMatches / searches).toBeGreaterThanOrEqual(0.5);
      expect(overLimit / searches).toBeGreaterThanOrEqual(0.1);
    });

    it('finds what is put, by its newest values, until it is deleted', async () => {
      const index = filled(create, 3);
      index.put(idOf(2), { A: 'cd' });
      expect(await found(index, everything)).toEqual([idOf(1), idOf(3)]);
      index.put(idOf(2), { A: 'ab' });
      index.delete(idOf(1));
      expect(await found(index, everything)).toEqual([idOf(2), idOf(3)]);
      index.put(idOf(1), { A: 'ab' });
      expect(await found(index, everything)).toEqual([idOf(1), idOf(2), idOf(3)]);
    });

    it('deletes what is not there without a word', async () => {
      const index = filled(create, 2);
      index.delete(idOf(7));
      index.delete(idOf(1));
      index.delete(idOf(1));
      expect(await found(index, everything)).toEqual([idOf(2)]);
      expect(index.statistics().records).toBe(1);
    });

    it('orders by score, then by Id, and cuts at the limit, or behind the last of equal scores', async () => {
      const index = create([scenario]);
      for (let i = 1; i <= 6; i++) index.put(idOf(i), { A: 'ab', B: i % 2 === 0 ? '7' : '8' });
      const query = { ...everything, values: { A: 'ab', B: '7' } };
      const [best, second] = [[2, 4, 6].map(idOf), [1, 3, 5].map(idOf)];
      expect(await found(index, query)).toEqual([...best, ...second]);
      expect(await found(index, { ...query, limit: 2 })).toEqual(best.slice(0, 2));
      expect(await found(index, { ...query, limit: 2, withTies: true })).toEqual(best);
      expect(await found(index, { ...query, limit: 0 })).toEqual([]);
    });

    it('answers nothing to a query without values, without scenarios or in an empty index', async () => {
      expect(await found(create([scenario]), everything)).toEqual([]);
      const index = filled(create, 2);
      expect(await found(index, { ...everything, values: {} })).toEqual([]);
      expect(await found(index, { ...everything, scenarios: [] })).toEqual([]);
    });

    it('keeps only what the query accepts', async () => {
      const accept = (id: string) => id !== idOf(2);
      expect(await found(filled(create, 3), { ...everything, accept })).toEqual([idOf(1), idOf(3)]);
    });

    it('an attempt gives the answer of a search, at once or by its steps', async () => {
      const index = filled(create, 5_000);
      for (const limit of [1, 100, Infinity]) {
        const query = { ...everything, limit };
        expect(shape(await toItsEnd(index, query))).toEqual(shape(await find(index, query)));
      }
    });
  });
}

const scenario = scenarioOf(
  [
    [['A'], letters],
    [['B'], near, 'ignore'],
  ],
  5_000,
);
const everything: CandidateQuery = { values: { A: 'ab' }, scenarios: [scenario], rule: 'search', limit: Infinity };

function filled(create: Create, records: number): CandidateIndex {
  const index = create([scenario]);
  for (let i = 1; i <= records; i++) index.put(idOf(i), { A: 'ab', B: String(i) });
  return index;
}

function idsOf({ matches }: CandidateAnswer): string[] {
  return matches.map(({ id }) => id);
}

/** Searches like the service: runs the steps of a long search, and repeats the search if necessary. */
export async function toItsEnd(index: CandidateIndex, query: CandidateQuery): Promise<CandidateAnswer> {
  for (let attempts = 0; attempts < 40; attempts++) {
    const answer = index.attempt(query);
    if (!(answer instanceof LongSearch)) return answer;
    let step = answer.steps.next();
    while (step.done !== true) {
      await step.value;
      step = answer.steps.next();
    }
    if (step.value !== undefined) return step.value;
  }
  return index.search(query);
}

async function compareWithScores(
  random: Random,
  create: Create,
  find: Find,
  what: string,
  counts: { searches: number; withMatches: number; overLimit: number },
): Promise<void> {
  const { scenarios, vocabulary } = drawScenarios(random, 1 + random.below(4));
  const index = create(scenarios);
  const records = new Map<string, FieldTexts>();
  const blanks = random.pick([0, 0.1, 0.3, 0.6]);
  let last = 0;
  const ids: string[] = [];
  const change = () => {
    const kind = random.below(10);
    if (ids.length > 0 && kind === 0) {
      const id = random.pick(ids);
      index.delete(id);
      records.delete(id);
      return;
    }
    const id = ids.length > 0 && kind < 3 ? random.pick(ids) : idOf(++last);
    if (!ids.includes(id)) ids.push(id);
    const values = drawValues(random, vocabulary, blanks);
    index.put(id, values);
    records.set(id, values);
  };
  const step = random.pick([4, 15, 60]);
  for (let q = 0; q < QUERIES; q++) {
    for (let i = 0; i < step; i++) change();
    const existing = [...records.values()];
    const values =
      existing.length > 0 && random.chance(0.5) ? random.pick(existing) : drawValues(random, vocabulary, blanks);
    const query = drawQuery(random, scenarios, values);
    const all = everyMatch(records, query);
    const kept = all[query.limit - 1];
    const expected = all.filter(
      (match, i) => i < query.limit || (query.withTies === true && match.num * kept!.den === kept!.num * match.den),
    );
    const answer = await find(index, query);
    expect(shape(answer), `${what}, query ${q}`).toEqual(shape({ ...answer, matches: expected }));
    expect(answer.incomplete).toBe(false);
    counts.searches++;
    if (expected.length > 0) counts.withMatches++;
    if (all.length > query.limit) counts.overLimit++;
  }
  expect(index.statistics().records).toBe(records.size);
}

/** Returns all matches in order, without a limit. */
function everyMatch(records: ReadonlyMap<string, FieldTexts>, query: CandidateQuery) {
  const searched = new NormalizedRecord(query.values);
  return [...records]
    .flatMap(([id, texts]) => scoreRecord(id, query.scenarios, searched, new NormalizedRecord(texts), query.rule) ?? [])
    .filter(({ id }) => query.accept?.(id) ?? true)
    .sort(compareMatches);
}
