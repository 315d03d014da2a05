import { cut, fold, words } from '../../text/fold.js';
import { halves, halvesAsked, thirds, thirdsAsked } from '../../text/segments.js';
import type { LegalForms } from './legal-form.js';
import { isNumber, joinNumbers, numberOf } from './number-words.js';

/** Lists of the company methods, the shipped ones and the user's. */
export interface CompanyLists {
  readonly legalForms: LegalForms;
  readonly stopWords: ReadonlySet<string>;
  readonly commonWords: ReadonlySet<string>;
  readonly abbreviations: ReadonlyMap<string, string>;
  /** Names of several words that are one: `united states` to `usa`. By first word, longest first. */
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
  readonly kind: TokenKind;
  /** Whether the company can be found by this word: a name word, or any word if there is none. */
  readonly isAnchor: boolean;
}

/** A parsed company name. */
export interface Company {
  readonly text: string;
  readonly tokens: readonly CompanyToken[];
  /** Code of the legal form, `''` for none. */
  readonly legalForm: string;
  /** All words except the legal form, `the` and `and`, joined. */
  readonly glued: string;
  /** All words and the legal form, joined: `siemensag`. */
  readonly whole: string;
  /** First letters, if there are at least three words. */
  readonly acronym: string;
  /** Adjacent common words ("american_airlines"), which are rare together. */
  readonly pairs: readonly string[];
}

/** Further words are cut. */
export const MOST_WORDS = 12;
const LONGEST_WORD = 40;
/** An unspaced name is cut after this many UTF-16 units. */
const LONGEST_RAW = 1_024;
/** Minimum lengths for one edit and for two. */
const ONE_EDIT = 4;
export const TWO_EDITS = 8;

/** Folded words; consecutive single letters become one word (`I.B.M.`). Idempotent. */
export function normaliseCompany(raw: readonly string[]): string {
  const text = fold(apart(raw.join(' '))).replace(/[&+]/g, ' and ');
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

/** Legal forms in scripts without spaces, which would otherwise be part of the name; longest first. */
const UNSPACED =
  /(?:特定非営利活動法人|公益社団法人|公益財団法人|一般社団法人|一般財団法人|独立行政法人|株式会社|有限会社|合同会社|合資会社|合名会社|医療法人|学校法人|股份有限公司|有限责任公司|有限責任公司|集团有限公司|集團有限公司|有限公司|合伙企业|유한책임회사|주식회사|유한회사|합자회사|합명회사|사단법인|재단법인|บริษัท|จำกัด|มหาชน)/g;

function apart(raw: string): string {
  // Full-width and enclosed forms (㈱) are expanded first. The text is cut here, because the cost grows with it and
  // names are short.
  return /[\u0e00-\u0e7f\u3200-\u9fff\uac00-\ud7ff]/.test(raw)
    ? raw.slice(0, LONGEST_RAW).normalize('NFKC').replace(UNSPACED, ' $& ')
    : raw;
}

export function prepareCompany(normalised: string, lists: CompanyLists): Company {
  const { rest, legalForm } = splitForm(joinPhrases(normalised.split(' '), lists.phrases), lists);
  const spelled = joinNumbers(joinPrefixes(rest)).map((word) => lists.abbreviations.get(word) ?? ordinal(word));
  const kinds = spelled.map((word) => kindOf(word, lists));
  const hasName = kinds.includes('name');
  const hasWord = kinds.some((kind) => kind !== 'stop');
  const tokens = spelled.map((text, i): CompanyToken => {
    const kind = kinds[i]!;
    const isAnchor = hasName ? kind === 'name' : kind !== 'stop' || !hasWord;
    return { text: kind === 'number' ? numberOf(text) : text, kind, isAnchor };
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
    acronym: core.length >= 3 ? core.map((token) => token.text.charAt(0)).join('') : '',
    pairs,
  };
}

/** The legal form apart, also before a place: Siemens AG, München. Baugesellschaft mbH is Bau GmbH. */
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

/** Scottish and Irish prefixes belong to the next word. */
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

/** `1st` is `first`. */
function ordinal(word: string): string {
  const value = /^([1-9]|10)(?:st|nd|rd|th)$/.exec(word);
  return value === null ? word : ORDINALS[Number(value[1]) - 1]!;
}

/**
 * Terms of a company for FlexSearch: two companies that the comparison accepts share one. Anchor words as they are, and
 * their halves and, if long, thirds (typos); adjacent words joined; the acronym; pairs of common words. A common word
 * alone is no term, because a tenth of all companies have it.
 */
export function termsOf(company: Company, stored: boolean): Set<string> {
  const terms = new Set<string>();
  const { tokens } = company;
  const core = tokens.filter((token) => token.kind !== 'stop');
  for (const token of tokens) if (token.isAnchor) wordTerms(token, stored, terms);
  for (let i = 0; i + 1 < core.length; i++) terms.add(`w${core[i]!.text}${core[i + 1]!.text}`);
  terms.add(`w${company.glued}`);
  if (company.whole !== company.glued) terms.add(`w${company.whole}`);
  if (company.acronym !== '') terms.add(`w${company.acronym}`);
  for (const pair of company.pairs) terms.add(`p${pair}`);
  return terms;
}

function wordTerms({ text, kind }: CompanyToken, stored: boolean, terms: Set<string>): void {
  terms.add(`w${text}`);
  if (kind === 'number' || text.length < ONE_EDIT) return;
  for (const segment of stored ? halves(text) : halvesAsked(text)) terms.add(`h${segment}`);
  if (text.length < TWO_EDITS) return;
  // If two other letters may be wrong, the first must be right: it makes three-letter keys of eight letters selective.
  const first = text.charAt(0);
  const behind = text.slice(1);
  for (const segment of stored ? thirds(behind) : thirdsAsked(behind)) terms.add(`t${first}${segment}`);
}
