import { isFrequentGivenName } from '../lists/given-names.js';
import { tokenSimilarity } from '../methods/company/compare-companies.js';
import { charactersOf, lengthOfHead, namesOf, type Company, type CompanyToken } from '../methods/company/company.js';
import { isSlip, soundOf } from '../person/given-name.js';
import { shippedGroups, shippedList } from '../lists/shipped-list.js';
import { compareNormalised } from '../score.js';
import { areOtherCharacters as areTwoCharacters } from '../text/characters.js';
import { osaDistance } from '../text/edit-distance.js';
import { fold } from '../text/fold.js';
import { bothOf, type ContradictionKind } from './contradiction.js';

/** Minimum similarity of two spellings of the same name: joined words, an acronym, or a missing legal form. */
const AS_ONE = 9_650;

/**
 * Company names that each have a word that the other lacks: Energy and Mobility, Store 12 and Store 17, St. Mary and
 * St. Mark. An extra word in only one name counts only if it names a separate body, such as a holding or a fund.
 */
export const companyName: ContradictionKind = {
  name: 'companyName',
  title: 'different company names',
  reads: ({ name }, isPerson) => !isPerson && /^(?:Name|AccountName|Company(?:_?Name)?)(?:__c)?$/i.test(name),
  find(pair, fields, context) {
    const method = context.method('companyName');
    for (const field of fields) {
      const both = bothOf(pair, field);
      if (both === undefined) continue;
      const [a, b] = both.map((text) => method.normalise([text])) as [string, string];
      const areCharactersApart = areOtherCharacters(...both);
      if (a === '' || b === '' || (a === b && !areCharactersApart)) continue;
      const [all, others] = [a, b].map((name) => [...namesOf(method.prepare(name) as Company)]) as [
        Company[],
        Company[],
      ];
      const areApart = (x: Company, y: Company) =>
        haveOtherInitials(x, y) ||
        bodyOf(x) !== bodyOf(y) ||
        isOtherBody(x, y) ||
        isOtherBody(y, x) ||
        (areTwoCompanies(x, y) && compareNormalised(method, a, b) < AS_ONE);
      if (areNumberedApart(a, b) || areCharactersApart || all.every((x) => others.every((y) => areApart(x, y))))
        return { kind: 'companyName', field, one: both[0], other: both[1] };
    }
    return undefined;
  },
};

/** Returns whether names differ only in their number: 第一工場 and 第二工場, 제1공장 and 제2공장. */
function areNumberedApart(a: string, b: string): boolean {
  const numbers = (text: string) => (text.match(/\d+/g) ?? []).map(Number).join(' ');
  const name = (text: string) => text.replace(/\d+|\s+/g, '');
  return numbers(a) !== '' && numbers(b) !== '' && numbers(a) !== numbers(b) && name(a) === name(b);
}

/** Returns whether each name has a Chinese character or Hangul that the other lacks: 田中歯科 and 田中内科. */
function areOtherCharacters(one: string, other: string): boolean {
  const [a, b] = [charactersOf(one), charactersOf(other)];
  const isOne = (x: string, y: string) => fold(x) === fold(y) && !areTwoCharacters(x, y);
  const [ofA, ofB] = [a.map((x) => b.some((y) => isOne(x, y))), b.map((y) => a.some((x) => isOne(x, y)))];
  return ofA.includes(false) && ofB.includes(false) && ofA.includes(true);
}

/** Returns whether the initials differ: K & L Motors and L & K Motors, but not B Company and B&Q Stores. */
function haveOtherInitials(a: Company, b: Company): boolean {
  const initials = ({ tokens }: Company) => tokens.flatMap(({ text }) => (text.length === 1 ? text : [])).join('');
  const [x, y] = [initials(a), initials(b)];
  if (x === '' || y === '' || x === y) return false;
  // For example, Fund A and Fund B.
  if ([a, b].every(({ tokens }) => tokens.at(-1)!.text.length === 1)) return true;
  return (x.length > 1 && y.length > 1) || !a.tokens.some(({ text }) => text.length > 1 && isIn(text, b));
}

const isIn = (word: string, { tokens }: Company): boolean => tokens.some(({ text }) => text === word);

const INSTITUTIONS = new Set(shippedList('institutions'));
/** Names of divisions that are separate companies of a group. */
const DIVISIONS = new Set(shippedList('company-divisions'));

/** Returns whether an extra word in the longer name makes it a different body, such as a division of a group. */
function isOtherBody(long: Company, short: Company): boolean {
  if (areWrittenAlike(long, short)) return false;
  const words = long.tokens.filter(({ kind }) => kind !== 'stop');
  const isLonger = words.length > short.tokens.filter(({ kind }) => kind !== 'stop').length;
  if (!isLonger || telling(short, long).length > 0) return false;
  return telling(long, short).some((word) => {
    if (DIVISIONS.has(word.text)) return true;
    const at = words.indexOf(word);
    const isHead = (one: CompanyToken | undefined) =>
      one !== undefined && INSTITUTIONS.has(one.text) && isIn(one.text, short);
    const behind = words[at + 1];
    return (
      word.kind !== 'place' &&
      (isHead(behind) ||
        isHead(words[at + 2]) ||
        (isHead(words[at - 1]) &&
          (behind === undefined ? INSTITUTIONS.has(word.text) || isPart(word) : isIn(behind.text, short))))
    );
  });
}

function areTwoCompanies(a: Company, b: Company): boolean {
  if (areWrittenAlike(a, b)) return false;
  if (telling(a, b).length > 0 && telling(b, a).length > 0) return true;
  return isFirstAndSecond(a, b) || isFirstAndSecond(b, a);
}

/** Returns whether the names differ in a short word (Berger and Burger), which may be a typo or another company. */
export const differInShortWord = (a: Company, b: Company): boolean =>
  differInWord(a, b, (word, other) => isShortSlip(word.text, other.text) && isOneWord(word, other));

/** Returns whether a short word differs in a letter of another sound and key: Garage Morin and Garage Marin. */
export const haveOtherNames = (a: Company, b: Company): boolean =>
  differInWord(
    a,
    b,
    ({ text: x }, { text: y }) =>
      x.length === y.length &&
      x.length <= SHORT_NAME &&
      osaDistance(x, y, 1) === 1 &&
      !isSlip(x, y) &&
      soundOf(x) !== soundOf(y),
  );

function differInWord(a: Company, b: Company, areTwo: (word: CompanyToken, other: CompanyToken) => boolean): boolean {
  const isOdd = ({ kind, text }: CompanyToken, other: Company) =>
    (kind === 'name' || kind === 'place') && !isIn(text, other);
  return a.tokens.some((word) => isOdd(word, b) && b.tokens.some((other) => isOdd(other, a) && areTwo(word, other)));
}

const SHORT_NAME = 7;
const SHORT_WORD = 6;

/** Returns whether the words differ by one substitution, insertion or deletion. A plural counts as the same word. */
function isShortSlip(a: string, b: string): boolean {
  if (Math.max(a.length, b.length) > SHORT_WORD || osaDistance(a, b, 1) !== 1) return false;
  return a.length === b.length || !(a.length > b.length ? a : b).endsWith('s');
}

/** Returns whether one name has an additional proper name: Virgin and Virgin Atlantic. */
export function hasNameBeyond(a: Company, b: Company): boolean {
  const isName = ({ kind, text }: CompanyToken) => kind === 'name' && !VAGUE.has(text);
  return telling(a, b).some(isName) || telling(b, a).some(isName);
}

/** Returns whether one name has an additional common word at the end: Novartis and Novartis Pharma. */
export function hasPartBehind(a: Company, b: Company): boolean {
  return isContinued(a, b) || isContinued(b, a);
}

/** Returns whether one name is a brand, and the other adds a word that the site lacks: IKEA and IKEA Food at ikea.com. */
export function hasPartBeyond(a: Company, b: Company, site: string): boolean {
  const [ofA, ofB] = [telling(a, b), telling(b, a)];
  const [short] = [a, b].sort((x, y) => x.tokens.length - y.tokens.length);
  if (short!.tokens.length > 1 || (ofA.length > 0 && ofB.length > 0) || areWrittenAlike(a, b)) return false;
  return [...ofA, ...ofB].some(({ text }) => !VAGUE.has(text) && !site.includes(text));
}

const isPart = ({ kind, text }: CompanyToken): boolean => kind === 'common' && !VAGUE.has(text);

function isContinued(long: Company, short: Company): boolean {
  const last = long.tokens.at(-1);
  return last !== undefined && isPart(last) && !isIn(last.text, short) && telling(long, short).includes(last);
}
const VAGUE = new Set(shippedList('company-vague-words').flatMap((line) => line.split(' ')));

/** Returns whether both names have a legal form, and one contains the other: Volvo AB and Volvo Penta AB. */
export function areRegisteredApart(a: Company, b: Company): boolean {
  if (a.legalForm === '' || b.legalForm === '' || areWrittenAlike(a, b)) return false;
  const [ofA, ofB] = [telling(a, b), telling(b, a)];
  // If both names have extra words, the words of one may abbreviate the words of the other.
  if ((ofA.length > 0 && ofB.length > 0) || !a.tokens.some(({ text }) => isIn(text, b))) return false;
  // A founder's first name may be missing in one name.
  const beyond = [...ofA, ...ofB].filter(({ text }) => !isFrequentGivenName(text));
  if (beyond.length > 1) return true;
  return beyond.some(({ kind, text }) => kind === 'name' || DIVISIONS.has(text) || INSTITUTIONS.has(text));
}

/** Returns whether the names have the same letters, or one is the acronym of the other. */
function areWrittenAlike(a: Company, b: Company): boolean {
  return a.glued === b.glued || a.whole === b.whole || a.acronyms.includes(b.glued) || b.acronyms.includes(a.glued);
}

/** Words for separate bodies with a company's name, such as its holding, foundation or fund. */
const BODIES = shippedGroups('company-bodies');
const FORMS_OF_BODIES: ReadonlyMap<string, string> = new Map([['trust', 'foundation']]);

function bodyOf({ tokens, legalForm }: Company): string {
  for (const { text } of tokens) {
    const body = BODIES.get(text);
    if (body !== undefined) return body;
  }
  return FORMS_OF_BODIES.get(legalForm) ?? '';
}

/** Returns whether the names end in I and another numeral (Fund I, Fund II). The method ignores single letters. */
function isFirstAndSecond(a: Company, b: Company): boolean {
  const last = b.tokens.at(-1);
  return a.tokens.at(-1)?.text === 'i' && last?.kind === 'number' && /^\d+$/.test(last.text) && last.text !== '1';
}

function telling(a: Company, b: Company): CompanyToken[] {
  return a.tokens.filter(
    (token, i) =>
      token.kind !== 'stop' &&
      token.text.length > 1 &&
      !b.tokens.some((other) => isOneWord(token, other)) &&
      !isWithin(token.text, b) &&
      !b.acronyms.includes(token.text) &&
      !(i === 0 && lengthOfHead(token, b.tokens) > 0),
  );
}

/** Returns whether a word of the name starts with the text or, if the text is long, ends with it. */
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
  if (isFrequentGivenName(a.text) && isFrequentGivenName(b.text)) return false;
  if (a.text.startsWith(b.text) || b.text.startsWith(a.text))
    return Math.min(a.text.length, b.text.length) >= 3 && a.kind !== 'number' && b.kind !== 'number';
  return tokenSimilarity(a, b, 2) > 0;
}
