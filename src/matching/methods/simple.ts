import { FULL, type MatchMethod } from '../method.js';
import { deletionKeys } from '../text/deletions.js';
import { osaDistance } from '../text/edit-distance.js';
import { fold, words } from '../text/fold.js';
import { hashText } from '../hash.js';

/** Folded words joined by a space, typos by one edit in ten. */
export function spelling(name: string, alphabet: (folded: string) => string): MatchMethod<string> {
  const keys = (value: string) => deletionKeys(value, value.length < 3 ? 0 : 1);
  return {
    name,
    floor: 8_000,
    normalise: (raw) => alphabet(fold(raw.join(' '))),
    prepare: (normalised) => normalised,
    compare(a, b) {
      if (a === b) return FULL;
      const shorter = Math.min(a.length, b.length);
      return shorter >= 3 && osaDistance(a, b, 1) === 1 ? Math.max(8_000, FULL - Math.round(6_000 / shorter)) : 0;
    },
    retrieval: { kind: 'keys', keys, probes: keys },
  };
}

export function equality(name: string, normalise: (text: string) => string): MatchMethod<string> {
  const keys = (value: string) => [hashText(value)];
  return {
    name,
    floor: FULL,
    normalise: (raw) => normalise(raw.join(' ')),
    prepare: (normalised) => normalised,
    compare: (a, b) => (a === b ? FULL : 0),
    retrieval: { kind: 'keys', keys, probes: keys },
  };
}

/** Shared words (Dice). */
export function tokens(name: string): MatchMethod<string[]> {
  return {
    name,
    floor: 5_000,
    normalise: (raw) => words(fold(raw.join(' '))).join(' '),
    prepare: (normalised) => [...new Set(normalised.split(' '))],
    compare(a, b) {
      const shared = a.filter((word) => b.includes(word)).length;
      const similarity = Math.floor((2 * shared * FULL) / (a.length + b.length));
      return similarity < 5_000 ? 0 : similarity;
    },
    retrieval: { kind: 'terms', terms: (value) => value, probeTerms: (value) => value },
  };
}
