import { expect, it } from 'vitest';
import { Contacts } from '../../bench/synthetic/contacts.js';
import { PlainField, createGenerator } from '../../src/index/values/plain-field.js';
import { IdCollector } from '../../src/runtime/memory/id-collector.js';
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
  const random = new Random(freshSeed(`generator ${name}`));
  const contacts = new Contacts(random.below(1_000));
  const method = methods.get(name)!;
  const generator = createGenerator(method.retrieval);
  const prepared = Array.from({ length: 400 }, (_, i) =>
    method.prepare(method.normalise([contacts.values(i)[field] ?? 'none'])),
  );
  prepared.forEach((value, i) => generator.add(i + 1, value));
  const found = (query: unknown, above?: number): number[] => {
    const found = new IdCollector();
    generator.candidates(query, found, above);
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

it.each(cases)('%s: a similarValues that grew with the values equals one that is computed again', (name, field) => {
  const random = new Random(freshSeed(`growing similarValues ${name}`));
  const contacts = new Contacts(random.below(1_000));
  const feature = new PlainField([field], methods.get(name)!, 16 << 20);
  const normalOf = (i: number) => feature.normalise({ [field]: contacts.values(i)[field] ?? 'none' });
  const query = normalOf(0);
  const fresh = () => {
    const anew = new PlainField([field], methods.get(name)!, 0);
    for (let value = 1; value <= feature.dictionary.size; value++) anew.assign(value, feature.text(value));
    const found = anew.similarValues(query);
    anew.complete(found);
    return found;
  };
  // Includes steps that are small enough to compare every row, and larger steps.
  let row = 0;
  for (const step of [40, 1, 3, 60, 0, 9, 200]) {
    for (let i = 0; i < step; i++) feature.assign(++row, normalOf(row % 5 === 0 ? 0 : row));
    const grown = feature.similarValues(query);
    feature.complete(grown);
    const expected = fresh();
    expect([...grown.ids]).toEqual([...expected.ids]);
    expect([...grown.similarities]).toEqual([...expected.similarities]);
    expect(grown.levelEnds).toEqual(expected.levelEnds);
  }
});
