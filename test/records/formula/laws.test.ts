import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormulaError, FormulaSyntaxError } from '../../../src/records/formula/errors.js';
import { calculate, compile, valueOf } from './calculate.js';
import { anySource, randomFields, wellTyped } from './random-formula.js';
import { draws } from '../../support/draws.js';

const quote = (text: string): string => `"${text.replace(/[\\"]/g, (c) => `\\${c}`)}"`;
const amount = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 6 }))
  .map(([n, places]) => n / 10 ** places);
const literal = (n: number): string => (n < 0 ? `(-${plain(-n)})` : plain(n));
const plain = (n: number): string => n.toFixed(6);
const day = fc
  .date({ min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10));
const dateSource = (iso: string): string => `DATEVALUE("${iso}")`;

describe('any source', () => {
  it('compiles or is refused with a FormulaSyntaxError inside the source', () => {
    fc.assert(
      fc.property(anySource, (source) => {
        try {
          compile(source, randomFields);
        } catch (error) {
          expect(error).toBeInstanceOf(FormulaSyntaxError);
          expect((error as FormulaSyntaxError).position).toBeGreaterThanOrEqual(0);
          expect((error as FormulaSyntaxError).position).toBeLessThanOrEqual(source.length);
        }
      }),
      { numRuns: draws(3_000) },
    );
  });

  it.each(['number', 'text', 'boolean', 'date', 'datetime'] as const)(
    'a well-typed formula of type %s gives a value of its type or a FormulaError',
    (type) => {
      const returns = type === 'text' ? 'string' : type;
      fc.assert(
        fc.property(wellTyped[type], fc.constantFrom('zero' as const, 'blank' as const), (source, blankAs) => {
          fc.pre(source.length <= 3_900);
          try {
            const value = calculate(source, randomFields, { returns, blankAs });
            if (value === null) return;
            expect(typeof value).toBe(
              { number: 'number', text: 'string', boolean: 'boolean', date: 'string', datetime: 'string' }[type],
            );
            if (type === 'number') expect(value).toSatisfy(Number.isFinite);
            if (type === 'date') expect(value).toMatch(/^\d{4}-\d\d-\d\d$/);
            if (type === 'datetime') expect(value).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/);
          } catch (error) {
            expect(error, source).toBeInstanceOf(FormulaError);
          }
        }),
        { numRuns: draws(600) },
      );
    },
  );
});

describe('laws', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '"', '\\', "'", 'é', '😀'), maxLength: 8 });

  it('a literal gives back its text', () => {
    fc.assert(
      fc.property(text, (a) => {
        expect(valueOf(quote(a))).toBe(a === '' ? null : a);
      }),
    );
  });

  it('& is associative, and blank is its neutral element', () => {
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        const [x, y, z] = [quote(a), quote(b), quote(c)];
        expect(valueOf(`(${x} & ${y}) & ${z}`)).toBe(valueOf(`${x} & (${y} & ${z})`));
        expect(valueOf(`${x} & NULL`)).toBe(valueOf(x));
      }),
    );
  });

  it('LEFT and what is right of it make the text again; REVERSE twice too', () => {
    fc.assert(
      fc.property(text, fc.nat(10), (a, n) => {
        expect(valueOf(`LEFT(${quote(a)}, ${n}) & MID(${quote(a)}, ${n + 1}, 99)`)).toBe(a === '' ? null : a);
        expect(valueOf(`REVERSE(REVERSE(${quote(a)}))`)).toBe(a === '' ? null : a);
      }),
    );
  });

  it('a found text is where FIND says, and CONTAINS agrees', () => {
    fc.assert(
      fc.property(
        text,
        text.filter((sought) => sought !== ''),
        (a, b) => {
          const at = valueOf(`FIND(${quote(b)}, ${quote(a)})`) as number;
          expect(at).toBe(a.indexOf(b) + 1);
          expect(valueOf(`CONTAINS(${quote(a)}, ${quote(b)})`)).toBe(at > 0);
        },
      ),
    );
  });

  it('VALUE takes TEXT back', () => {
    fc.assert(
      fc.property(amount, (n) => {
        expect(valueOf(`VALUE(TEXT(${literal(n)})) = ${literal(n)}`)).toBe(true);
      }),
    );
  });

  it('ROUND is idempotent, monotone, odd, and at most half a unit off', () => {
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: -4, max: 5 }), (a, b, places) => {
        const round = (source: string): string => `ROUND(${source}, ${places < 0 ? `(-${-places})` : places})`;
        const [x, y] = [literal(Math.min(a, b)), literal(Math.max(a, b))];
        const unit = places < 0 ? `10 ^ ${-places}` : `1 / (10 ^ ${places})`;
        expect(valueOf(`${round(round(x))} = ${round(x)}`)).toBe(true);
        expect(valueOf(`${round(x)} <= ${round(y)}`)).toBe(true);
        expect(valueOf(`${round(`-${x}`)} = -${round(x)}`)).toBe(true);
        expect(valueOf(`ABS(${round(x)} - ${x}) <= (${unit}) / 2`)).toBe(true);
      }),
    );
  });

  it('FLOOR and CEILING enclose a number, and MOD is what division leaves', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 1000 }), (a, m) => {
        const x = literal(a);
        expect(valueOf(`MFLOOR(${x}) <= ${x} && ${x} <= MCEILING(${x})`)).toBe(true);
        expect(valueOf(`ABS(FLOOR(${x})) <= ABS(${x}) && ABS(${x}) <= ABS(CEILING(${x}))`)).toBe(true);
        expect(valueOf(`TRUNC(${x} / ${m}, 0) * ${m} + MOD(${x}, ${m}) = ${x}`)).toBe(true);
      }),
    );
  });

  it('ADDMONTHS goes to the right month, keeps the day where it can, and ends of months at the end', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -600, max: 600 }), (iso, months) => {
        const from = dateSource(iso);
        const to = valueOf(`ADDMONTHS(${from}, ${literal(months)})`) as string;
        const index = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
        expect(index(to) - index(iso)).toBe(months);
        const isLast = (date: string): boolean => (valueOf(`DAY(${dateSource(date)} + 1)`) as number) === 1;
        if (isLast(iso)) expect(isLast(to)).toBe(true);
        else expect(to.slice(8) === iso.slice(8) || isLast(to)).toBe(true);
        expect(valueOf(`ADDMONTHS(${from}, 0)`)).toBe(iso);
      }),
    );
  });

  it('a date moved by days is that many days away', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -100_000, max: 100_000 }), (iso, days) => {
        expect(valueOf(`(${dateSource(iso)} + ${literal(days)}) - ${dateSource(iso)}`)).toBe(days);
        expect(valueOf(`MOD(WEEKDAY(${dateSource(iso)} + 7), 7) = MOD(WEEKDAY(${dateSource(iso)}), 7)`)).toBe(true);
        expect(valueOf(`DATE(YEAR(${dateSource(iso)}), MONTH(${dateSource(iso)}), DAY(${dateSource(iso)}))`)).toBe(iso);
      }),
    );
  });
});
