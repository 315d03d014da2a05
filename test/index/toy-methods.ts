import { hashText } from '../../src/runtime/memory/hash.js';
import { FULL, type MatchMethod } from '../../src/matching/method.js';

/**
 * Two-letter words: 10,000 if equal except for a trailing digit, graded similarities for one shared letter, else 0.
 * Simple, but with properties of real methods: different values with full similarity, many levels, a floor.
 */
export const letters: MatchMethod<string> = {
  name: 'letters',
  floor: 3_000,
  normalise: (raw) => raw.join('').trim().toLowerCase(),
  prepare: (normalised) => normalised,
  compare(a, b) {
    if (stem(a) === stem(b)) return FULL;
    const shared = [...new Set(stem(a))].filter((letter) => stem(b).includes(letter));
    if (shared.length === 0) return 0;
    // Symmetric and different for each letter, so levels contain several similarities.
    return (
      3_000 +
      Math.min(
        6_900,
        shared.reduce((sum, letter) => sum + (letter.charCodeAt(0) % 7) * 900, 0),
      )
    );
  },
  retrieval: { kind: 'keys', keys: letterKeys, probes: letterKeys },
};

/** Asymmetric keys: a number is stored as its own key, and a query also looks up its neighbours. */
export const near: MatchMethod<number> = {
  name: 'near',
  floor: 6_000,
  normalise: (raw) => (/^\d{1,9}$/.test(raw[0] ?? '') ? String(Number(raw[0])) : ''),
  prepare: Number,
  compare: (a, b) => (a === b ? FULL : Math.abs(a - b) === 1 ? 6_000 : 0),
  retrieval: { kind: 'keys', keys: (value) => [value], probes: (value) => [value, value + 1, Math.max(0, value - 1)] },
};

/** Words in any order, with terms that a tokenizer could mishandle (spaces, upper case, prototype names). */
export const bag: MatchMethod<string[]> = {
  name: 'bag',
  floor: 2_000,
  normalise: (raw) =>
    [...new Set(raw.join(' ').toLowerCase().split(/\s+/))]
      .filter((word) => word !== '')
      .sort()
      .join(' '),
  prepare: (normalised) => normalised.split(' '),
  compare(a, b) {
    const shared = a.filter((word) => b.includes(word)).length;
    const similarity = Math.floor((2 * shared * FULL) / (a.length + b.length));
    return similarity < 2_000 ? 0 : similarity;
  },
  retrieval: { kind: 'terms', terms: bagTerms, probeTerms: bagTerms },
};

export const toyMethods = [letters, near, bag] as unknown as readonly MatchMethod[];

function stem(text: string): string {
  return text.replace(/\d$/, '');
}

function letterKeys(value: string): number[] {
  return [hashText(stem(value)), ...Array.from(stem(value), (letter) => hashText(letter))];
}

function bagTerms(words: readonly string[]): string[] {
  return words.map((word) => (word === 'proto' ? '__proto__' : `A ${word}`));
}
