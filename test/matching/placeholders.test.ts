import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { placeholderWords } from '../../src/matching/lists/placeholder-lists.js';
import { corrupted } from './conformance.js';
import { draws } from '../support/draws.js';

const methods = createMethods();
const normal = (name: string, ...raw: string[]) => methods.get(name)!.normalise(raw);
const unread = new Set(['number']);
const cutting = /^first\d/;
const reading = [...methods.keys()].filter((name) => !unread.has(name) && !cutting.test(name));

describe('placeholders count as blank', () => {
  it.each(reading)('in %s: the words of the decision, in any case and with any signs', (name) => {
    const shown = [
      'unknown',
      'n/a',
      'na',
      'none',
      'null',
      'test',
      'tbd',
      '-',
      '.',
      'x',
      'Unknown',
      'N/A',
      'N.A.',
      ' --- ',
      '???',
    ];
    for (const text of [...shown, ...placeholderWords]) expect(normal(name, text), text).toBe('');
  });

  it.each([
    ['personName', ['aaa', 'Xxx', 'FNU', 'Unknown Unknown']],
    ['fullName', ['Test Test', 'xxx']],
    ['companyName', ['xxx', 'AAAA', 'test company']],
    [
      'phone',
      '0000000000|000-000-0000|1234567890|123-456-7890|1111111|+1 999 999 9999|+353 000000000|1234567'.split('|'),
    ],
    [
      'email',
      'noreply@acme.example|No-Reply@x.org|test@test.com|none@none.com|a@a.com|test@example.com|n/a|aaa@aaa.com'.split(
        '|',
      ),
    ],
    ['postalCode', ['00000', '99999', 'xxxxx']],
    ['date', ['0.0.00', '00/00/0000']],
    ['city', ['aaa', 'Zzzz']],
    ['exact', ['0000000000', '1234567890', 'xxx']],
    ['first3', ['unknown', 'not available']],
  ])('in %s, by the kind of field: %j', (name, texts) => {
    for (const text of texts) expect(normal(name, text), text).toBe('');
  });

  it.each([
    ['personName', ['Naomi', 'Nan', 'Bo', 'Testa', 'Nunes', 'J']],
    ['fullName', ['John Unknown', 'Na Li', 'Malcolm X']],
    ['companyName', ['AAA', 'X Corp', '3M', 'Test Valley Brewery', 'None Such Ltd']],
    ['phone', ['+353861234567', '(212) 555-0187', '+12125550000', '+1 800 222 2222', '555-0187']],
    ['email', ['info@acme.example', 'anna@test.com', 'tester@acme.example', 'john@alpha.example', 'x@acme.example']],
    ['postalCode', ['11111', '12345', '55555', '90210']],
    ['city', ['Nara', 'Aa', 'Y']],
    ['exact', ['AAA', '111', '001LK0000000001', '12345678', '0', '+']],
    ['number', ['0', '1111111', '1234567890']],
    ['date', ['1901-01-02', '1970-01-02']],
    ['first4', ['test', 'Testimony']],
  ])('but not in %s: %j', (name, texts) => {
    for (const text of texts) expect(normal(name, text), text).not.toBe('');
  });

  it('of two fields each by itself', () => {
    expect(normal('fullName', 'Unknown', 'Smith')).toBe(normal('personName', 'Smith'));
    expect(normal('fullName', 'Test', 'n/a')).toBe('');
    expect(normal('swappedName', 'x', 'Smith')).toBe('');
  });

  it('the user list adds texts, numbers, addresses, local parts and domains', () => {
    const lists = new Map([
      [
        'placeholders',
        ['# ours', 'Max Mustermann', 'keine Angabe', '+353 1 800 1234', 'void@', '@nowhere.example', 'me@acme.example'],
      ],
    ]);
    const own = createMethods({ lists });
    const of = (name: string, text: string) => own.get(name)!.normalise([text]);
    for (const name of ['personName', 'companyName', 'city', 'exact', 'phone', 'email'])
      for (const text of ['max mustermann', 'Keine  Angabe', 'unknown'])
        expect(of(name, text), `${name} ${text}`).toBe('');
    expect(of('phone', '00353 1 8001234')).toBe('');
    for (const text of ['void@acme.example', 'anna@nowhere.example', 'Me@Acme.example'])
      expect(of('email', text)).toBe('');
    for (const text of ['you@acme.example', 'avoid@acme.example']) expect(of('email', text)).not.toBe('');
  });
});

const near = fc.oneof(
  fc.constantFrom(
    ...placeholderWords,
    '0000000000',
    '+1 1234567890',
    'test@test.com',
    'noreply@acme.example',
    'aaa',
    'Dr. Test',
    'Mr X',
  ),
  fc.constantFrom('Anna Smith', 'Testa', 'Nan', 'acme.example', '+353861234567', '0861234567', 'a@acme.example'),
);
// Only normalization differs. The methods' own tests check the other laws.
it.each([...methods.keys()])('law: %s normalises idempotently, placeholders or not', (name) => {
  fc.assert(
    fc.property(fc.oneof(near, corrupted(near)), (raw) => {
      expect(normal(name, normal(name, raw))).toBe(normal(name, raw));
    }),
    { numRuns: draws(500) },
  );
});

it('law: a name in two fields is what its fields make of it by themselves', () => {
  expect(methods.get('fullName')!.composition!.part).toBe(methods.get('personName'));
  const composition = methods.get('fullName')!.composition!;
  fc.assert(
    fc.property(fc.oneof(near, corrupted(near)), fc.oneof(near, corrupted(near)), (first, last) => {
      expect(composition.compose([normal('personName', first), normal('personName', last)])).toBe(
        normal('fullName', first, last),
      );
    }),
    { numRuns: draws(2_000) },
  );
});
