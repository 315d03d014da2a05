import { describe, expect, it } from 'vitest';
import { Contacts } from '../../bench/synthetic/contacts.js';
import { corrupt } from '../../bench/synthetic/corruptions.js';
import type { IndexedField } from '../../src/index/values/indexed-field.js';
import { PlainField } from '../../src/index/values/plain-field.js';
import { compareNormalised } from '../../src/matching/score.js';
import { allMethods, wordsOf } from './cases.js';
import { freshSeed, Random } from './random.js';

const seed = freshSeed('neighbours');
const fieldsByMethod: Readonly<Record<string, string>> = {
  personName: 'LastName',
  fullName: 'LastName',
  email: 'Email',
  phone: 'Phone',
  street: 'MailingStreet',
  city: 'MailingCity',
  postalCode: 'MailingPostalCode',
};

describe.each(allMethods.map((method) => [method.name, method] as const))('method %s', (name, method) => {
  it('neighbours are exactly the stored values with a similarity above 0, most similar first', () => {
    const random = new Random(seed);
    const feature = new PlainField(['F'], method, 1 << 20);
    const contacts = new Contacts(seed);
    const field = fieldsByMethod[name] ?? 'LastName';
    const draw = () => {
      if (random.chance(0.2)) return random.pick(wordsOf(method));
      const contact = contacts.values(random.below(400));
      return (random.chance(0.5) ? contact : corrupt(contact, 'medium', random))[field] ?? '';
    };
    const stored = new Set<string>();
    const queries = Array.from({ length: 25 }, draw).filter((raw) => feature.normalise({ F: raw }) !== '');
    for (let row = 1; row <= 600; row++) {
      const normal = feature.normalise({ F: draw() });
      feature.assign(row, normal);
      if (normal !== '') stored.add(normal);
      // Queries while values are added, because cached results must include the new values.
      if (row % 150 !== 0) continue;
      for (const raw of queries) check(feature, feature.normalise({ F: raw }), stored);
    }
  });

  function check(feature: IndexedField, normal: string, stored: ReadonlySet<string>): void {
    const similarValues = feature.similarValues(normal);
    feature.complete(similarValues);
    const found = new Map([...similarValues.ids].map((id, i) => [feature.text(id), similarValues.similarities[i]!]));
    const expected = new Map(
      [...stored].map((text) => [text, compareNormalised(method, normal, text)] as const).filter(([, s]) => s > 0),
    );
    expect(Object.fromEntries(found), `neighbours of ${JSON.stringify(normal)}`).toEqual(Object.fromEntries(expected));
    const sorted = [...similarValues.similarities];
    expect(sorted).toEqual([...sorted].sort((a, b) => b - a));
    // The ceiling after each level is the next lower similarity, and the levels include all values.
    similarValues.levelEnds.forEach((end, level) => expect(similarValues.ceiling(level + 1)).toBe(sorted[end] ?? 0));
    expect(similarValues.levelEnds.at(-1) ?? 0).toBe(sorted.length);
    for (const text of stored)
      expect(feature.similarity(similarValues, feature.dictionary.find(text))).toBe(expected.get(text) ?? 0);
  }
});
