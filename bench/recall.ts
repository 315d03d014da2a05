/** Measures whether a search finds the intended contact despite errors in its values. */
import { NormalizedRecord } from '../src/matching/normalized-record.js';
import { type FieldTexts } from '../src/matching/field-texts.js';
import type { Scenario } from '../src/matching/scenario.js';
import { scorePair } from '../src/matching/score.js';
import { contactScenarios } from './synthetic/contact-scenarios.js';
import { bench, count } from './harness/bench.js';
import { buildIndex } from './harness/memory-index.js';
import { DIFFICULTIES, searchTasks } from './synthetic/tasks.js';

const PLACES = [1, 10, 100];

function measure(size: number, threshold: number | undefined, queries: number): string[][] {
  const scenarios = contactScenarios(threshold);
  const { index, contacts } = buildIndex({ size, scenarios });
  const tasks = searchTasks(contacts, size, queries);
  // The score alone, without retrieval.
  const isDuplicate = tasks.map(({ number, values }) => areDuplicates(contacts.values(number), values, scenarios));
  const places = tasks.map(({ number, values }) => {
    const { matches } = index.search({ values, scenarios, rule: 'search', limit: PLACES.at(-1)! });
    const place = matches.findIndex(({ id }) => id === contacts.id(number));
    return place < 0 ? Infinity : place + 1;
  });
  return DIFFICULTIES.map((difficulty) => {
    const ofThis = <T>(all: readonly T[]) => all.filter((_, i) => tasks[i]!.difficulty === difficulty);
    const own = ofThis(places);
    const share = (part: readonly unknown[]) => (part.length / own.length).toFixed(3);
    return [
      `${count(size)}, ${threshold === undefined ? 'built-in threshold' : `threshold ${threshold}`}, ${difficulty}`,
      count(own.length),
      share(ofThis(isDuplicate).filter(Boolean)),
      ...PLACES.map((among) => share(own.filter((place) => place <= among))),
    ];
  });
}

function areDuplicates(stored: FieldTexts, searched: FieldTexts, scenarios: readonly Scenario[]): boolean {
  return scenarios.some((scenario) => {
    const [a, b] = [searched, stored].map((values) => new NormalizedRecord(values).normals(scenario)) as [
      string[],
      string[],
    ];
    return scorePair(scenario, a, b, 'search').isDuplicate;
  });
}

await bench('recall', { sizes: [100_000, 1_000_000], queries: 6_000, rounds: 1, seconds: 1 }, ({ sizes, queries }) => ({
  question: 'Does a search find the intended contact despite errors in its values?',
  tables: [
    {
      title: 'Fraction of searches in which the true contact is a duplicate, and in which it is among the first',
      columns: ['records', 'searches', 'a duplicate at all', ...PLACES.map((among) => `first ${among}`)],
      rows: sizes.flatMap((size) => [60, undefined].flatMap((threshold) => measure(size, threshold, queries))),
    },
  ],
  notes: [
    'Easy: one corruption; medium: two or three; hard: four or five, all of different kinds, drawn evenly from typo, phonetic respelling, nickname, initial, swapped names, moved, new e-mail. All built-in scenarios of Contact; blank fields of the contact are blank in the search.',
    'A pair that no scenario treats as a duplicate at that threshold cannot be found. The difference between the columns "a duplicate at all" and "first 100" is lost through retrieval and through the limit on results.',
  ],
}));
