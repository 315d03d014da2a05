import { isGivenName } from '../lists/given-names.js';
import { tokenSimilarity } from '../methods/company/compare-companies.js';
import type { Company, CompanyToken } from '../methods/company/company.js';
import { compareNormalised } from '../score.js';
import { osaDistance } from '../text/edit-distance.js';
import { bothOf, type ContradictionKind } from './contradiction.js';

/** A name that is as good as equal says so, however it is written: glued, as an acronym, with its form left out. */
const AS_ONE = 9_650;

/**
 * Each of two company names has a word that the other one has not: Energy and Mobility, Store 12 and Store 17, St. Mary
 * and St. Mark. A word that only one of them has says nothing, unless it makes another body of the company: its
 * holding, its foundation, its fund.
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
      if (bodyOf(x) !== bodyOf(y) || (areTwoCompanies(x, y) && compareNormalised(method, a, b) < AS_ONE))
        return { kind: 'companyName', field, one: both[0], other: both[1] };
    }
    return undefined;
  },
};

/** Whether each has a word that tells and that the other one has not. */
export function areTwoCompanies(a: Company, b: Company): boolean {
  if (a.glued === b.glued || a.whole === b.whole || a.acronym === b.glued || b.acronym === a.glued) return false;
  if (telling(a, b).length > 0 && telling(b, a).length > 0) return true;
  return isFirstAndSecond(a, b) || isFirstAndSecond(b, a);
}

/**
 * Whether the names differ in a letter of a short word, by which one firm is told from another as often as it is a slip:
 * Berger and Burger.
 */
export function differInShortWord(a: Company, b: Company): boolean {
  const isOdd = (word: CompanyToken, other: Company) =>
    word.kind === 'name' && !other.tokens.some(({ text }) => text === word.text);
  return a.tokens.some(
    (word) =>
      isOdd(word, b) &&
      b.tokens.some((other) => isOdd(other, a) && isShortSlip(word.text, other.text) && isOneWord(word, other)),
  );
}

const SHORT_WORD = 6;

/** One letter another one, more or less; a plural is no other name. */
function isShortSlip(a: string, b: string): boolean {
  if (Math.max(a.length, b.length) > SHORT_WORD || osaDistance(a, b, 1) !== 1) return false;
  return a.length === b.length || !(a.length > b.length ? a : b).endsWith('s');
}

/** Words of bodies that stand beside a company of the same name: what holds it, what it gives to, what invests in it. */
const BODIES: ReadonlyMap<string, string> = new Map(
  [
    ['holding', 'holding holdings beteiligungen beteiligungs'],
    ['foundation', 'foundation stiftung trust charity fondation fundacion fundacao fondazione stichting fundacja'],
    ['fund', 'fund funds fonds'],
    ['management', 'verwaltung verwaltungs verwaltungsgesellschaft komplementar komplementaer komplementarin'],
  ].flatMap(([body, all]) => all!.split(' ').map((word) => [word, body!] as const)),
);
/** Legal forms of such bodies. */
const FORMS_OF_BODIES: ReadonlyMap<string, string> = new Map([['trust', 'foundation']]);

function bodyOf({ tokens, legalForm }: Company): string {
  for (const { text } of tokens) {
    const body = BODIES.get(text);
    if (body !== undefined) return body;
  }
  return FORMS_OF_BODIES.get(legalForm) ?? '';
}

/** Fund I and Fund II: the Roman figure is a letter to the method, which leaves letters out. */
function isFirstAndSecond(a: Company, b: Company): boolean {
  const last = b.tokens.at(-1);
  return a.tokens.at(-1)?.text === 'i' && last?.kind === 'number' && /^\d+$/.test(last.text) && last.text !== '1';
}

function telling(a: Company, b: Company): CompanyToken[] {
  return a.tokens.filter(
    (token) =>
      token.kind !== 'stop' &&
      token.text.length > 1 &&
      !b.tokens.some((other) => isOneWord(token, other)) &&
      !isWithin(token.text, b) &&
      !(b.acronym !== '' && token.text === b.acronym),
  );
}

/**
 * Whether the other company writes the word together with one beside it: at the beginning of its words, or as the end of
 * a long one. "mary" is no part of "primary".
 */
function isWithin(text: string, { tokens, glued }: Company): boolean {
  if (!glued.includes(text)) return false;
  return tokens.some((token, i) => {
    if (text.length >= SHORTEST_END && token.text.endsWith(text)) return true;
    const behind = tokens
      .slice(i, i + 4)
      .map((each) => each.text)
      .join('');
    return behind.startsWith(text);
  });
}
const SHORTEST_END = 5;

function isOneWord(a: CompanyToken, b: CompanyToken): boolean {
  if (a.text === b.text) return true;
  if (isGivenName(a.text) && isGivenName(b.text)) return false;
  if (a.text.startsWith(b.text) || b.text.startsWith(a.text))
    return Math.min(a.text.length, b.text.length) >= 3 && a.kind !== 'number' && b.kind !== 'number';
  return tokenSimilarity(a, b, 2) > 0;
}
