import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FULL, type MatchMethod, type Signature } from '../../src/matching/method.js';
import { draws } from '../support/draws.js';

/** Values that must not throw, must not be slow, and must be equal to themselves. */
export const hostile = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a\udc00b',
  '\u202eevil',
  '\u200d\u200b\ufeff',
  'a'.repeat(100_000),
  'ab '.repeat(40_000),
  ' '.repeat(50_000),
  '1'.repeat(100_000),
  'é\u0301'.repeat(10_000),
  'a' + '\u0301'.repeat(10_000),
  '\ufdfa'.repeat(10_000),
  '👨‍👩‍👧‍👦',
  '中'.repeat(20_000),
  '@'.repeat(10_000),
  'a@'.repeat(10_000),
  '+'.repeat(10_000),
  '://'.repeat(10_000),
  '-'.repeat(50_000) + '1',
  '__proto__',
  'constructor',
  'toString',
  '\u{1f600}\u{20000}\u{e000}',
  'İstanbul ŞẞŁØÆ ﬁ ½ ²',
  'محمد',
  '서울',
  '0',
  'null',
  'NaN',
  '1e999',
];

/** Introduces one or more typical typos. */
export function corrupted(values: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edit = fc.record({
    kind: fc.nat(6),
    at: fc.nat(1_000),
    letter: fc.constantFrom(...Array.from('aeionrst ylm0159.-')),
  });
  return fc.tuple(values, fc.array(edit, { minLength: 1, maxLength: 3 })).map(([value, edits]) =>
    edits.reduce((text, { kind, at, letter }) => {
      const i = text.length === 0 ? 0 : at % text.length;
      if (kind === 0) return text.slice(0, i) + text.slice(i + 1);
      if (kind === 1) return text.slice(0, i) + letter + text.slice(i);
      if (kind === 2) return text.slice(0, i) + letter + text.slice(i + 1);
      if (kind === 3) return text.slice(0, i) + text.charAt(i + 1) + text.charAt(i) + text.slice(i + 2);
      const parts = text.split(' ');
      if (kind === 4) return parts.reverse().join(' ');
      if (kind === 5) return parts.filter((_, p) => p !== at % (parts.length + 1)).join(' ');
      return parts.map((part, p) => (p === at % parts.length ? part.charAt(0) : part)).join(' ');
    }, value),
  );
}

export function keysOf(method: MatchMethod, prepared: unknown): Set<number | string> {
  const { retrieval } = method;
  return new Set<number | string>(retrieval.kind === 'keys' ? retrieval.keys(prepared) : retrieval.terms(prepared));
}

export function probesOf(method: MatchMethod, prepared: unknown): Set<number | string> {
  const { retrieval } = method;
  return new Set<number | string>(
    retrieval.kind === 'keys' ? retrieval.probes(prepared) : retrieval.probeTerms(prepared),
  );
}

export function signatureAdmits(signature: Signature<unknown>, a: unknown, b: unknown): boolean {
  return signature.admits(signature.letters(a), signature.marks(a), signature.letters(b), signature.marks(b));
}

/**
 * Laws that every match method must obey.
 *
 * @param values raw values of the method's kind, some of them similar
 * @param alike returns a value that the method treats as equal; default: the same value
 */
export function matchMethodLaws(
  method: MatchMethod,
  values: fc.Arbitrary<string>,
  alike = (value: string): string => value,
): void {
  const raws = fc.oneof(
    { weight: 6, arbitrary: values },
    { weight: 6, arbitrary: corrupted(values) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
    { weight: 1, arbitrary: fc.constantFrom(...hostile) },
  );
  const related = fc.oneof(
    fc.tuple(raws, raws),
    values.chain((value) => fc.tuple(fc.constant(value), corrupted(fc.constant(alike(value))))),
  );
  const normal = (raw: string) => method.normalise([raw]);

  describe(`${method.name} obeys the laws of match methods`, () => {
    it('normalises idempotently', () => {
      fc.assert(
        fc.property(raws, (raw) => {
          expect(normal(normal(raw))).toBe(normal(raw));
        }),
        { numRuns: draws(1_000) },
      );
    });

    it('compares symmetrically, in integers, 0 or floor to 10,000', () => {
      fc.assert(
        fc.property(related, ([one, two]) => {
          const a = normal(one);
          const b = normal(two);
          if (a === '' || b === '') return;
          const similarity = method.compare(method.prepare(a), method.prepare(b));
          expect(Number.isInteger(similarity)).toBe(true);
          expect(similarity).toBe(method.compare(method.prepare(b), method.prepare(a)));
          expect(similarity).toBeLessThanOrEqual(FULL);
          if (similarity !== 0) expect(similarity).toBeGreaterThanOrEqual(method.floor);
          if (a === b) expect(similarity).toBe(FULL);
          else expect(similarity).toBeLessThanOrEqual(method.nearest ?? FULL);
        }),
        { numRuns: draws(3_000) },
      );
    });

    it('shares a key wherever it compares above zero', () => {
      let [found, different] = [0, 0];
      fc.assert(
        fc.property(related, ([one, two]) => {
          const a = normal(one);
          const b = normal(two);
          if (a === '' || b === '') return;
          const query = method.prepare(a);
          const stored = method.prepare(b);
          if (method.compare(query, stored) === 0) return;
          found++;
          if (a !== b) different++;
          const keys = keysOf(method, stored);
          expect([...probesOf(method, query)].some((probe) => keys.has(probe))).toBe(true);
          const { joined } = method.retrieval as Partial<Extract<MatchMethod['retrieval'], { kind: 'keys' }>>;
          const joinedKeys = joined?.keys(stored);
          if (joined) expect(joined.probes(query).some((key) => joinedKeys!.includes(key))).toBe(true);
        }),
        { numRuns: draws(6_000) },
      );
      // If few cases are found, the law is hardly tested.
      expect(found).toBeGreaterThan(draws(6_000) / 50);
      if (method.floor < FULL) expect(different).toBeGreaterThan(draws(6_000) / 200);
    });

    const { signature } = method;
    if (signature)
      it('has signatures that admit whatever it compares above zero, and spare work without changing what comes out', () => {
        fc.assert(
          fc.property(related, ([one, two]) => {
            const a = normal(one);
            const b = normal(two);
            if (a === '' || b === '') return;
            const [x, y] = [method.prepare(a), method.prepare(b)];
            const similarity = method.compare(x, y);
            if (similarity > 0) expect(signatureAdmits(signature, x, y)).toBe(true);
            const restored = signature.restore(b, signature.letters(y), signature.marks(y));
            expect(method.compare(x, restored)).toBe(similarity);
            expect(method.retrieval.kind === 'keys' && method.retrieval.keys(restored)).toEqual(
              method.retrieval.kind === 'keys' && method.retrieval.keys(y),
            );
          }),
          { numRuns: draws(10_000) },
        );
      });

    it('finds in a dictionary by its keys exactly what a scan of the dictionary finds', () => {
      const sizes = { minLength: 20, maxLength: 60 };
      fc.assert(
        fc.property(
          fc.array(raws, sizes),
          fc.array(fc.oneof(raws, values), { minLength: 1, maxLength: 10 }),
          (stored, queries) => {
            const dictionary = [...new Set(stored.map(normal))]
              .filter((value) => value !== '')
              .map((value) => method.prepare(value));
            const filed = dictionary.map((value) => keysOf(method, value));
            for (const query of queries.map(normal)) {
              if (query === '') continue;
              const prepared = method.prepare(query);
              const probes = [...probesOf(method, prepared)];
              const scanned = dictionary.filter((value) => method.compare(prepared, value) > 0);
              const found = dictionary.filter(
                (value, i) => probes.some((probe) => filed[i]!.has(probe)) && method.compare(prepared, value) > 0,
              );
              expect(found).toEqual(scanned);
            }
          },
        ),
        { numRuns: 60 },
      );
    });

    it('joins the values of a dictionary as comparing each with each does', () => {
      const { join } = method;
      if (join === undefined) return;
      fc.assert(
        fc.property(fc.array(raws, { minLength: 20, maxLength: 80 }), (stored) => {
          const texts = [...new Set(stored.map(normal))].filter((value) => value !== '');
          const prepared = texts.map((value) => method.prepare(value));
          const joined = join({ size: texts.length, text: (value) => texts[value - 1]! });
          prepared.forEach((one, i) => {
            const found: (readonly [number, number])[] = [];
            joined.above(i + 1, (other, similarity) => void found.push([other, similarity]));
            const expected = prepared.slice(i + 1).map((two, n) => [i + 2 + n, method.compare(one, two)] as const);
            expect(found.sort(([a], [b]) => a - b)).toEqual(expected.filter(([, similarity]) => similarity > 0));
          });
        }),
        { numRuns: draws(60) },
      );
    });

    it.each(hostile.map((value) => [JSON.stringify(value.slice(0, 20)), value]))('survives %s', (_shown, value) => {
      const a = normal(value);
      expect(a.length).toBeLessThanOrEqual(4_096);
      if (a === '') return;
      const prepared = method.prepare(a);
      expect(method.compare(prepared, method.prepare(normal(value)))).toBe(FULL);
      expect(keysOf(method, prepared).size).toBeLessThanOrEqual(2_000);
      for (const other of hostile) {
        const b = normal(other);
        if (b !== '') method.compare(prepared, method.prepare(b));
      }
    });
  });
}
