import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Dictionary } from '../../src/runtime/memory/dictionary.js';
import { hashText } from '../../src/runtime/memory/hash.js';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  // Lone surrogates, and strings just below and above the length at which the header grows.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }).map((units) => String.fromCharCode(...units)),
  fc.integer({ min: 0, max: 400 }).map((length) => 'x'.repeat(length)),
);

it('a dictionary numbers distinct texts 1, 2, 3 ..., finds them again and gives them back as they were', () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 60 }), anyText, (texts, other) => {
      const dictionary = new Dictionary();
      const naive = new Map<string, number>();
      for (const text of texts) {
        if (!naive.has(text)) naive.set(text, naive.size + 1);
        expect(dictionary.add(text)).toBe(naive.get(text));
      }
      expect(dictionary.size).toBe(naive.size);
      for (const [text, id] of naive) {
        expect(dictionary.find(text)).toBe(id);
        expect(dictionary.text(id)).toBe(text);
      }
      expect(dictionary.find(other)).toBe(naive.get(other) ?? 0);
    }),
  );
});

it('texts of any length up to the longest field keep to their pages', () => {
  const dictionary = new Dictionary();
  const texts = Array.from({ length: 60 }, (_, i) => String.fromCharCode(65 + i) + 'é€x'.repeat(1 + i * 700));
  texts.forEach((text, i) => expect(dictionary.add(text)).toBe(i + 1));
  texts.forEach((text, i) => expect(dictionary.text(i + 1) === text).toBe(true));
});

it('texts with the same hash are distinguished', () => {
  // Among 300,000 strings, some 32-bit hashes certainly collide, the same hashes in each run.
  const byHash = new Map<number, string>();
  const dictionary = new Dictionary();
  let collisions = 0;
  for (let i = 0; i < 300_000; i++) {
    const text = (i * 2_654_435_761).toString(36).split('').reverse().join('');
    const other = byHash.get(hashText(text));
    byHash.set(hashText(text), text);
    if (other === undefined) continue;
    collisions++;
    expect(dictionary.find(text)).toBe(0);
    const ids = [dictionary.add(other), dictionary.add(text)];
    expect(ids[0]).not.toBe(ids[1]);
    expect([dictionary.find(other), dictionary.find(text)]).toEqual(ids);
    expect(ids.map((id) => dictionary.text(id))).toEqual([other, text]);
  }
  expect(collisions).toBeGreaterThan(0);
});
