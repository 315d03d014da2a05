import { expect, it } from 'vitest';
import { contactScenarios } from '../../bench/invented/contact-scenarios.js';
import { Contacts } from '../../bench/invented/contacts.js';
import { rowsWithDuplicates } from '../../bench/invented/tasks.js';
import { duplicatePairs } from '../../src/index/dedupe.js';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import { KeptRecords } from '../../src/index/pairs/kept-records.js';
import { freshSeed, Random } from './random.js';

it('among people with common names and addresses, finds and scores what a search by every record does', () => {
  // Fields left out here and there: more kinds of rows than the contacts have by themselves.
  const random = new Random(freshSeed('row search'));
  // Little evidence is asked for: more pairs, and scenarios that differ in what may be blank.
  const scenarios = contactScenarios().map((scenario) => ({ ...scenario, minimumEvidence: 4_000 }));
  const index = createMemoryIndex({ scenarios });
  const rows = Array.from(rowsWithDuplicates(new Contacts(), 3_000), ({ values }) => {
    const row = { ...values };
    // Many share few names: their lists are long.
    if (random.chance(0.5)) row['LastName'] = random.pick(['Smith', 'Smyth', 'Smithe', 'Miller', 'Meller']);
    if (random.chance(0.3)) row['FirstName'] = random.pick(['Anna', 'Ana', 'Anne', 'John', 'Jon', 'J']);
    return Object.fromEntries(Object.entries(row).filter(() => !random.chance(0.1)));
  });
  rows.forEach((values, i) => index.put(String(i).padStart(4, '0'), values));
  const expected = new Map<string, number>();
  rows.forEach((values, i) => {
    const id = String(i).padStart(4, '0');
    for (const match of index.search({ values, scenarios, rule: 'dedupe', limit: Infinity }).matches) {
      if (match.id === id) continue;
      const pair = [id, match.id].sort().join(' ');
      expected.set(pair, Math.max(expected.get(pair) ?? 0, match.num / match.den));
    }
  });
  const found = Array.from(
    duplicatePairs(index, { scenarios }),
    ({ id1, id2, num, den }) => [`${id1} ${id2}`, num / den] as const,
  );
  expect(new Map(found)).toEqual(expected);
  expect(found).toHaveLength(expected.size);
  expect(expected.size).toBeGreaterThan(1_000);
});

it('records that are kept are seen by all who share the memory, and never lie upon one another', () => {
  const image = KeptRecords.room(40);
  const keepers = [new KeptRecords(image), new KeptRecords(image)];
  const expected = new Map<number, number[]>();
  const random = new Random(freshSeed('kept records'));
  let refused = 0;
  for (let value = 1; value <= 40; value++) {
    const keeper = random.pick(keepers);
    const record = Array.from({ length: 1 + random.below(1_000) }, () => random.below(1_000));
    const at = keeper.reserve(record.length);
    if (at === 0) {
      refused++;
      continue;
    }
    keeper.data.set(record, at);
    keeper.keep(value, at);
    expected.set(value, record);
  }
  for (const keeper of keepers)
    for (let value = 1; value <= 40; value++) {
      const record = expected.get(value);
      const at = keeper.find(value);
      expect(at > 0).toBe(record !== undefined);
      if (record) expect([...keeper.data.subarray(at, at + record.length)]).toEqual(record);
    }
  expect(refused).toBeGreaterThan(0);
  expect(expected.size).toBeGreaterThan(10);
});
