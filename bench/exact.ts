/** Checks that all modes of the engine return the same matches as scoring every record. */
import type { CandidateQuery } from '../src/index/candidate-index.js';
import type { FieldTexts } from '../src/matching/field-texts.js';
import type { Scenario } from '../src/matching/scenario.js';
import type { Match } from '../src/matching/score-record.js';
import type { MemoryIndexOptions } from '../src/index/index-options.js';
import { contactScenarios } from './synthetic/contact-scenarios.js';
import type { Contacts } from './synthetic/contacts.js';
import { bench, count, type Extent } from './harness/bench.js';
import { learnedScenario } from './harness/learned-scenario.js';
import { buildIndex } from './harness/memory-index.js';
import { ScanIndex } from '../test/index/scan-index.js';
import { figure } from './harness/statistics.js';
import { Random } from './synthetic/random.js';
import { searchTasks } from './synthetic/tasks.js';
import { withSharedPhone, WORST_CASES } from './synthetic/worst-cases.js';

const LIMIT = 100;
/** Only every 47th query is checked by scoring every record, which takes a second for a million records. */
const ORACLE_EVERY = 47;

const MODES: Readonly<Record<string, MemoryIndexOptions>> = {
  'as it is': {},
  'all similar values first': { similarValues: 'eager' },
  'similar values only where the plan needs them': { similarValues: 'lazy' },
  'cache off': { cacheBytes: 0 },
  'cache off, neighbours where needed': { cacheBytes: 0, similarValues: 'lazy' },
  'tiny cache': { cacheBytes: 20_000 },
  'most expensive level first': { planOrder: 'dearest' },
  'fields planned in reverse': { planOrder: 'reversed', similarValues: 'eager' },
};

const builtIn = contactScenarios();
/** The built-in scenarios with a low threshold and a small minimum overlap, ignoring blanks. */
const loose = builtIn.map((scenario) => ({
  ...scenario,
  id: `${scenario.id}-loose`,
  threshold: 6_000,
  minimumOverlap: 2_000,
  fields: scenario.fields.map((field) => ({ ...field, blank: 'ignore' as const })),
}));

/** Scenarios that one query uses. */
interface Applied {
  readonly all: readonly Scenario[];
  readonly turns: readonly (readonly Scenario[])[];
}

function appliedWith(learned: Scenario): Applied {
  const lowered = { ...learned, id: `${learned.id}-loose`, threshold: 100 };
  const all = [...builtIn, ...loose, learned, lowered];
  return { all, turns: [builtIn, loose, [learned], [...builtIn, ...loose], [lowered], all] };
}

function queriesFor(contacts: Contacts, size: number, wanted: number, { turns }: Applied): CandidateQuery[] {
  const random = new Random(5);
  const sent: FieldTexts[] = [
    ...WORST_CASES.map(([, values]) => values),
    ...searchTasks(contacts, size, wanted).map(({ values }) => {
      const keep = random.pick([1, 1, 0.7, 0.4]);
      return Object.fromEntries(Object.entries(values).filter(() => random.chance(keep)));
    }),
  ];
  return sent.slice(0, wanted).map((values, i) => ({
    values,
    scenarios: turns[i % turns.length]!,
    // Varies the combination from turn to turn.
    rule: (i + Math.floor(i / turns.length)) % 4 === 3 ? 'upsert' : 'search',
    limit: LIMIT,
  }));
}

/** Serializes everything that a result contains. */
const shape = (matches: readonly Match[]): string =>
  matches
    .map(({ id, num, den, scenarioScores }) => {
      const each = scenarioScores.map((score) => `${score.num}/${score.den}${score.isDuplicate ? '!' : ''}`);
      return `${id} ${num / den} ${each.join(' ')}`;
    })
    .join('\n');

async function measure(size: number, extent: Extent): Promise<string[][]> {
  const applied = appliedWith(await learnedScenario(size));
  const scenarios = applied.all;
  const rows: string[][] = [];
  let expected: string[] = [];
  let hits = 0;
  for (const [mode, options] of Object.entries(MODES)) {
    const { index, contacts } = buildIndex({ size, scenarios, options, values: withSharedPhone });
    const queries = queriesFor(contacts, size, extent.queries, applied);
    const answers = queries.map((query) => index.search(query).matches);
    const shapes = answers.map(shape);
    const row = (what: string, compared: number, differences: number) => [
      `${count(size)}: ${what}`,
      count(compared),
      count(differences),
    ];
    if (expected.length > 0) {
      rows.push(row(mode, shapes.length, shapes.filter((text, i) => text !== expected[i]).length));
      continue;
    }
    expected = shapes;
    hits = answers.reduce((sum, matches) => sum + matches.length, 0);
    for (const limit of [1, 7, Infinity]) {
      const differences = queries.filter((query, i) => {
        const other = index.search({ ...query, limit }).matches.slice(0, LIMIT);
        return (
          shape(other) !== shape(answers[i]!.slice(0, other.length)) ||
          other.length < Math.min(limit, answers[i]!.length)
        );
      });
      rows.push(row(`limit ${limit} instead of ${LIMIT}`, queries.length, differences.length));
    }
    const oracle = new ScanIndex(scenarios);
    for (let number = 0; number < size; number++) oracle.put(contacts.id(number), withSharedPhone(contacts, number));
    const sampled = queries.map((query, i) => [query, expected[i]!] as const).filter((_, i) => i % ORACLE_EVERY === 0);
    const wrong = sampled.filter(([query, answer]) => shape(oracle.search(query).matches) !== answer);
    rows.unshift(row('every record scored (oracle)', sampled.length, wrong.length));
  }
  rows.push([`${count(size)}: matches per result, mean`, figure(hits / extent.queries), '']);
  return rows;
}

await bench('exact', { sizes: [100_000], queries: 5_000, rounds: 1, seconds: 1 }, async (extent) => {
  const rows: string[][] = [];
  for (const size of extent.sizes) rows.push(...(await measure(size, extent)));
  if (rows.some(([, , differences]) => differences !== '0' && differences !== '')) {
    process.exitCode = 1;
    console.error('bench: the engine returned different results for the same search');
  }
  return {
    question: "Does every search return the exact top matches, regardless of the engine's options?",
    tables: [
      {
        title: 'Results compared with those of the default options: Ids, order, exact scores, scores of every scenario',
        columns: ['records: what is compared', 'results', 'different'],
        rows,
      },
    ],
    notes: [
      `Corrupted contacts and the named worst cases, half of the searches reduced to some of their fields; built-in scenarios, lenient scenarios (threshold 60, blanks ignored), a learned scenario, the learned scenario at threshold 1, and all of them; both rules of evidence. For one search in ${ORACLE_EVERY}, every record is also scored, without an index.`,
    ],
  };
});
