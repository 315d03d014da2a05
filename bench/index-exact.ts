/** Exactness at size: `tsx bench/index-exact.ts [records] [queries]`. Sampled queries, whole and reduced, against a score of every record by the reference. */
import { createMemoryIndex } from '../src/index/memory-index.js';
import { scorePair } from '../src/matching/score.js';
import type { MatchMethod } from '../src/matching/method.js';
import { contactScenarios } from './contact-scenarios.js';
import { Contacts } from './contacts.js';
import { corrupt, type Difficulty } from './corruptions.js';
import { Random } from './random.js';

const records = Number(process.argv[2] ?? 100_000);
const queries = Number(process.argv[3] ?? 30);
const seed = Number(process.argv[4] ?? Date.now() & 0xffff);
// A low threshold besides the usual one, and blanks that leave the weighting.
const scenarios = [
  ...contactScenarios(),
  ...contactScenarios(60).map((scenario) => ({
    ...scenario,
    fields: scenario.fields.map((field) => ({ ...field, blank: 'ignore' as const })),
  })),
];
const contacts = new Contacts(seed);
const random = new Random(seed);
const index = createMemoryIndex({ scenarios });
for (let i = 0; i < records; i++) index.put(contacts.id(i), contacts.values(i));

// The reference compares every distinct pair of values once a query, with nothing but the method itself.
const features = index.features;
let wrong = 0;
let hits = 0;
for (let q = 0; q < queries; q++) {
  const whole = corrupt(
    contacts.values(random.below(records)),
    (['easy', 'medium', 'hard'] as Difficulty[])[q % 3]!,
    random,
  );
  const values = q % 2 === 0 ? whole : Object.fromEntries(Object.entries(whole).filter(() => random.chance(0.5)));
  const rule = random.chance(0.5) ? 'search' : 'upsert';
  const limit = random.pick([7, 100, Infinity]);
  const remembered = new Map<MatchMethod, Map<string, number>>();
  const prepared = new Map<string, unknown>();
  const compare = (method: MatchMethod, a: string, b: string): number => {
    let known = remembered.get(method);
    if (!known) remembered.set(method, (known = new Map<string, number>()));
    const key = `${a}\u0000${b}`;
    let similarity = known.get(key);
    if (similarity === undefined) {
      const own = `${method.name}\u0000${a}`;
      if (!prepared.has(own)) prepared.set(own, method.prepare(a));
      known.set(key, (similarity = a === b ? 10_000 : method.compare(prepared.get(own), method.prepare(b))));
    }
    return similarity;
  };
  const sent = new Map(features.map((feature) => [feature, feature.normalise(values)]));
  const expected: { row: number; score: number }[] = [];
  for (let row = 1; row <= records; row++) {
    let best = -1;
    for (const scenario of scenarios) {
      const plan = scenario.fields.map((field) => index.featureOf(field));
      const score = scorePair(
        scenario,
        plan.map((feature) => sent.get(feature)!),
        plan.map((feature) => feature.text(feature.column.get(row))),
        rule,
        compare,
      );
      if (score.isDuplicate) best = Math.max(best, score.num / score.den);
    }
    if (best >= 0) expected.push({ row, score: best });
  }
  expected.sort((a, b) => b.score - a.score || a.row - b.row);
  const found = index
    .search({ values, scenarios, rule, limit })
    .matches.map((match) => `${match.id} ${match.num / match.den}`);
  hits += expected.length;
  const wanted = expected.slice(0, limit).map(({ row, score }) => `${index.idOf(row)} ${score}`);
  if (found.join() !== wanted.join()) {
    wrong++;
    console.log('differs:', JSON.stringify({ values, rule, limit, expected: wanted.length, found: found.length }));
  }
}
console.log(
  `exact at ${records} records: ${queries} queries, ${hits} hits in all, ${wrong} answers differ (seed ${seed})`,
);
if (wrong > 0) process.exitCode = 1;
