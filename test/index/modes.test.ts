import { expect, it } from 'vitest';
import { Contacts } from '../../bench/synthetic/contacts.js';
import { corrupt } from '../../bench/synthetic/corruptions.js';
import { contactScenarios } from '../../bench/synthetic/contact-scenarios.js';
import { createMemoryIndex, type MemoryIndex } from '../../src/index/memory-index.js';
import type { CandidateAnswer, CandidateQuery } from '../../src/index/candidate-index.js';
import type { FieldTexts } from '../../src/matching/field-texts.js';
import type { MemoryIndexOptions } from '../../src/index/index-options.js';
import { LongSearch } from '../../src/runtime/long-search.js';
import { drawQuery, drawScenarios, drawValues, idOf } from './cases.js';
import { shape } from './scan-index.js';
import { freshSeed, Random } from './random.js';
import { draws } from '../support/draws.js';

/** Options other than `maxPostings` must not change results. */
const modes: Readonly<Record<string, MemoryIndexOptions>> = {
  auto: {},
  eager: { similarValues: 'eager' },
  lazy: { similarValues: 'lazy' },
  'no cache': { cacheBytes: 0 },
  'no cache, lazy': { cacheBytes: 0, similarValues: 'lazy' },
  'hardly a cache': { cacheBytes: 20_000 },
  'in steps': { comparisonsPerStep: 3 },
  'dearest level first': { planOrder: 'dearest' },
  'planned from the lightest field': { planOrder: 'reversed', similarValues: 'eager' },
};

/** Searches like the service: in steps, or in one call if the steps cannot continue. */
function inSteps(index: MemoryIndex, query: CandidateQuery): CandidateAnswer {
  for (let attempts = 0; attempts < 40; attempts++) {
    const answer = index.attempt(query);
    if (!(answer instanceof LongSearch)) return answer;
    while (answer.steps.next().done !== true) steps++;
  }
  return index.search(query);
}
let steps = 0;

function expectAgreement(indexes: ReadonlyMap<string, MemoryIndex>, query: CandidateQuery, what: string): number {
  const [first, ...others] = [...indexes];
  const answer = first![1].search(query);
  const expected = shape(answer);
  for (const [mode, index] of others) expect(shape(inSteps(index, query)), `${what}: ${mode}`).toEqual(expected);
  // The result with a smaller limit must be a prefix.
  if (query.withTies !== true)
    for (const limit of [1, 7, 30])
      if (limit < query.limit)
        expect(shape(first![1].search({ ...query, limit })), `${what}: limit ${limit}`).toEqual(
          (expected as unknown[]).slice(0, limit),
        );
  return answer.matches.length;
}

const RECORDS = draws(5_000);
const QUERIES = draws(1_200);
const SCENARIO_SETS = draws(60);

it('all engine modes agree on contacts: corrupted and reduced queries', () => {
  const seed = freshSeed('modes on contacts');
  const random = new Random(seed);
  const contacts = new Contacts(seed);
  const scenarios = [...contactScenarios(60), ...contactScenarios(85)].map((scenario, i) => ({
    ...scenario,
    id: `${scenario.id}-${i}`,
    minimumOverlap: [4_000, 0, 4_000, 2_000][i % 4]!,
    fields: scenario.fields.map((field) => ({ ...field, blank: i % 2 === 0 ? field.blank : ('ignore' as const) })),
  }));
  const indexes = new Map(
    Object.entries(modes).map(([mode, options]) => [mode, createMemoryIndex({ scenarios, options })]),
  );
  // A quarter of the contacts are added twice, which causes ties and rising thresholds.
  for (let i = 0; i < RECORDS; i++)
    for (const index of indexes.values()) index.put(contacts.id(i), contacts.values(i % (0.8 * RECORDS)));
  let hits = 0;
  for (let q = 0; q < QUERIES; q++) {
    const whole = corrupt(
      contacts.values(random.below(0.8 * RECORDS)),
      random.pick(['easy', 'medium', 'hard']),
      random,
    );
    const keep = random.pick([1, 0.7, 0.4]);
    const values: FieldTexts = Object.fromEntries(Object.entries(whole).filter(() => random.chance(keep)));
    const rule = random.chance(0.5) ? 'search' : 'upsert';
    const chosen = scenarios.filter(() => random.chance(0.6));
    const limit = random.pick([10, 100, Infinity]);
    hits += expectAgreement(indexes, { values, scenarios: chosen, rule, limit }, `seed ${seed}, query ${q}`);
  }
  console.log(`modes on contacts: ${hits} hits, ${steps} steps`);
  // Random queries have one or two matches each on average.
  expect(hits).toBeGreaterThan(QUERIES / 4);
  expect(steps).toBeGreaterThan(QUERIES / 4);
});

it('all engine modes agree on random scenarios over random records', () => {
  const seed = freshSeed('modes');
  let hits = 0;
  for (let n = 0; n < SCENARIO_SETS; n++) {
    const random = new Random(seed + n);
    const { scenarios, vocabulary } = drawScenarios(random, 1 + random.below(4));
    const indexes = new Map(
      Object.entries(modes).map(([mode, options]) => [mode, createMemoryIndex({ scenarios, options })]),
    );
    for (let q = 0; q < 20; q++) {
      for (let i = 0; i < 12; i++) {
        const values = drawValues(random, vocabulary, 0.2);
        for (const index of indexes.values()) index.put(idOf(q * 12 + i), values);
      }
      const query = drawQuery(random, scenarios, drawValues(random, vocabulary, 0.2));
      hits += expectAgreement(indexes, query, `seed ${seed + n}, query ${q}`);
    }
  }
  expect(hits).toBeGreaterThan(20 * SCENARIO_SETS);
});
