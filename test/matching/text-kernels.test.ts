import fc from 'fast-check';
import levenshtein from 'fast-levenshtein';
import { describe, expect, it } from 'vitest';
import { hashPair, hashText, hashUnordered } from '../../src/runtime/memory/hash.js';
import { deletionKeys } from '../../src/matching/text/deletions.js';
import { isTransposition, osaDistance } from '../../src/matching/text/edit-distance.js';
import { fold, words } from '../../src/matching/text/fold.js';
import {
  halfHashes,
  halfHashesAsked,
  halves,
  halvesAsked,
  thirds,
  thirdsAsked,
} from '../../src/matching/text/segments.js';
import { draws } from '../support/draws.js';
import { rowsOf } from '../support/entries.js';

/** The recursive definition, computed cell by cell. */
function naiveOsa(a: string, b: string): number {
  const d = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      let least = Math.min(d[i - 1]![j]! + 1, d[i]![j - 1]! + 1, d[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, d[i - 2]![j - 2]! + 1);
      d[i]![j] = least;
    }
  }
  return d[a.length]![b.length]!;
}

const short = fc.stringMatching(/^[abc]{0,12}$/);
const long = fc.stringMatching(/^[ab]{30,70}$/);
/** A string, and the result of a few edits. */
const nearby = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.array(fc.tuple(fc.nat(3), fc.nat(70), fc.constantFrom('a', 'b', 'x')), { maxLength: 3 }))
    .map(([from, edits]): [string, string] => [
      from,
      edits.reduce((to, [kind, place, letter]) => {
        const i = to.length === 0 ? 0 : place % to.length;
        if (kind === 0) return to.slice(0, i) + to.slice(i + 1);
        if (kind === 1) return to.slice(0, i) + letter + to.slice(i);
        if (kind === 2) return to.slice(0, i) + letter + to.slice(i + 1);
        return to.slice(0, i) + to.charAt(i + 1) + to.charAt(i) + to.slice(i + 2);
      }, from),
    ]);
const pairs = fc.oneof(fc.tuple(short, short), nearby(short), nearby(long), fc.tuple(long, long));

describe('osaDistance', () => {
  it('equals its definition', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        expect(osaDistance(a, b)).toBe(naiveOsa(a, b));
      }),
      { numRuns: draws(5_000) },
    );
  });

  it('returns limit + 1 for any greater distance', () => {
    fc.assert(
      fc.property(pairs, fc.nat(3), ([a, b], limit) => {
        expect(osaDistance(a, b, limit)).toBe(Math.min(naiveOsa(a, b), limit + 1));
      }),
      { numRuns: draws(5_000) },
    );
  });

  it('of long texts that differ near both ends, within and beyond the limit', () => {
    const few = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    const middle = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 30, maxLength: 80 });
    fc.assert(
      fc.property(few, few, few, few, middle, fc.nat(8), (a, b, c, d, same, limit) => {
        const [one, other] = [a + same + b, c + same + d];
        const distance = naiveOsa(one, other);
        expect(osaDistance(one, other, limit)).toBe(Math.min(distance, limit + 1));
        expect(osaDistance(one, other)).toBe(distance);
      }),
      { numRuns: draws(1_000) },
    );
  });

  it('is never above Levenshtein distance, and equal to it without transpositions', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        expect(osaDistance(a, b)).toBeLessThanOrEqual(levenshtein.get(a, b));
        expect(osaDistance(a, b) * 2).toBeGreaterThanOrEqual(levenshtein.get(a, b));
      }),
    );
  });

  it('knows a transposition', () => {
    expect(isTransposition('abcd', 'acbd')).toBe(true);
    expect(isTransposition('abcd', 'abdc')).toBe(true);
    expect(isTransposition('abcd', 'cbad')).toBe(false);
    expect(isTransposition('abcd', 'abcd')).toBe(false);
  });
});

describe('keys of one kind are shared within the distance that they promise', () => {
  const shares = <T>(a: Iterable<T>, b: Iterable<T>) => {
    const all = new Set(a);
    return [...b].some((key) => all.has(key));
  };

  it.each([1, 2] as const)('deletion keys for %i edits', (k) => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        if (osaDistance(a, b, k) <= k) expect(shares(deletionKeys(a, k), deletionKeys(b, k))).toBe(true);
      }),
      { numRuns: draws(5_000) },
    );
  });

  it('at most 29 deletion keys for two edits', () => {
    expect(deletionKeys('abcdefghijkl', 2)).toHaveLength(29);
    expect(deletionKeys('aaaaaaaaaaaa', 2)).toHaveLength(3);
  });

  it('halves for optimal string alignment distance 1', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        if (Math.min(a.length, b.length) > 0 && osaDistance(a, b, 1) <= 1)
          expect(shares(halves(a), halvesAsked(b))).toBe(true);
      }),
      { numRuns: draws(5_000) },
    );
  });

  it('hashes of halves are those of their texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 130 }), fc.nat(1_000), (text, seed) => {
        const hashes = (segments: readonly string[]) => segments.map((segment) => hashText(segment, seed));
        expect(halfHashes(text, seed)).toEqual(hashes(halves(text)));
        expect(halfHashesAsked(text, seed)).toEqual(hashes(halvesAsked(text)));
      }),
    );
  });

  it('thirds for Levenshtein distance 2', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        if (Math.min(a.length, b.length) >= 3 && levenshtein.get(a, b) <= 2)
          expect(shares(thirds(a), thirdsAsked(b))).toBe(true);
      }),
      { numRuns: draws(5_000) },
    );
  });
});

describe('fold', () => {
  it.each([
    ...rowsOf<[string, string]>(`
    Łukasz → lukasz | STRASSE → strasse | Straße → strasse | ﬁ → fi | Ĳ → ij | İ → i | Москва → moskva | １２３ → "123"
    é → e
  `),
    ['\u200d\u200b', ''],
  ])('%s is %s', (raw, expected) => expect(fold(raw)).toBe(expected));

  it('is idempotent and bounded', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme' })), (raw) => {
        expect(fold(fold(raw))).toBe(fold(raw));
        expect(fold(raw).length).toBeLessThanOrEqual(512);
      }),
      { numRuns: draws(3_000) },
    );
  });

  it('splits words at punctuation and keeps them whole over apostrophes', () => {
    expect(words(fold("O'Brien-Smith, J. (Jr.)"))).toEqual(['obrien', 'smith', 'j', 'jr']);
  });
});

describe('hashes', () => {
  it('are 32 bits without a sign', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        for (const hash of [hashText(a), hashPair(hashText(a), hashText(b)), hashUnordered(hashText(a), hashText(b))]) {
          expect(hash).toBe(hash | 0);
        }
        expect(hashUnordered(hashText(a), hashText(b))).toBe(hashUnordered(hashText(b), hashText(a)));
      }),
    );
  });

  it('spread 200,000 similar texts with no more collisions than chance', () => {
    const seen = new Set<number>();
    for (let i = 0; i < 200_000; i++) seen.add(hashText(`+1212${5_550_000 + i}`));
    // Birthday bound: n^2 / 2^33 is about 5.
    expect(200_000 - seen.size).toBeLessThan(40);
  });
});

it('seeds keep one-letter texts apart', () => {
  const seen = new Set<number>();
  for (let seed = 0; seed < 100; seed++)
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') seen.add(hashText(letter, seed));
  expect(seen.size).toBe(2_600);
});
