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
const kind = fc.constantFrom('St', 'Street', 'Ave', 'Av.', 'Road', 'Rd.', '', 'Blvd');
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

describe('text', () => {
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
