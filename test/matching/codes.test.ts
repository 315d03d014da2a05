import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { matchMethodLaws } from './conformance.js';
import { similarityOf } from './similarity.js';

const methods = createMethods({ defaultCountry: 'US' });
const anywhere = createMethods();
const method = (name: string, of = methods) => of.get(name)!;
const digits = (least: number, most: number) => fc.stringMatching(new RegExp(`^[0-9]{${least},${most}}$`));

matchMethodLaws(
  method('exact'),
  fc.constantFrom('Berlin', 'BERLIN', 'Bad  Homburg', 'STRASSE', 'Straße', 'x'.repeat(600), 'ẞ', 'İ'),
);
const numbers = fc.oneof(
  fc.constantFrom(
    '+49 30 1234567',
    '030/1234567',
    '(212) 555-0187',
    '212-555-0178',
    '+1 212 555 0187 ext. 12',
    '0861234567 x12',
    '+353861234567',
    '0044 20 7946 0018',
    '555-0187',
    '110',
    '+39 06 698 12345',
  ),
  digits(10, 10),
  digits(3, 15),
  // Few distinct digits, so many numbers differ in one digit or have one digit more.
  fc.stringMatching(/^[12]{7,9}$/),
  digits(9, 9).map((d) => `+49${d}`),
  digits(9, 9).map((d) => `0${d}`),
);
matchMethodLaws(method('phone'), numbers);
describe('without a default country', () => matchMethodLaws(method('phone', anywhere), numbers));
matchMethodLaws(
  method('email'),
  fc
    .tuple(
      fc.oneof(
        fc.constantFrom('anna.smith', 'a.smith', 'info', 'sales', 'anna', 'annasmith', 'anna.smith+news', 'annasmith1'),
        fc.stringMatching(/^[a-z.]{1,12}$/),
      ),
      fc.constantFrom(
        'gmail.com',
        'googlemail.com',
        'gmial.com',
        'gmal.com',
        'acme.com',
        'acme.co.uk',
        'yahoo.com',
        'yaho.com',
        '',
      ),
    )
    .map(([local, domain]) => (domain === '' ? local : `${local}@${domain}`)),
);
matchMethodLaws(
  method('website'),
  fc
    .tuple(
      fc.constantFrom('', 'http://', 'https://www.', 'www.', 'ftp://'),
      fc.constantFrom(
        'acme',
        'acmee',
        'shop.acme',
        'widgets',
        'widget',
        'facebook',
        'foo.wixsite',
        'bbc',
        'müller',
        'xn--mller-kva',
        'maps.google',
      ),
      fc.constantFrom('.com', '.de', '.co.uk', ''),
      fc.constantFrom('', '/', '/about?x=1', '/company/acme', ':8080', '/?cid=123456', '/pages/acme/12345'),
    )
    .map((parts) => parts.join('')),
);
matchMethodLaws(
  method('postalCode'),
  fc.oneof(
    fc.constantFrom('SW1A 1AA', 'sw1a1ab', 'SW1A', 'D-80331', '12345-6789', '1234 AB', 'K1A 0B1'),
    digits(4, 5),
    digits(9, 9),
  ),
);
matchMethodLaws(
  method('date'),
  fc.oneof(
    fc
      .tuple(fc.integer({ min: 1950, max: 1952 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
      .map(([y, m, d]) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`),
    fc.constantFrom(
      '1950',
      '1950-03',
      '3/4/1950',
      '04.03.1950',
      '4 March 1950',
      'March 1950',
      '19500304',
      '3/4/50',
      'unknown',
    ),
  ),
);
matchMethodLaws(
  method('number'),
  fc.oneof(
    fc.integer({ min: -300, max: 300 }).map(String),
    fc.double({ min: 90, max: 110, noNaN: true }).map(String),
    fc.constantFrom('1,234.50', '1.234,50', '$1234.5', '1e3', '0', '-0', '12 %', 'many', '1.234.567'),
  ),
);

describe('exact', () => {
  it.each([
    ['Berlin', 'BERLIN', 10_000],
    ['Bad Homburg', 'Bad  Homburg', 0],
    ['Berlin', ' Berlin', 0],
    ['Berlin', 'Berlim', 0],
    ['\u00e9', 'e\u0301', 10_000],
    ['x'.repeat(5_000) + 'a', 'X'.repeat(5_000) + 'A', 10_000],
    ['x'.repeat(5_000) + 'a', 'x'.repeat(5_000) + 'b', 0],
  ])('%s and %s: %i', (a, b, expected) => expect(similarityOf(method('exact'), a, b)).toBe(expected));
});

describe('phone', () => {
  it('law: without a default country the national number finds the international one, and the other way round', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^8[3-9][1-9]\d{6}$/), (national) => {
        const [a, b] = [`0${national}`, `+353${national}`];
        expect(similarityOf(method('phone', anywhere), a, b)).toBe(8_500);
        expect(similarityOf(method('phone', anywhere), b, a)).toBe(8_500);
      }),
    );
  });

  it('reads numbers without a country code by the default country', () => {
    const german = method('phone', createMethods({ defaultCountry: 'DE' }));
    expect(similarityOf(german, '030 1234567', '+49 30 1234567')).toBe(10_000);
    expect(german.normalise(['030/123 45 67'])).toBe('+49301234567');
  });

  it('reads plain North American numbers as the library does', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[2-9]\d\d$/),
        fc.stringMatching(/^[2-9]\d\d$/),
        digits(4, 4),
        fc.nat(3),
        (area, exchange, line, form) => {
          const written = [
            `${area}${exchange}${line}`,
            `(${area}) ${exchange}-${line}`,
            `+1 ${area} ${exchange} ${line}`,
            `1-${area}-${exchange}-${line}`,
          ][form]!;
          expect(method('phone').normalise([written])).toBe(parsePhoneNumberFromString(written, 'US')?.number);
        },
      ),
    );
  });
});

describe('date', () => {
  it('reads day first where the default country does', () => {
    expect(method('date', createMethods({ defaultCountry: 'GB' })).normalise(['03/12/1980'])).toBe('1980-12-03');
  });
});
