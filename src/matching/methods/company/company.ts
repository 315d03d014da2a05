import { cut, fold, words } from '../../text/fold.js';
import { halves, halvesAsked, thirds, thirdsAsked } from '../../text/segments.js';

/** What the company methods need to know: from the shipped lists and the user's. */
export interface CompanyLists {
  /** Legal forms by their words joined by a space, to a code. */
  readonly legalForms: ReadonlyMap<string, string>;
  readonly stopWords: ReadonlySet<string>;
  readonly commonWords: ReadonlySet<string>;
  readonly abbreviations: ReadonlyMap<string, string>;
  readonly places: ReadonlySet<string>;
}

export type TokenKind = 'name' | 'common' | 'stop' | 'place' | 'number';

export interface CompanyToken {
  readonly text: string;
  readonly kind: TokenKind;
  /** Whether the company can be found by this word: a name; any other word where a company has no name. */
  readonly isAnchor: boolean;
}

/** A company name taken apart. */
export interface Company {
  readonly text: string;
  readonly tokens: readonly CompanyToken[];
  /** Code of the legal form, `''` for none. */
  readonly legalForm: string;
  /** All words but the legal form, `the` and `and`, written as one. */
  readonly glued: string;
  /** First letters, of three words or more. */
  readonly acronym: string;
  /** Neighbouring common words ("american_airlines"), which together are rare again. */
  readonly pairs: readonly string[];
}

/** Words beyond this are cut. */
export const MOST_WORDS = 12;
const LONGEST_WORD = 40;
/** Longest legal form, in words. */
const LONGEST_FORM = 6;
/** Least length for one edit, for two edits. */
const ONE_EDIT = 4;
export const TWO_EDITS = 8;

/** Folded words; single letters in a row are one word (`I.B.M.`). Idempotent. */
export function normaliseCompany(raw: readonly string[]): string {
  const text = fold(raw.join(' ')).replace(/[&+]/g, ' and ');
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

export function prepareCompany(normalised: string, lists: CompanyLists): Company {
  const { rest, legalForm } = withoutLegalForm(normalised.split(' '), lists.legalForms);
  const spelled = joinPrefixes(rest).map((word) => lists.abbreviations.get(word) ?? ordinal(word));
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
    acronym: core.length >= 3 ? core.map((token) => token.text.charAt(0)).join('') : '',
    pairs,
  };
}

/** Legal forms stand at the end, or before the name in some countries; the name itself stays, whatever it is. */
function withoutLegalForm(all: readonly string[], forms: ReadonlyMap<string, string>) {
  let rest = [...all];
  let legalForm = '';
  for (let again = true; again;) {
    again = false;
    for (let n = Math.min(LONGEST_FORM, rest.length - 1); n > 0 && !again; n--) {
      const last = forms.get(rest.slice(-n).join(' '));
      if (last !== undefined) {
        legalForm = last;
        rest = rest.slice(0, -n);
        again = true;
      }
    }
    for (let n = Math.min(LONGEST_FORM, rest.length - 1); n > 0 && !again; n--) {
      const words = rest.slice(0, n).join(' ');
      const first = n > 1 || words.length > 1 ? forms.get(words) : undefined;
      if (first !== undefined && LEADING.has(first)) {
        legalForm = first;
        rest = rest.slice(n);
        again = true;
      }
    }
  }
  return { rest, legalForm };
}

/** Codes of the forms that come before the name where they are used. */
const LEADING = new Set([
  'ooo',
  'ao',
  'gp',
  'pt',
  'jscv',
  'uab',
  'sia',
  'kk',
  'sarl',
  'snc',
  'sci',
  'ab',
  'trust',
  'asbl',
  'coop',
]);

/** Scottish and Irish prefixes belong to the word behind them. */
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

/** Roman numerals and number words; neither `i` nor ordinals, which are names and common words. */
const NUMBERS = new Map<string, number>();
for (const [i, roman] of 'ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ').entries())
  NUMBERS.set(roman, i + 2);
for (const [i, word] of 'one two three four five six seven eight nine ten eleven twelve'.split(' ').entries())
  NUMBERS.set(word, i + 1);
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

function kindOf(word: string, lists: CompanyLists): TokenKind {
  if (/^\d+[a-z]{0,2}$/.test(word) || (word.length > 1 && NUMBERS.has(word))) return 'number';
  if (lists.stopWords.has(word)) return 'stop';
  if (lists.commonWords.has(word)) return 'common';
  return lists.places.has(word) ? 'place' : 'name';
}

/** `1st` is `first`. */
function ordinal(word: string): string {
  const value = /^([1-9]|10)(?:st|nd|rd|th)$/.exec(word);
  return value === null ? word : ORDINALS[Number(value[1]) - 1]!;
}

/** `ii` is `2`, `12th` is `12`, `007` is `7`. */
function numberOf(word: string): string {
  return String(NUMBERS.get(word) ?? word.replace(/(?<=\d)(?:st|nd|rd|th)$/, '').replace(/^0+(?=\d)/, ''));
}

/**
 * Terms of a company, for FlexSearch: what two companies share whenever their comparison accepts them. Anchors by their halves and, when long, thirds (typos), and as they are;
 * neighbouring words written as one; the acronym; pairs of common words. A common word alone is no term: it would stand in a tenth of all companies.
 */
export function termsOf(company: Company, stored: boolean): Set<string> {
  const terms = new Set<string>();
  const { tokens } = company;
  const core = tokens.filter((token) => token.kind !== 'stop');
  for (const token of tokens) if (token.isAnchor) wordTerms(token, stored, terms);
  for (let i = 0; i + 1 < core.length; i++) terms.add(`w${core[i]!.text}${core[i + 1]!.text}`);
  terms.add(`w${company.glued}`);
  if (company.acronym !== '') terms.add(`w${company.acronym}`);
  for (const pair of company.pairs) terms.add(`p${pair}`);
  return terms;
}

function wordTerms({ text, kind }: CompanyToken, stored: boolean, terms: Set<string>): void {
  terms.add(`w${text}`);
  if (kind === 'number' || text.length < ONE_EDIT) return;
  for (const segment of stored ? halves(text) : halvesAsked(text)) terms.add(`h${segment}`);
  if (text.length < TWO_EDITS) return;
  // The first letter must be right where two others are forgiven: it makes three keys of three letters out of eight.
  const first = text.charAt(0);
  const behind = text.slice(1);
  for (const segment of stored ? thirds(behind) : thirdsAsked(behind)) terms.add(`t${first}${segment}`);
}
