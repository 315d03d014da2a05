import { isGivenName } from '../lists/given-names.js';
import { tokenSimilarity } from '../methods/company/compare.js';
import type { Company, CompanyToken } from '../methods/company/company.js';
import { compareNormalised } from '../score.js';
import { bothOf, type ContradictionKind } from './contradiction.js';

/** A name that is as good as equal says so, however it is written: glued, as an acronym, with its form left out. */
const AS_ONE = 9_650;

/**
 * Each of two company names has a word that the other one has not: Energy and Mobility, Store 12 and Store 17, St. Mary
 * and St. Mark. A word that only one of them has says nothing.
 */
export const companyName: ContradictionKind = {
  name: 'companyName',
  title: 'two company names',
  reads: ({ name }, isPerson) => !isPerson && /^(?:Name|AccountName|Company(?:_?Name)?)(?:__c)?$/i.test(name),
  find(pair, fields, context) {
    const method = context.method('companyName');
    for (const field of fields) {
      const both = bothOf(pair, field);
      if (both === undefined) continue;
      const [a, b] = both.map((text) => method.normalise([text])) as [string, string];
      if (a === '' || b === '' || a === b) continue;
      const [x, y] = [method.prepare(a) as Company, method.prepare(b) as Company];
      if (areTwoCompanies(x, y) && compareNormalised(method, a, b) < AS_ONE)
        return { kind: 'companyName', field, one: both[0], other: both[1] };
    }
    return undefined;
  },
};

/** Whether each has a word that tells and that the other one has not. */
export function areTwoCompanies(a: Company, b: Company): boolean {
  if (a.glued === b.glued || a.whole === b.whole || a.acronym === b.glued || b.acronym === a.glued) return false;
  return telling(a, b).length > 0 && telling(b, a).length > 0;
}

function telling(a: Company, b: Company): CompanyToken[] {
  return a.tokens.filter(
    (token) =>
      token.kind !== 'stop' &&
      token.text.length > 1 &&
      !b.tokens.some((other) => isOneWord(token, other)) &&
      !b.glued.includes(token.text) &&
      !(b.acronym !== '' && token.text === b.acronym),
  );
}

function isOneWord(a: CompanyToken, b: CompanyToken): boolean {
  if (a.text === b.text) return true;
  if (isGivenName(a.text) && isGivenName(b.text)) return false;
  if (a.text.startsWith(b.text) || b.text.startsWith(a.text))
    return Math.min(a.text.length, b.text.length) >= 3 && a.kind !== 'number' && b.kind !== 'number';
  return tokenSimilarity(a, b, 2) > 0;
}
