import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitText, type TextKind } from '../../../src/extensions/console/search/split-text.js';
import { draws } from '../../support/draws.js';

const SIGNATURES: readonly (readonly [text: string, found: Partial<Record<TextKind, string>>])[] = [
  [
    'Jim Martinez\nHead of Purchasing\nWilliams and Anderson\nM: +1 415 555 0132\nT: (415) 555-0100\njames.martinez@example.com\n12 Main Street\nSan Francisco, CA 94107\nwww.example.com',
    {
      firstName: 'Jim',
      lastName: 'Martinez',
      title: 'Head of Purchasing',
      company: 'Williams and Anderson',
      mobile: '+1 415 555 0132',
      phone: '(415) 555-0100',
      email: 'james.martinez@example.com',
      street: '12 Main Street',
      city: 'San Francisco',
      postalCode: '94107',
      website: 'www.example.com',
    },
  ],
  [
    'Dr. Käthe von der Müller | Hafen Werkzeuge GmbH\nHauptstraße 12\nD-20095 Hamburg\nFax: +49 40 999\nTel.: +49 40 123456 · kaethe@hafen.example',
    {
      firstName: 'Käthe',
      lastName: 'von der Müller',
      company: 'Hafen Werkzeuge GmbH',
      street: 'Hauptstraße 12',
      postalCode: '20095',
      city: 'Hamburg',
      phone: '+49 40 123456',
      email: 'kaethe@hafen.example',
    },
  ],
  [
    'Smith, John\n221B Baker Street, London NW1 6XE',
    { firstName: 'John', lastName: 'Smith', street: '221B Baker Street', city: 'London', postalCode: 'NW1 6XE' },
  ],
  ['Ann Lee, 5 Hill Road, Springfield, IL 62785', { street: '5 Hill Road', city: 'Springfield', postalCode: '62785' }],
];

describe('splitting a pasted text', () => {
  it.each(SIGNATURES)('finds what %j contains', (text, found) => {
    expect(Object.fromEntries(splitText(text).found)).toEqual(found);
  });

  it('keeps a fax number out of the phones, and says which lines it did not use', () => {
    const { found, unused } = splitText('Fax: +49 40 999888777\n12345');
    expect([...found]).toEqual([]);
    expect(unused).toEqual(['Fax: +49 40 999888777', '12345']);
  });

  it('takes values only from the text, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        for (const value of splitText(text).found.values())
          expect(text.replaceAll(/\s/g, '')).toContain(value.replaceAll(/\s/g, ''));
      }),
      { numRuns: draws(200) },
    );
  });
});
