import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { matchMethodLaws } from './conformance.js';

const lists = new Map([['frequent-schools', ['University', 'high school', 'of']]]);
const methods = createMethods({ lists });
const method = (name: string) => methods.get(name)!;
const like = (name: string, a: string, b: string) => {
  const of = method(name);
  return of.compare(of.prepare(of.normalise([a])), of.prepare(of.normalise([b])));
};

const schools = fc
  .array(fc.constantFrom('Tokyo', 'Leiden', 'University', 'univ.', 'of', 'Of', 'Leyden', 'St.', 'the', 'UNIVERSITY,'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(' '));
matchMethodLaws(method('companyName without schools'), schools);
matchMethodLaws(method('exactAnyOrder'), fc.constantFrom('John Johnsen', 'Johnsen  John', 'x '.repeat(400), 'ΑΣ Σ'));
matchMethodLaws(method('first5'), fc.constantFrom('Amsterdam Noord', 'Amsterdam', ' Am', 'ΑΣΣ', '👍👍👍👍👍👍', 'İİİ'));

describe('frequent words', () => {
  it('are not seen by the method that leaves them out, and are by the method itself', () => {
    expect(like('companyName without schools', 'Tokyo University', 'Leiden University')).toBe(0);
    expect(like('companyName without schools', 'University of Tokyo', 'Tokyo University')).toBe(10_000);
    expect(like('text', 'Tokyo University', 'Leiden University')).toBeGreaterThan(0);
    expect(like('text without schools', 'Tokyo University', 'Leiden University')).toBe(0);
  });

  it('stay where a value has nothing else', () => {
    expect(method('exact without schools').normalise(['University'])).toBe('university');
  });
});

describe('exactAnyOrder and first characters', () => {
  it('take the product’s documented pairs', () => {
    expect(like('exactAnyOrder', 'John Johnsen', 'johnsen John')).toBe(10_000);
    expect(like('exactAnyOrder', 'John Johnsen', 'JohnJohnsen')).toBe(0);
    expect(like('exactAnyOrder', 'John John Johnsen', 'Johnsen John')).toBe(0);
    expect(like('first5', 'Amsterdam Noord', 'AMSTERVEEN')).toBe(10_000);
    expect(like('first5', 'Amst', 'Amsterdam')).toBe(0);
  });
});
