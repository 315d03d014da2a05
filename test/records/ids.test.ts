import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksum, idNumber, keyPrefixOf, makeId, normaliseId, parseId, sameId } from '../../src/records/ids.js';

const ALPHANUMERIC = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const shortId = fc.string({ unit: fc.constantFrom(...ALPHANUMERIC), minLength: 15, maxLength: 15 });
const prefix = fc.string({ unit: fc.constantFrom(...ALPHANUMERIC), minLength: 3, maxLength: 3 });
const number = fc.oneof(fc.maxSafeNat(), fc.nat(100_000));

/** The rule of the suffix, letter by letter, apart from the implementation. */
function naiveChecksum(id: string): string {
  return [0, 5, 10]
    .map((start) => {
      const bits = Array.from(id.slice(start, start + 5), (character, k) => (/[A-Z]/.test(character) ? 2 ** k : 0));
      return 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'[bits.reduce((a, b) => a + b, 0)];
    })
    .join('');
}

describe('the checksum suffix of an Id', () => {
  it.each(['7015I0000004rAwQAI', 'a0E5I000001DMaWUAW', '005000000000001AAA', 'ZZZZZZZZZZZZZZZ555'])(
    'of %s is its last three characters',
    (id) => expect(checksum(id)).toBe(id.slice(15)),
  );

  it('follows the rule for every Id', () => {
    fc.assert(
      fc.property(shortId, (id) => {
        expect(checksum(id)).toBe(naiveChecksum(id));
      }),
    );
  });
});

describe('an Id in either form', () => {
  it('is accepted with 15 and with 18 characters, compares as equal, and is given with 18', () => {
    fc.assert(
      fc.property(shortId, (id) => {
        const long = id + naiveChecksum(id);
        expect(normaliseId(id)).toBe(long);
        expect(normaliseId(long)).toBe(long);
        expect(sameId(id, long)).toBe(true);
      }),
    );
  });

  it('is another Id when one letter changes its case', () => {
    fc.assert(
      fc.property(shortId, fc.nat(14), (id, at) => {
        const letter = id[at]!;
        const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
        fc.pre(other !== letter);
        const changed = id.slice(0, at) + other + id.slice(at + 1);
        expect(sameId(id, changed)).toBe(false);
        expect(parseId(changed + naiveChecksum(id))).toEqual({ ok: false, reason: 'checksum' });
      }),
    );
  });

  it.each([
    '',
    '003',
    '00300000000001',
    '0030000000000011',
    '003000000000001 ',
    '00300000000000é',
    '003000000000001AAAA',
    '003-00000000001',
    '__proto__',
  ])('"%s" is no Id for its form', (text) => expect(parseId(text)).toEqual({ ok: false, reason: 'form' }));

  it.each(['003000000000001AAB', '003000000000001aaa', '7015I0000004rAwQAJ'])('"%s" has a wrong checksum', (text) =>
    expect(parseId(text)).toEqual({ ok: false, reason: 'checksum' }),
  );

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary', minLength: 13, maxLength: 19 })), (text) => {
        const id = normaliseId(text);
        expect(id === undefined || id.startsWith(text)).toBe(true);
        idNumber(text);
      }),
    );
  });

  it('is not the same as what is no Id', () => expect(sameId('x', 'x')).toBe(false));
});

describe('a new Id', () => {
  it('begins with the key prefix, has 18 characters, and gives its number back in both forms', () => {
    fc.assert(
      fc.property(prefix, number, (keyPrefix, n) => {
        const id = makeId(keyPrefix, n);
        expect(keyPrefixOf(id)).toBe(keyPrefix);
        expect(id).toHaveLength(18);
        expect(normaliseId(id)).toBe(id);
        expect(idNumber(id)).toBe(n);
        expect(idNumber(id.slice(0, 15))).toBe(n);
      }),
    );
  });

  it('sorts by plain string comparison in the order of creation', () => {
    fc.assert(
      fc.property(prefix, number, number, (keyPrefix, a, b) => {
        const [first, second] = [makeId(keyPrefix, a), makeId(keyPrefix, b)];
        expect(first < second).toBe(a < b);
        expect(first.slice(0, 15) < second.slice(0, 15)).toBe(a < b);
        expect(first === second).toBe(a === b);
      }),
    );
  });

  it.each([-1, 0.5, NaN, Infinity, 2 ** 53])('cannot have the number %d', (n) =>
    expect(() => makeId('003', n)).toThrow(RangeError),
  );

  it.each(['', '00', '0033', '0-3', 'é00'])('cannot have the key prefix "%s"', (keyPrefix) =>
    expect(() => makeId(keyPrefix, 1)).toThrow(RangeError),
  );

  it('of another instance has no number here', () => {
    expect(idNumber('7015I0000004rAwQAI')).toBeUndefined();
    expect(idNumber('003LK0zzzzzzzzz')).toBeUndefined(); // beyond 2^53
  });
});
