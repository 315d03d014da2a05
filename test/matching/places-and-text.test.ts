import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { matchMethodLaws } from './conformance.js';
import { similarityOf } from './similarity.js';

const methods = createMethods();
const street = methods.get('street')!;
const city = methods.get('city')!;
const text = methods.get('text')!;

const house = fc.constantFrom('12', '21', '5-12', '112', '113', '131', '12a', '12-14', '', '7', '1234', '1243');
const name = fc.constantFrom(
  ...'Main|Maine|Oak Ridge|Oakridge|Martin Luther King|Haupt|Linden|5th|de la Paix|St James|Königs|Park North|Postgasse|Postg.|Storgatan|本町三丁目4番5号'.split(
    '|',
  ),
);
const kind = fc.constantFrom('St', 'Street', 'Ave', 'Road', 'Rd.', '', 'Blvd');
const unit = fc.constantFrom('', '', 'Apt 4', '#4', 'Suite 200', 'Unit B');
const streets = fc.oneof(
  fc.tuple(house, name, kind, unit).map((parts) => parts.join(' ')),
  fc
    .tuple(name, fc.constantFrom('straße', 'str.', 'strasse', 'weg', 'allee'), house)
    .map(([n, k, h]) => `${n}${k} ${h}`),
  fc.tuple(fc.constantFrom('rue', 'calle', 'via', 'ulica'), name, house).map((parts) => parts.join(' ')),
  fc.tuple(fc.constantFrom('PO Box', 'P.O. Box', 'Postfach'), house).map((parts) => parts.join(' ')),
);
const cities = fc.constantFrom(
  ...'Berlin|Berlim|Bern|München|Munich|Muenchen|Frankfurt am Main|Frankfurt|New York|New York City|York|Saint Louis|St. Louis|San José|San Jose|Santa Rosa|Fort Worth|Ft Worth|75015 Paris|Paris 15e|Los Angeles|Ny|東京|London SW1A'.split(
    '|',
  ),
);
const word = fc.constantFrom(
  ...'the of and manager manages sales senior head director vice president software engineer engineers with in a'.split(
    ' ',
  ),
);
const texts = fc.array(word, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(' '));

matchMethodLaws(street, streets);
matchMethodLaws(city, cities);
matchMethodLaws(text, texts);

describe('street', () => {
  it.each([
    ['12 Main Street', '12 MAIN ST.', 10_000, 10_000],
    ['Hauptstraße 5', 'Hauptstr. 5', 10_000, 10_000],
    ['PO Box 12', 'P.O. Box 12', 10_000, 10_000],
    ['12 N Main St', '12 North Main Street', 10_000, 10_000],
    ['12 Main St Apt 4', '12 Main St #4', 9_500, 10_000],
    ['12 Main St Apt 4', '12 Main St', 9_500, 9_900],
    ['12 Main St Apt 4', '12 Main St Apt 5', 9_000, 9_500],
    ['12 Main St', '12 Main Ave', 9_000, 9_800],
    ['12 Main St', '12 Maine St', 8_500, 9_300],
    ['12 Oakridge Rd', '12 Oak Ridge Road', 9_500, 10_000],
    ['12 Königsallee', 'Koenigsallee 12', 8_500, 9_900],
    ['12a Main St', '12 Main St', 9_000, 9_500],
    ['Main St', '12 Main St', 7_000, 8_000],
    ['1234 Main St', '1243 Main St', 6_000, 7_000],
    ['5 Martin Luther King Blvd', '5 M Luther King Blvd', 6_500, 9_500],
  ])('%s and %s are alike', (a, b, least, most) => {
    const value = similarityOf(street, a, b);
    expect(value).toBeGreaterThanOrEqual(least);
    expect(value).toBeLessThanOrEqual(most);
  });

  it.each([
    ['12 Main St', '98 Main St'],
    ['12 Main St', '12 Oak St'],
    ['PO Box 12', 'PO Box 99'],
    ['12 Main St', 'PO Box 12'],
    ['12 Elm St', '12 Ash St'],
  ])('%s and %s are different addresses', (a, b) => {
    expect(similarityOf(street, a, b)).toBe(0);
  });
});

describe('kinds of streets joined to the name', () => {
  const stem = fc.constantFrom('Post', 'Linden', 'Kirke', 'Markt', 'Königs', 'Stor', 'Wilhelminen');
  const kinds = fc.constantFrom(['gasse', 'g.'], ['gatan', 'g.'], ['weg', 'w.'], ['vägen', 'v.'], ['platz', 'pl.']);
  const house = fc.integer({ min: 1, max: 400 });

  it('are equal when cut short', () => {
    fc.assert(
      fc.property(stem, kinds, house, (stem, [long, short], house) => {
        expect(similarityOf(street, `${stem}${long} ${String(house)}`, `${stem}${short} ${String(house)}`)).toBe(
          10_000,
        );
      }),
    );
  });

  it('are two streets when they differ', () => {
    fc.assert(
      fc.property(
        stem,
        fc.shuffledSubarray(['g.', 'w.', 'v.', 'pl.'], { minLength: 2 }),
        house,
        (stem, [a, b], house) => {
          const written = [a, b].map((kind) => `${stem}${kind!} ${String(house)}`);
          expect(similarityOf(street, written[0]!, written[1]!)).toBeLessThan(8_000);
        },
      ),
    );
  });
});

describe('city', () => {
  it.each([
    ['Munich', 'München', 10_000, 10_000],
    ['Saint Louis', 'St. Louis', 10_000, 10_000],
    ['75015 Paris', 'Paris', 10_000, 10_000],
    ['San José', 'SAN JOSE', 10_000, 10_000],
    ['Frankfurt', 'Frankfurt am Main', 8_500, 9_900],
    ['Göttingen', 'Goettingen', 9_500, 9_900],
    ['Berlin', 'Berlim', 8_800, 9_300],
    ['Philadelphia', 'Philadelhpia', 9_000, 9_700],
    ['Mc Lean', 'McLean', 9_500, 9_900],
  ])('%s and %s are alike', (a, b, least, most) => {
    const value = similarityOf(city, a, b);
    expect(value).toBeGreaterThanOrEqual(least);
    expect(value).toBeLessThanOrEqual(most);
  });

  it.each([
    ['Berlin', 'Hamburg'],
    ['San Jose', 'San Diego'],
    ['Santa Rosa', 'Santa Cruz'],
    ['New London', 'New Orleans'],
  ])('%s and %s are different cities', (a, b) => {
    expect(similarityOf(city, a, b)).toBe(0);
  });
});

describe('text', () => {
  it.each([
    ['Senior Sales Manager', 'senior sales manager.', 10_000, 10_000],
    ['Senior Sales Manager', 'Manager of Senior Sales', 9_000, 9_950],
    ['Senior Sales Manager', 'Senior Sales Managers', 9_000, 9_950],
    ['Head of Sales', 'Head of Engineering', 4_000, 6_500],
  ])('%s and %s are alike', (a, b, least, most) => {
    const value = similarityOf(text, a, b);
    expect(value).toBeGreaterThanOrEqual(least);
    expect(value).toBeLessThanOrEqual(most);
  });

  it('does not take function words for content', () => {
    expect(similarityOf(text, 'the head of the house', 'the end of the road')).toBe(0);
  });
});

it('kinds of streets come from a user list too', () => {
  const own = createMethods({ lists: new Map([['street-kinds', ['zeile zle zl', 'avenue avnx']]]) }).get('street')!;
  expect(similarityOf(own, 'Frankfurter Zle 12', 'Frankfurter Zeile 12')).toBe(10_000);
  expect(similarityOf(own, '12 Oak Avnx', '12 Oak Ave')).toBe(10_000);
  expect(own.normalise([own.normalise(['12 Oak Avnx'])])).toBe(own.normalise(['12 Oak Avnx']));
});
