import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAutoNumber, renderAutoNumber } from '../../src/records/autonumber.js';

const now = new Date('2024-03-07T23:59:59.999Z');
const render = (format: string, number: number) => renderAutoNumber(parseAutoNumber(format), number, now);

describe('an auto-number', () => {
  it.each([
    ['INV-{00000}', 42, 'INV-00042'],
    ['{00000000}', 1, '00000001'],
    ['{0}', 0, '0'],
    ['INV-{000}', 123_456, 'INV-123456'],
    ['{YYYY}{MM}{DD}-{0000}', 7, '20240307-0007'],
    ['{YY}/{0}/x', 12, '24/12/x'],
  ])('of format %s and number %i is %s', (format, number, text) => expect(render(format, number)).toBe(text));

  it('holds its number, padded, between the text around it', () => {
    const around = fc.string({ unit: fc.constantFrom('A', 'B', 'C', '-', '/', ' ', 'x'), maxLength: 8 });
    fc.assert(
      fc.property(around, around, fc.integer({ min: 1, max: 10 }), fc.maxSafeNat(), (before, after, digits, number) => {
        const text = render(`${before}{${'0'.repeat(digits)}}${after}`, number);
        expect(text.startsWith(before) && text.endsWith(after)).toBe(true);
        const shown = text.slice(before.length, text.length - after.length);
        expect(Number(shown)).toBe(number);
        expect(shown.length).toBe(Math.max(digits, String(number).length));
      }),
    );
  });
});

describe('an auto-number format is refused', () => {
  it.each([
    ['', 'found 0'],
    ['INV', 'found 0'],
    ['{YYYY}', 'found 0'],
    ['{0}{0}', 'found 2'],
    ['{0', 'position 0: "{" without "}"'],
    ['A0}', 'position 2: "}" without "{"'],
    ['{}', 'unknown part {}'],
    ['A{yyyy}{0}', 'position 1: unknown part {yyyy}'],
    ['{1}', 'unknown part {1}'],
    ['{{0}}', 'unknown part {{0}'],
    [`{${'0'.repeat(11)}}`, 'at most 10'],
    ['x'.repeat(1000), 'at most 30'],
  ])('%s: %s', (format, problem) => expect(() => parseAutoNumber(format)).toThrow(problem));

  it('with a SyntaxError and nothing else, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '0', 'Y', 'M', 'D', '-'), maxLength: 12 }), (format) => {
        try {
          expect(render(format, 5)).toContain('5');
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }),
    );
  });
});
