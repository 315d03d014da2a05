import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checksum,
  COMMON_INSTALLATION,
  ID_NUMBERS,
  idNumber,
  INSTALLATIONS,
  installationNumber,
  installationOf,
  installationText,
  isInstallation,
  keyPrefixOf,
  makeId,
  normaliseId,
  parseId,
  sameId,
} from '../../src/records/ids.js';
import { drawFrom, installationDraw } from '../../src/store/installation.js';

const ALPHANUMERIC = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const shortId = fc.string({ unit: fc.constantFrom(...ALPHANUMERIC), minLength: 15, maxLength: 15 });
const prefix = fc.string({ unit: fc.constantFrom(...ALPHANUMERIC), minLength: 3, maxLength: 3 });
const number = fc.oneof(fc.integer({ min: 0, max: ID_NUMBERS - 1 }), fc.nat(100_000));
const installation = fc.nat(INSTALLATIONS - 1).filter(isInstallation);

/** Computes the suffix character by character, independently of the implementation. */
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
  it('begins with key prefix and installation, has 18 characters, and gives its number back in both forms', () => {
    fc.assert(
      fc.property(prefix, number, installation, (keyPrefix, n, where) => {
        const id = makeId(keyPrefix, n, where);
        expect(id.slice(3, 7)).toBe(installationText(where));
        expect(installationOf(id)).toBe(where);
        expect(installationOf(id.slice(0, 15))).toBe(where);
        expect(keyPrefixOf(id)).toBe(keyPrefix);
        expect(id).toHaveLength(18);
        expect(normaliseId(id)).toBe(id);
        expect(idNumber(id)).toBe(n);
        expect(idNumber(id.slice(0, 15))).toBe(n);
      }),
    );
  });

  it('sorts by plain string comparison: by installation, then in the order of creation', () => {
    fc.assert(
      fc.property(prefix, number, number, installation, installation, (keyPrefix, a, b, here, there) => {
        const [first, second] = [makeId(keyPrefix, a, here), makeId(keyPrefix, b, there)];
        const isBefore = here < there || (here === there && a < b);
        expect(first < second).toBe(isBefore);
        expect(first.slice(0, 15) < second.slice(0, 15)).toBe(isBefore);
        expect(first === second).toBe(a === b && here === there);
      }),
    );
  });

  it.each([-1, 0.5, NaN, Infinity, 62 ** 8])('cannot have the number %d', (n) =>
    expect(() => makeId('003', n)).toThrow(RangeError),
  );

  it.each(['', '00', '0033', '0-3', 'é00'])('cannot have the key prefix "%s"', (keyPrefix) =>
    expect(() => makeId(keyPrefix, 1)).toThrow(RangeError),
  );

  it.each([-1, 0.5, NaN, 62 ** 4])('cannot be of the installation %d', (n) =>
    expect(() => makeId('003', 1, n)).toThrow(RangeError),
  );

  it("has no number where it is the platform's own", () => {
    for (const id of ['7015I0000004rAwQAI', '0015g00000ABCDE', '0030000000000Af', '003LK0!00000001']) {
      expect(idNumber(id)).toBeUndefined();
      expect(installationOf(id)).toBeUndefined();
    }
    expect(idNumber('003LK0000000001')).toBe(1);
    expect(makeId('003', 1)).toBe('003LK0000000001YAA');
  });
});

describe('an installation', () => {
  it('is drawn above those whose Ids were taken over, the same for the same seed', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: COMMON_INSTALLATION, max: INSTALLATIONS - 4 }), (seed, above) => {
        const drawn = drawFrom(seed)(above);
        expect(drawn).toBeGreaterThan(above);
        expect(installationNumber(installationText(drawn))).toBe(drawn);
        expect(drawFrom(seed)(above)).toBe(drawn);
      }),
    );
  });

  it('is another one for nearly every seed', () => {
    const drawn = Array.from({ length: 2_000 }, () => installationDraw(undefined)(COMMON_INSTALLATION));
    expect(new Set(drawn).size).toBeGreaterThan(1_990);
  });

  it('is never drawn where none is left', () =>
    expect(() => drawFrom('x')(INSTALLATIONS - 2)).toThrow('no free installation number'));
});
