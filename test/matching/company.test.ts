import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { matchMethodLaws } from './conformance.js';
import { similarityOf } from './similarity.js';
import { rowsOf } from '../support/entries.js';

const methods = createMethods();
const light = methods.get('companyNameLight')!;
const normal = methods.get('companyName')!;
const strict = methods.get('companyNameStrict')!;

const part = fc.constantFrom(
  ...'Acme Acmee AcmeAG acmegmbh forty four 44 twenty United States USA McDonalds Mc Donalds Mac Siemens Microsoft Micro soft Müller Bros Brothers & and The Global Trading Services International Ireland Spain II 12 IBM Business Machines American Airlines Air lines 日本 Stadtreinigung Landesbank MS GTS Aqua Tech AquaTech 第十二 第12'.split(
    ' ',
  ),
);
const form = fc.constantFrom(
  '',
  'Inc.',
  'GmbH',
  'GmbH & Co. KG',
  'S.A.',
  'Ltd',
  'L.L.C.',
  'Co., Ltd.',
  'AG',
  'Aktiengesellschaft',
  'Aktiengeselschaft',
  'Limited Liability Company',
  '株式会社',
  'ООО',
);
const companies = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 4 }), form)
  .map(([parts, suffix]) => [...parts, suffix].join(' '));

matchMethodLaws(light, companies);
matchMethodLaws(normal, companies);
matchMethodLaws(strict, companies);

describe('company names', () => {
  it.each(
    rowsOf<[string, string]>(`
    Acme Inc. → ACME, Incorporated | Müller GmbH & Co. KG → Mueller GmbH & Co KG | I.B.M. → IBM
    Acme Mfg. → Acme Manufacturing | The Acme Company → Acme Company | SiemensAG → Siemens AG | siemensag → Siemens AG
    Acme Aktiengeselschaft → Acme AG | Limited Liability Company Acme → Acme LLC
    Общество с ограниченной ответственностью Ромашка → Ромашка ООО | 株式会社日立製作所 → 日立製作所 | 삼성전자 주식회사 → 삼성전자(주)
    Brigade Forty-Four → Brigade 44 | United States Steel → U.S. Steel
  `),
  )('%s and %s are one company or nearly', (a, b) => {
    for (const method of [light, normal, strict]) expect(similarityOf(method, a, b)).toBeGreaterThanOrEqual(8_900);
  });

  it.each([
    ['Mc Donalds', 'Mac Donalds', 92],
    ['Mc Donalds Ireland', 'Mc Donalds Spain', 84],
    ['Mc Dnalds', 'Mac Donalds', 80],
  ])('light: %s and %s are near the product (%i)', (a, b, percent) => {
    expect(Math.abs(similarityOf(light, a, b) / 100 - percent)).toBeLessThanOrEqual(5);
  });

  it('is the stricter the stronger', () => {
    for (const [a, b] of [
      ['Mc Donalds Ireland', 'Mc Donalds Spain'],
      ['Acme Services', 'Acme'],
      ['Acme Fund II', 'Acme Fund III'],
    ] as const) {
      const [x, y, z] = [light, normal, strict].map((method) => similarityOf(method, a, b));
      expect(x).toBeGreaterThan(y!);
      expect(y).toBeGreaterThanOrEqual(z!);
    }
  });

  it.each(
    rowsOf<[string, string]>(`
    Micro Soft → Microsoft | Van der Bilt Corp → Vanderbilt Corp | International Business Machines → IBM
    Siemens AG → Siemns AG | OOO Romashka → Romashka | Smith & Jones → Jones and Smith
    American Airlines → American Airlines Wichita | First International Bank → 1st International Bank
  `),
  )('finds %s as %s', (a, b) => expect(similarityOf(normal, a, b)).toBeGreaterThanOrEqual(6_900));

  it.each([
    ['Acme Trading', 'Apex Trading'],
    ['Global Services', 'Northern Services'],
    ['IBM', 'ICM'],
  ])('distinguishes %s from %s', (a, b) => {
    for (const method of [light, normal, strict]) expect(similarityOf(method, a, b)).toBe(0);
  });

  it('keeps the name of a company that is called like a legal form', () => {
    expect(similarityOf(normal, 'AG', 'SE')).toBe(0);
    expect(similarityOf(normal, 'KG Inc', 'KG Incorporated')).toBeGreaterThan(9_000);
  });

  it.each([
    ['Anonymous Trust', 'Trust'],
    ['Limited Liability', 'Limited Partnership'],
  ])('a name made of the words of a legal form keeps one: %s, %s', (a, b) => {
    expect(similarityOf(normal, a, b)).toBeLessThan(10_000);
  });

  it.each([
    ['BSR', 'Berliner Stadtreinigung'],
    ['LBBW', 'Landesbank Baden-Württemberg'],
    ['WDR', 'Westdeutscher Rundfunk'],
    ['GVB', 'Gemeentelijk Vervoerbedrijf'],
    ['HP', 'Hewlett-Packard'],
  ])('finds %s as the initials of %s', (short, long) => {
    expect(similarityOf(normal, short, long)).toBe(8_000);
    expect(similarityOf(strict, short, long)).toBe(0);
  });

  it('takes abbreviations from a user list', () => {
    const own = createMethods({ lists: new Map([['company-abbreviations', ['gbh = grossbaeckerei']]]) });
    expect(similarityOf(own.get('companyName')!, 'Acme GBH', 'Acme Grossbaeckerei')).toBeGreaterThan(9_500);
    expect(similarityOf(normal, 'Acme GBH', 'Acme Grossbaeckerei')).toBeLessThan(9_000);
  });

  it('takes legal forms and common words from user lists', () => {
    const own = createMethods({
      lists: new Map([
        ['legal-forms', ['X.Y.Z.']],
        ['company-common-words', ['zebra']],
      ]),
    });
    expect(similarityOf(own.get('companyName')!, 'Acme XYZ', 'Acme')).toBeGreaterThan(9_500);
    expect(similarityOf(own.get('companyName')!, 'Zebra Acme', 'Acme')).toBeGreaterThan(
      similarityOf(normal, 'Zebra Acme', 'Acme'),
    );
  });
});
