import { shippedList } from '../../lists/shipped-list.js';
import { cut, fold, words } from '../../text/fold.js';
import { figuresOf } from '../../text/romanise.js';
import { halves, halvesAsked, thirds, thirdsAsked } from '../../text/segments.js';
import type { LegalForms } from './legal-form.js';
import { isNumber, joinNumbers, numberOf } from './number-words.js';

export interface CompanyLists {
  readonly legalForms: LegalForms;
  readonly stopWords: ReadonlySet<string>;
  readonly commonWords: ReadonlySet<string>;
  readonly abbreviations: ReadonlyMap<string, string>;
  /** Phrases that are replaced, such as `united states` by `usa`. Grouped by first word, longest first. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  readonly places: ReadonlySet<string>;
}

export interface Phrase {
  readonly words: readonly string[];
  readonly stands: string;
}

export type TokenKind = 'name' | 'common' | 'stop' | 'place' | 'number';

export interface CompanyToken {
  readonly text: string;
  /** The word as entered: tech, even if it is then expanded to technology. */
  readonly written: string;
  readonly kind: TokenKind;
  /** Whether the company can be found by this word: a name word, or any word if there is no name word. */
  readonly isAnchor: boolean;
}

export interface Company {
  readonly text: string;
  readonly tokens: readonly CompanyToken[];
  readonly legalForm: string;
  /** All words except the legal form, `the` and `and`, joined into one word. */
  readonly glued: string;
  /** All words and the legal form, joined into one word: `siemensag`. */
  readonly whole: string;
  /** First letters of at least three words, of at least three parts of words, or of two names. */
  readonly acronyms: readonly string[];
  /** Adjacent common words, which are rare together ("american_airlines"). */
  readonly pairs: readonly string[];
  /** A trade name, an earlier name, or initials after the name. */
  readonly also?: Company;
}

export function* namesOf(company: Company): Iterable<Company> {
  for (let each: Company | undefined = company; each !== undefined; each = each.also) yield each;
}

export const MOST_WORDS = 12;
const LONGEST_WORD = 40;
const LONGEST_RAW = 1_024;
/** Minimum word length for one edit, and for two edits. */
const ONE_EDIT = 4;
export const TWO_EDITS = 8;

/** Normalises a name. Consecutive single letters become one word (`I.B.M.`). Idempotent. */
export function normaliseCompany(raw: readonly string[]): string {
  let text = apart(raw.join(' '));
  if (OTHER_NAME.test(text)) text = text.replace(OTHER_NAME, ` ${ALSO} `);
  text = fold(text).replace(/[&+]/g, ' and ');
  const all: string[] = [];
  let letters = '';
  for (const word of words(text)) {
    if (word.length === 1) {
      letters += word;
      continue;
    }
    if (letters !== '') all.push(letters);
    letters = '';
    all.push(cut(word, LONGEST_WORD));
  }
  if (letters !== '') all.push(cut(letters, LONGEST_WORD));
  return all.slice(0, MOST_WORDS).join(' ');
}

const OTHER_NAME =
  /(?<=\s|\()(?:t\/as?|d\/b\/a|d\.b\.a\.?|a\/k\/a|f\/k\/a|o\/a|trading as|doing business as|operating as|also known as|formerly(?: known as)?|vormals|enseigne)(?=\s)/i;
const ALSO = 'dba';

/** Legal forms in scripts without spaces, longest first, because they are written without a space after the name. */
const UNSPACED =
  /(?:特定非営利活動法人|公益社団法人|公益財団法人|一般社団法人|一般財団法人|独立行政法人|株式会社|有限会社|合同会社|合資会社|合名会社|医療法人|学校法人|股份有限公司|有限责任公司|有限責任公司|集团有限公司|集團有限公司|有限公司|合伙企业|유한책임회사|주식회사|유한회사|합자회사|합명회사|사단법인|재단법인|บริษัท|จำกัด|มหาชน)/g;

function apart(raw: string): string {
  // Full-width and enclosed forms (㈱) are expanded first. The text is truncated because the cost grows with its length.
  return /[\u0e00-\u0e7f\u3200-\u9fff\uac00-\ud7ff]/.test(raw)
    ? raw
        .slice(0, LONGEST_RAW)
        .normalize('NFKC')
        .replace(/(?<=第)[〇一二三四五六七八九十]+/g, figuresOf)
        .replace(/^([\u4e00-\u9fff]{2,3})[省市](?=[\u4e00-\u9fff]{2})/, '$1 ')
        .trim()
        .replace(UNSPACED, ' $& ')
        .replace(/^ (\S+) (.+)$/, '$2 $1')
    : raw;
}

/** Returns the readings of the Chinese characters and Hangul of a name without its legal form. */
export function charactersOf(name: string): string[] {
  const all = apart(name).replace(UNSPACED, '').replace(/\(.\)/gu, '');
  return all.match(/[\u3400-\u9fff\uac00-\ud7a3]/g) ?? [];
}

export function prepareCompany(normalised: string, lists: CompanyLists): Company {
  const all = normalised.split(' ');
  const at = all.indexOf(ALSO);
  const whole = prepareOne(normalised, lists);
  const last = all.at(-1)!;
  // Initials in brackets: "World Health Organization (WHO)".
  const isBehind = last.length > 2 && whole.acronyms.includes(last + last.charAt(0));
  if (at <= 0 && !isBehind) return whole;
  const company = prepareOne(all.slice(0, isBehind ? -1 : at).join(' '), lists);
  const also = prepareCompany(all.slice(isBehind ? -1 : at + 1).join(' '), lists);
  const isNamed = ({ tokens }: Company) => tokens.length > 1 || tokens[0]?.kind === 'name';
  return isNamed(company) && isNamed(also) ? { ...company, text: normalised, also } : whole;
}

function prepareOne(normalised: string, lists: CompanyLists): Company {
  const { rest, legalForm } = splitForm(joinPhrases(normalised.split(' '), lists.phrases), lists);
  const written = joinNumbers(joinPrefixes(rest));
  const spelled = written.map((word) => lists.abbreviations.get(word) ?? ordinal(word));
  const kinds = spelled.map((word) => kindOf(word, lists));
  const hasName = kinds.includes('name');
  const hasWord = kinds.some((kind) => kind !== 'stop');
  const tokens = spelled.map((text, i): CompanyToken => {
    const kind = kinds[i]!;
    const isAnchor = hasName ? kind === 'name' : kind !== 'stop' || !hasWord;
    return { text: kind === 'number' ? numberOf(text) : text, written: written[i]!, kind, isAnchor };
  });
  const core = tokens.filter((token) => token.kind !== 'stop');
  const pairs: string[] = [];
  for (let i = 0; i + 1 < core.length; i++) {
    const [one, two] = [core[i]!, core[i + 1]!];
    if (one.kind === 'common' && two.kind === 'common') pairs.push(`${one.text}_${two.text}`);
  }
  return {
    text: normalised,
    tokens,
    legalForm,
    glued: tokens.map((token) => (token.text === 'and' || token.text === 'the' ? '' : token.text)).join(''),
    whole: normalised.replaceAll(' ', ''),
    acronyms: acronymsOf(core),
    pairs,
  };
}

/** Returns acronyms, including those from parts of compounds: Berliner Stadtreinigung is BSR. */
function acronymsOf(core: readonly CompanyToken[]): readonly string[] {
  if (core.length < 2) return NONE;
  return initialsOf(core).filter((letters) => letters.length > 2 || core.every(({ kind }) => kind === 'name'));
}
const NONE: readonly string[] = [];

function initialsOf(core: readonly CompanyToken[]): string[] {
  let all = [''];
  for (const { text } of core) {
    const first = text.charAt(0);
    const second = lastPart(text);
    all = all.flatMap((letters) => (second === '' ? [letters + first] : [letters + first, letters + first + second]));
    if (all.length > MOST_ACRONYMS) all.length = MOST_ACRONYMS;
  }
  return all;
}
const MOST_ACRONYMS = 4;

/**
 * Returns how many leading words a word abbreviates to their initials, or 0: FF Krems is Freiwillige Feuerwehr Krems.
 */
export function lengthOfHead({ text, kind }: CompanyToken, all: readonly CompanyToken[]): number {
  if (text.length > LONGEST_HEAD || kind === 'number') return 0;
  const head: CompanyToken[] = [];
  for (let n = 0; n + 1 < all.length && head.length < text.length; n++) {
    if (all[n]!.kind === 'stop') continue;
    head.push(all[n]!);
    if (all[n]!.text.length <= text.length) return 0;
    if (initialsOf(head).includes(text)) return n + 1;
  }
  return 0;
}
const LONGEST_HEAD = 4;

/** Returns the first letter of a compound's last part; `''` if the word is not a compound. */
function lastPart(word: string): string {
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++)
    if (compoundEnds.has(word.slice(at))) return word.charAt(at);
  return '';
}
const SHORTEST_PART = 3;
/** Last parts of compounds. */
const compoundEnds = new Set(shippedList('company-compound-ends'));

/** Separates the legal form, even before a place: Siemens AG, München. Baugesellschaft mbH becomes Bau GmbH. */
function splitForm(all: readonly string[], { legalForms, places }: CompanyLists) {
  const [last = '', before = ''] = [all.at(-1), all.at(-2)];
  if (places.has(last) && all.length > 2) {
    const { rest, legalForm } = legalForms.split(all.slice(0, -1));
    if (legalForm !== '') return { rest: [...rest, last], legalForm };
  }
  const trade = last === 'mbh' ? TRADE.exec(before)?.[1] : undefined;
  return legalForms.split(trade === undefined ? all : [...all.slice(0, -2), trade, 'gmbh']);
}
const TRADE = /^([a-z]{3,})gesellschaft$/;

function joinPhrases(all: readonly string[], phrases: CompanyLists['phrases']): readonly string[] {
  if (!all.some((word) => phrases.has(word))) return all;
  const joined: string[] = [];
  for (let i = 0; i < all.length; i++) {
    const phrase = phrases.get(all[i]!)?.find((each) => each.words.every((word, k) => all[i + k] === word));
    joined.push(phrase?.stands ?? all[i]!);
    if (phrase !== undefined) i += phrase.words.length - 1;
  }
  return joined;
}

/** Joins Scottish and Irish prefixes of names to the next word. */
function joinPrefixes(all: readonly string[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < all.length; i++) {
    const word = all[i]!;
    const next = all[i + 1];
    if ((word === 'mc' || word === 'mac') && next !== undefined) {
      joined.push(cut(word + next, LONGEST_WORD));
      i++;
    } else joined.push(word);
  }
  return joined;
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

function kindOf(word: string, lists: CompanyLists): TokenKind {
  if (isNumber(word)) return 'number';
  if (lists.stopWords.has(word)) return 'stop';
  if (lists.commonWords.has(word)) return 'common';
  return lists.places.has(word) ? 'place' : 'name';
}

function ordinal(word: string): string {
  const value = /^([1-9]|10)(?:st|nd|rd|th)$/.exec(word);
  return value === null ? word : ORDINALS[Number(value[1]) - 1]!;
}

/**
 * Returns terms for FlexSearch. Two companies that the comparison accepts share a term. The terms are: anchor words;
 * their halves and, if they are long, their thirds (for typos); adjacent words, joined; the acronym; pairs of common
 * words. A common word alone is not a term, because up to 10% of all companies have it.
 */
export function termsOf(company: Company, stored: boolean): Set<string> {
  const terms = new Set<string>();
  for (const each of namesOf(company)) addTerms(each, stored, terms);
  return terms;
}

function addTerms(company: Company, stored: boolean, terms: Set<string>): void {
  const { tokens } = company;
  const core = tokens.filter((token) => token.kind !== 'stop');
  for (const token of tokens) if (token.isAnchor) wordTerms(token, stored, terms);
  for (let i = 0; i + 1 < core.length; i++) terms.add(`w${core[i]!.written}${core[i + 1]!.written}`);
  terms.add(`w${company.glued}`);
  if (company.whole !== company.glued) terms.add(`w${company.whole}`);
  for (const acronym of company.acronyms) terms.add(`w${acronym}`);
  for (const pair of company.pairs) terms.add(`p${pair}`);
}

function wordTerms({ text, kind }: CompanyToken, stored: boolean, terms: Set<string>): void {
  terms.add(`w${text}`);
  if (kind === 'number' || text.length < ONE_EDIT) return;
  for (const segment of stored ? halves(text) : halvesAsked(text)) terms.add(`h${segment}`);
  if (text.length < TWO_EDITS) return;
  // If two letters may be wrong, the first letter must be right, because three letters alone find too many words.
  const first = text.charAt(0);
  const behind = text.slice(1);
  for (const segment of stored ? thirds(behind) : thirdsAsked(behind)) terms.add(`t${first}${segment}`);
}
