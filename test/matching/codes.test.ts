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
  // Few digits: many that differ by one, of which one number has more.
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
  ])('%s and %s: %i', (a, b, expected) => {
    expect(similarityOf(method('exact'), a, b)).toBe(expected);
  });
});

describe('phone', () => {
  it.each([
    ['(212) 555-0187', '+1 212 555 0187', 10_000],
    ['212.555.0187', '1-212-555-0187', 10_000],
    ['212 555 0187 x12', '212 555 0187', 9_700],
    ['212 555 0187 x12', '212 555 0187 ext 13', 9_300],
    ['555-0187', '+1 212 555 0187', 8_500],
    ['212 555 0187', '212 555 0178', 7_500],
    ['212 555 0187', '212 555 0186', 7_000],
    ['212 555 0187', '646 555 0187', 5_000],
    ['212 555 0187', '212 555 9999', 0],
    ['+49 (0)30 1234567', '0049 30 1234567', 10_000],
  ])('%s and %s: %i', (a, b, expected) => {
    expect(similarityOf(method('phone'), a, b)).toBe(expected);
  });

  it.each([
    ['0861234567', '+353861234567', 8_500],
    ['0861234567', '00353 86 123 4567', 8_500],
    ['086 123 4567', '861234567', 10_000],
    ['(0)86 1234567', '086-1234567', 10_000],
    ['353861234567', '+353861234567', 9_900],
    ['212 555 0187', '+1 212 555 0187', 8_500],
    ['0861234567 ext. 12', '+353861234567', 8_500],
    ['0861234567 x12', '0861234567', 9_700],
    ['0861234567', '0861234568', 7_000],
    ['212 555 0187', '212 55 0187', 6_500],
    ['+1 602 707 1345', '+1 602 70 1345', 6_500],
    ['212 555 0187', '212 555 01877', 6_500],
    ['212 555 0187', '2212 555 0187', 8_500],
    ['212 555 0187', '2122 555 018', 0],
    ['0861234567', '+353871239999', 0],
    ['+49 (0)30 1234567', '0049 30 1234567', 10_000],
  ])('without a default country no country is assumed: %s and %s: %i', (a, b, expected) => {
    expect(similarityOf(method('phone', anywhere), a, b)).toBe(expected);
  });

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

describe('email', () => {
  it.each([
    ['Anna.Smith@GMAIL.com', 'annasmith+news@googlemail.com', 10_000],
    ['anna.smith@acme.com', 'annasmith@acme.com', 9_200],
    ['Anna <anna@acme.com>', 'mailto:anna@acme.com', 10_000],
    ['annasmith@gmial.com', 'annasmith@gmail.com', 9_500],
    ['anna.smith@acme.com', 'anna.smiht@acme.com', 9_200],
    ['anna.smith1@acme.com', 'anna.smith2@acme.com', 5_000],
    ['anna.smith@acme.com', 'anna.smith@other.org', 4_000],
    ['anna.smith@harbourtools.com', 'anna.smith@harbortools.com', 8_500],
    ['anna.smith@acme.com', 'anna.smith@acne.com', 4_000],
    ['anna@harbourtools.com', 'anna@harbortools.com', 0],
    ['info@acme.com', 'sales@acme.com', 3_500],
    ['info@gmail.com', 'sales@gmail.com', 0],
    ['info@acme.com', 'info@other.org', 0],
    ['anna@müller.de', 'Anna@xn--mller-kva.de', 10_000],
    ['anna@почта.рф', 'anna@xn--80a1acny.xn--p1ai', 10_000],
    ['anna@müller.de', 'bert@xn--mller-kva.de', 0],
    ['anna@acme.com', 'bert@acme.com', 0],
    ['tom@acme.com', 'tim@acme.com', 0],
  ])('%s and %s: %i', (a, b, expected) => {
    expect(similarityOf(method('email'), a, b)).toBe(expected);
  });
});

describe('website', () => {
  it.each([
    ['https://www.acme.co.uk/about?x=1', 'shop.acme.co.uk', 10_000],
    ['acme.com', 'acme.de', 7_500],
    ['widgets.com', 'widget.com', 8_500],
    ['facebook.com/acme', 'https://www.facebook.com/widgets', 0],
    ['linkedin.com/company/acme/', 'https://de.linkedin.com/company/acme', 10_000],
    ['acme.wixsite.com/home', 'https://acme.wixsite.com', 10_000],
    ['acme.com', 'other.com', 0],
    ['http://müller.de', 'www.xn--mller-kva.de/kontakt', 10_000],
    ['http://пример.рф', 'xn--e1afmkfd.xn--p1ai', 10_000],
    ['brook.github.io', 'https://brook.github.io/about', 10_000],
    ['brook.blogspot.com', 'brook.blogspot.co.uk', 10_000],
    ['twitter.com/acme', 'https://x.com/acme', 10_000],
    ['https://maps.google.com/?cid=123456', 'https://maps.google.com/maps?hl=en&cid=123456', 10_000],
    ['https://maps.google.com/?cid=123456', 'https://maps.google.com/?cid=123457', 0],
    ['google.com/maps/place/?q=place_id:ChIJ111', 'google.de/maps/place/?q=place_id:ChIJ222', 0],
    ['facebook.com/profile.php?id=1000111', 'facebook.com/profile.php?id=1000112', 0],
    ['facebook.com/pages/Corner/111122', 'facebook.com/pages/Corner/111123', 0],
    ['yelp.com/biz/corner-1', 'yelp.com/biz/corner-2', 0],
  ])('%s and %s: %i', (a, b, expected) => {
    expect(similarityOf(method('website'), a, b)).toBe(expected);
  });
});

describe('postalCode', () => {
  it.each([
    ['sw1a1aa', 'SW1A 1AA', 10_000],
    ['D-80331', '80331', 10_000],
    ['123456789', '12345-6789', 10_000],
    ['12345', '12345-6789', 9_700],
    ['12345-0001', '12345-6789', 9_400],
    ['12345', '12354', 8_000],
    ['12345', '12346', 7_000],
    ['SW1A', 'SW1A 2AB', 7_500],
    ['SW1A 1ZZ', 'SW1A 2AB', 5_500],
    ['12345', '67890', 0],
  ])('%s and %s: %i', (a, b, expected) => {
    expect(similarityOf(method('postalCode'), a, b)).toBe(expected);
  });
});

describe('date', () => {
  it.each([
    ['1980-03-12', '12 March 1980', 10_000],
    ['1980-03-12', 'March 12th, 1980', 10_000],
    ['1980-03-12T00:00:00.000+0000', '19800312', 10_000],
    ['03/12/1980', '1980-03-12', 10_000],
    ['12.03.1980', '1980-03-12', 10_000],
    ['13/12/1980', '1980-12-13', 10_000],
    ['3/12/80', '1980-03-12', 10_000],
    ['12. März 1980', '1980-03-12', 10_000],
    ['1980-03-12', '1980-12-03', 9_000],
    ['1980-03-12', '1980-03-21', 8_500],
    ['1980-03-12', '1981-03-12', 8_000],
    ['1980-03', '1980-03-12', 8_000],
    ['1980', '1980-03-12', 6_000],
    ['1980-03-12', '1975-07-30', 0],
    ['n/a', 'unknown', 0],
  ])('%s and %s: %i', (a, b, expected) => {
    expect(similarityOf(method('date'), a, b)).toBe(expected);
  });

  it('reads day first where the default country does', () => {
    expect(method('date', createMethods({ defaultCountry: 'GB' })).normalise(['03/12/1980'])).toBe('1980-12-03');
  });
});

describe('number', () => {
  it.each([
    ['1,234.50', '1234.5', 10_000],
    ['1.234,50 €', '1234.5', 10_000],
    ['1000', '1005', 8_500],
    ['1000', '1040', 6_000],
    ['1000', '1100', 0],
    ['5', '-5', 0],
    ['0', '0.00', 10_000],
  ])('%s and %s: %i', (a, b, expected) => {
    expect(similarityOf(method('number'), a, b)).toBe(expected);
  });
});
