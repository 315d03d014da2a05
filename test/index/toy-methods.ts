import { hashText } from '../../src/runtime/memory/hash.js';
import { FULL, type MatchMethod } from '../../src/matching/method.js';

/**
 * Two-letter words: 10,000 when equal without regard to a trailing digit, a fine scale of similarities for one shared
 * letter, else 0. Small enough to see through, and with what real methods have: unequal values of full similarity, many
 * levels, a floor.
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
    // Symmetric, and different from letter to letter: levels with several similarities in them.
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

/** Asymmetric keys: the stored number under itself, the query looks one up and one down. */
export const near: MatchMethod<number> = {
  name: 'near',
  floor: 6_000,
  normalise: (raw) => (/^\d{1,9}$/.test(raw[0] ?? '') ? String(Number(raw[0])) : ''),
  prepare: Number,
  compare: (a, b) => (a === b ? FULL : Math.abs(a - b) === 1 ? 6_000 : 0),
  retrieval: { kind: 'keys', keys: (value) => [value], probes: (value) => [value, value + 1, Math.max(0, value - 1)] },
};

/**
 * Words in any order, over the FlexSearch index; terms that would trip a tokeniser (spaces, upper case, prototype
 * names).
 */
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
