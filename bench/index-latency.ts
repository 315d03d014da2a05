/** In-process latency of the candidate index: `tsx bench/index-latency.ts [records] [queries] [warm-up searches]`. Prints build time, bytes, percentiles and named worst cases. */
import { performance } from 'node:perf_hooks';
import type { CandidateQuery, FieldTexts } from '../src/index/candidate-index.js';
import { createMemoryIndex } from '../src/index/memory-index.js';
import { contactScenarios } from './contact-scenarios.js';
import { Contacts } from './contacts.js';
import { corrupt, type Difficulty } from './corruptions.js';
import { Random } from './random.js';

const records = Number(process.argv[2] ?? 100_000);
const queries = Number(process.argv[3] ?? 3_000);
const SHARED_PHONE = '(212) 555-0100';

const scenarios = contactScenarios();
const contacts = new Contacts(1);
const index = createMemoryIndex({ scenarios });

let longestPut = 0;
const start = performance.now();
for (let i = 0; i < records; i++) {
  const values = { ...contacts.values(i) };
  if (i % 20 === 7) values['Phone'] = SHARED_PHONE;
  const before = performance.now();
  index.put(contacts.id(i), values);
  longestPut = Math.max(longestPut, performance.now() - before);
}
const built = (performance.now() - start) / 1000;
const { bytes, flexsearchBytes, values } = index.statistics();
console.log(
  `${records} records built in ${built.toFixed(1)} s, longest put ${longestPut.toFixed(1)} ms, ${values} values, ` +
    `${(bytes / records).toFixed(0)} bytes a record + FlexSearch ${(flexsearchBytes / records).toFixed(0)}, rss ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`,
);
for (const feature of index.features)
  console.log(
    `  ${feature.fields.join('+')} (${feature.method.name}): ${feature.dictionary.size} values,`,
    feature.memory(),
  );

const warming = performance.now();
const warmUps = Number(process.argv[4] ?? 0);
const steps = index.warmUp(scenarios, warmUps);
while (steps.next().done !== true);
if (warmUps > 0)
  console.log(`warmed up by ${warmUps} searches in ${((performance.now() - warming) / 1000).toFixed(1)} s`);

const random = new Random(7);
const tasks = Array.from({ length: queries }, (_, i) => {
  const number = random.below(records);
  const difficulty = (['easy', 'medium', 'hard'] as Difficulty[])[i % 3]!;
  return { id: contacts.id(number), difficulty, values: corrupt(contacts.values(number), difficulty, random) };
});

function search(sent: FieldTexts, options: Partial<CandidateQuery> = {}) {
  return index.search({ values: sent, scenarios, rule: 'search', limit: 100, ...options });
}

for (const pass of ['memo filling', 'warm', 'warm again']) {
  const times: number[] = [];
  const cpuTimes: number[] = [];
  const found = { easy: 0, medium: 0, hard: 0 };
  let walked = 0;
  let slowest = 0;
  for (const [n, { id, difficulty, values: sent }] of tasks.entries()) {
    const before = performance.now();
    const cpu = process.cpuUsage();
    const answer = search(sent);
    const used = process.cpuUsage(cpu);
    times.push((performance.now() - before) * 1000);
    cpuTimes.push(used.user + used.system);
    if (times.at(-1)! > times[slowest]!) slowest = n;
    walked += answer.walked;
    if (answer.matches.some((match) => match.id === id)) found[difficulty]++;
  }
  console.log(
    `${pass.padEnd(12)} ${percentiles(times)}, walked ${(walked / queries).toFixed(0)}; recall`,
    found,
    'of',
    queries / 3,
  );
  // Of the whole process, garbage collection on other threads included, but not of the neighbours on a busy machine.
  console.log(`  of the processor: ${percentiles(cpuTimes)}`);
  console.log('  slowest:', JSON.stringify(tasks[slowest]!.values), search(tasks[slowest]!.values).walked);
}
console.log(`memo ${(index.memoBytes / 1e6).toFixed(1)} MB, rss ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`);

const worst: FieldTexts[] = [
  { FirstName: 'James', LastName: 'Smith' },
  { LastName: 'Smith' },
  { FirstName: 'James' },
  { MailingCity: 'Abilene' },
  { FirstName: 'J' },
  { FirstName: 'J', LastName: 'Smith' },
  { FirstName: 'J', LastName: 'S' },
  { FirstName: 'James', LastName: 'Smith', MailingCity: 'Abilene' },
  { Phone: SHARED_PHONE },
  { Phone: SHARED_PHONE, LastName: 'Smith' },
  { Phone: SHARED_PHONE, FirstName: 'James', LastName: 'Smith' },
  { Phone: SHARED_PHONE, FirstName: 'James', LastName: 'Smith', Email: 'james.smith@gmail.com' },
  { Email: 'james@gmail.com' },
];
for (const sent of worst) {
  const times: number[] = [];
  let answer = search(sent);
  for (let i = 0; i < 20; i++) {
    const before = performance.now();
    answer = search(sent);
    times.push((performance.now() - before) * 1000);
  }
  console.log(
    `${JSON.stringify(sent)}: first ${times[0]!.toFixed(0)}, ${percentiles(times)}, walked ${answer.walked}, matches ${answer.matches.length}`,
  );
}

function percentiles(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(0);
  return `p50 ${at(0.5)} p90 ${at(0.9)} p99 ${at(0.99)} max ${at(1)} us`;
}
