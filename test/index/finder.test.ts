import { expect, it } from 'vitest';
import { Contacts } from '../../bench/invented/contacts.js';
import { PlainFeature } from '../../src/index/plain-feature.js';
import { IdCollector } from '../../src/index/id-collector.js';
import { createFinder } from '../../src/index/finder.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { freshSeed, Random } from './random.js';

const methods = createMethods();
const cases = [
  ['personName', 'LastName'],
  ['email', 'Email'],
  ['street', 'MailingStreet'],
  ['companyName', 'LastName'],
] as const;

it.each(cases)('%s: candidates above an id are the candidates that are above it', (name, field) => {
  const random = new Random(freshSeed(`finder ${name}`));
  const contacts = new Contacts(random.below(1_000));
  const method = methods.get(name)!;
  const finder = createFinder(method.retrieval);
  const prepared = Array.from({ length: 400 }, (_, i) =>
    method.prepare(method.normalise([contacts.values(i)[field] ?? 'none'])),
  );
  prepared.forEach((value, i) => finder.add(i + 1, value));
  const found = (query: unknown, above?: number): number[] => {
    const found = new IdCollector();
    finder.candidates(query, found, above);
    return [...found.ids.subarray(0, found.count)].sort((a, b) => a - b);
  };
  let met = 0;
  for (let q = 0; q < 200; q++) {
    const query = random.pick(prepared);
    const above = random.below(401);
    const expected = found(query).filter((id) => id > above);
    expect(found(query, above)).toEqual(expected);
    met += expected.length;
  }
  expect(met).toBeGreaterThan(100);
});

it.each(cases)('%s: a neighbourhood that grew with the values equals one that is found anew', (name, field) => {
  const random = new Random(freshSeed(`growing neighbourhood ${name}`));
  const contacts = new Contacts(random.below(1_000));
  const feature = new PlainFeature([field], methods.get(name)!, 16 << 20);
  const normalOf = (i: number) => feature.normalise({ [field]: contacts.values(i)[field] ?? 'none' });
  const query = normalOf(0);
  const fresh = () => {
    const anew = new PlainFeature([field], methods.get(name)!, 0);
    for (let value = 1; value <= feature.dictionary.size; value++) anew.assign(value, feature.text(value));
    const found = anew.neighbourhood(query);
    anew.complete(found);
    return found;
  };
  // Steps small enough to be compared one by one, and larger ones.
  let row = 0;
  for (const step of [40, 1, 3, 60, 0, 9, 200]) {
    for (let i = 0; i < step; i++) feature.assign(++row, normalOf(row % 5 === 0 ? 0 : row));
    const grown = feature.neighbourhood(query);
    feature.complete(grown);
    const expected = fresh();
    expect([...grown.ids]).toEqual([...expected.ids]);
    expect([...grown.similarities]).toEqual([...expected.similarities]);
    expect(grown.levelEnds).toEqual(expected.levelEnds);
  }
});
