import { isGivenName } from '../lists/given-names.js';
import { generations, namesLikeWords } from '../lists/person-words.js';
import type { NameLists } from '../methods/names/word.js';
import { FAMILY_GROUPS } from '../methods/names/word.js';
import { cut, fold, words } from '../text/fold.js';
import { isCompound } from './compound-name.js';
import type { IsPlaceholder } from '../method-traits.js';
import type { FieldTexts } from '../field-texts.js';

export interface PersonName {
  /** First and middle names, folded. Initials are single letters. */
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** The last name with its particles, joined: "delacruz". */
  readonly lastAsOne: string;
  /** Whether the full name is in one field without a comma. The last name is then a guess. */
  readonly isWhole: boolean;
  /** The name if it is in Chinese characters or Hangul, or `''`. There, a different character is never a typo. */
  readonly characters: string;
  /** Generation mark, such as `jr` or `ii`, or `''` if there is none. */
  readonly generation: string;
}

export const NAME_FIELDS = ['FirstName', 'MiddleName', 'LastName', 'Suffix', 'Name'] as const;

/** Longer strings are truncated: they are not names, and the patterns below take quadratic time. */
const MAX_CHARACTERS = 200;

/** Generation marks of several words or letters that follow the name, in lower case. */
const BEHIND_NAME = byPhrase([
  [
    'sr',
    'der ältere, die ältere, d. ä., d.ä., d ä, d.ä, the elder, père, pere, padre, starszy, starší, stariji, äldre',
  ],
  [
    'sr',
    'den eldre, den ældre, d. æ., d.æ., d.e., d. e., vanhempi, старший, старша, ст., ст, st., ο πρεσβύτερος, idősb, idősebb, id.',
  ],
  ['jr', 'der jüngere, die jüngere, d. j., d.j., d j, d.j, the younger, fils, hijo, figlio, filho, młodszy, mladší'],
  ['jr', 'mlađi, yngre, den yngre, d. y., d.y., d y, nuorempi, младший, молодший, мл., мл, mł., ml., ο νεότερος'],
  ['jr', 'ifjabb, ifj., ifj'],
  ['iii', 'neto, nieto'],
  ['nephew', 'sobrinho'],
]);
const BEFORE_NAME = byPhrase([
  ['sr', 'id., idősb, idősebb'],
  ['jr', 'ifj., ifj, ifjabb'],
]);

/** Sorts phrases by descending length, so that no phrase matches only the end of a longer phrase. */
function byPhrase(marks: readonly (readonly [mark: string, phrases: string])[]): (readonly [string, string])[] {
  return marks
    .flatMap(([mark, phrases]) => phrases.split(', ').map((phrase) => [phrase, mark] as const))
    .sort(([a], [b]) => b.length - a.length);
}
const DEGREES = new Set('phd md dds esq cpa mba msc bsc llm ma ba bed dipl ing mag dr'.split(' '));
/** Words that belong to the next word, such as "abu" (father of) and "abdul" (servant of). */
const PREFIXES = new Set('abu abou umm um oum abd abdul abdel abdal abdur'.split(' '));

export function readPersonName(texts: FieldTexts, lists: NameLists, isPlaceholder: IsPlaceholder): PersonName {
  const isNothing = (text: string) => text !== '' && markIn(text) === undefined && isPlaceholder(text);
  const [given, middle, family, suffix, whole] = NAME_FIELDS.map((field) => {
    const text = cut(texts[field] ?? '', MAX_CHARACTERS);
    // "III" is not a meaningless sequence of letters, but part of a name.
    if (!isNothing(text)) return text;
    const partner = texts[field === 'FirstName' ? 'LastName' : field === 'LastName' ? 'FirstName' : ''] ?? '';
    return isBorne(text) && partner.trim() !== '' && (!isNothing(partner) || isBorne(partner)) ? text : '';
  }) as [string, string, string, string, string];
  const marks: string[] = [];
  const read = (text: string): string[] => wordsOf(text, lists, marks);
  if (suffix !== '') {
    for (const word of words(fold(suffix))) note(lists.generations.get(word), marks);
    unmarked(`- ${suffix}`, marks);
  }
  const [front, behind] = parted(given, family === '' && given === '' ? whole : family, lists, marks);
  const mark = markIn(middle);
  note(mark, marks);
  let first = [...wordsOf(front, lists, marks, true), ...wordsOf(mark === undefined ? middle : '', lists, marks, true)];
  let last = read(behind);
  let isWhole = false;
  let characters = CHARACTERS.test(front) ? (behind + front).replace(/\s+/g, '') : '';
  if (first.length === 0) {
    const parts = ofCharacters(behind);
    characters = parts?.join('').replace(/\s+/g, '') ?? '';
    isWhole = last.length > 1 && (family === '' || last.some((word) => isKnownFirst(word, lists)));
    [first, last] = parts === undefined ? takenApart(last) : [read(parts[1]), read(parts[0])];
  }
  const lastAsOne = last.join('');
  // Do and Le are last names in Vietnam.
  if (!last.every((word) => lists.particles.has(word))) last = last.filter((word) => !lists.particles.has(word));
  return { first: glued(first), last, lastAsOne, isWhole, characters, generation: marks[0] ?? '' };
}

/** Returns whether a string that looks like a placeholder or a title is a person's name. */
function isBorne(text: string): boolean {
  return /^\p{Lu}\p{Ll}+$/u.test(text.trim()) && namesLikeWords.has(text.trim().toLowerCase());
}

function isKnownFirst(word: string, { wordOf }: NameLists): boolean {
  return isGivenName(word) || wordOf(word).groups.some((group) => group < FAMILY_GROUPS);
}

const CHARACTERS = /^\s*[\u3005\u3400-\u9fff\uac00-\ud7af][\s\u3005\u3400-\u9fff\uac00-\ud7af]*$/;
/** Chinese and Korean last names of two characters. */
const TWO_CHARACTERS =
  /^(?:欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|夏侯|皇甫|尉迟|公孙|公孫|慕容|司徒|令狐|南宫|南宮|남궁|황보|제갈|선우|독고|사공)/;

/** Splits a name in characters, last name first. In Japan, the last name usually has two characters. */
export function ofCharacters(text: string): [last: string, first: string] | undefined {
  if (!CHARACTERS.test(text)) return undefined;
  const [last = '', ...more] = text.trim().split(/\s+/);
  if (more.length > 0) return [last, more.join(' ')];
  if (last.length < 2 || last.length > 4) return undefined;
  const length = last.length === 4 || TWO_CHARACTERS.test(last) ? 2 : 1;
  return last.length === length ? undefined : [last.slice(0, length), last.slice(length)];
}

/** Words before a birth name ("née Dubois"), folded. */
const BIRTH_NAME =
  /^(?:nee?|born|maiden(?: name)?|formerly|fka|ex|geb|geborene?|gesch|z domu|roz|rozena|rodena|ur|urodz|o s|dite|nata|nacida|nascida|fodd|fodt|f|szul|szuletett|urozhd|urozhdennaya|kizlik soyadi)\b[\s.:]*(?=\S)/;

/** Removes a company, place or remark in brackets. A birth name is kept as last name, a nickname as first name. */
function withoutBrackets(text: string, marks: string[], isFirst = false): string {
  if (!text.includes('(')) return text;
  // eslint-disable-next-line regexp/no-super-linear-move -- at most 200 characters come here
  return text.replace(/\(([^)]*)\)/g, (_, inner: string) => {
    if (unmarked(`(${inner})`, marks) === '') return ' ';
    const mark = markIn(inner);
    if (mark !== undefined) {
      marks.push(mark);
      return ' ';
    }
    const folded = fold(inner).trim();
    if (BIRTH_NAME.test(folded)) return ` ${folded.replace(BIRTH_NAME, '')} `;
    return isFirst && (isGivenName(folded) || isCompound(folded)) ? ` ${folded} ` : ' ';
  });
}

/** Divides "SMITH, JOHN M.". The text after the comma is the first name, unless it is a mark or a degree. */
function parted(given: string, family: string, lists: NameLists, marks: string[]): [string, string] {
  const text = withoutBrackets(family, marks);
  const comma = text.indexOf(',');
  if (given !== '' || comma < 0) return [given, text];
  const behind = words(fold(text.slice(comma + 1)));
  const isMark = (word: string) => lists.generations.has(word) || DEGREES.has(word) || lists.titles.has(word);
  if (behind.every(isMark)) return [given, text];
  for (const word of behind) note(lists.generations.get(word), marks);
  return [text.slice(comma + 1).replace(/,/g, ' '), text.slice(0, comma)];
}

/** Divides a name without a comma. The first word is a given name if it is in a register of births. */
function takenApart(all: string[]): [string[], string[]] {
  if (all.length < 2 || !isGivenName(all[0]!)) return [[], all];
  return [all.slice(0, -1), all.slice(-1)];
}

/** @param isFirst whether the text is a first name, in which `jun` and `sen` can be names */
function wordsOf(raw: string, lists: NameLists, marks: string[], isFirst = false): string[] {
  if (raw === '') return [];
  const text = unmarked(withoutBrackets(raw, marks, isFirst), marks);
  const kept: string[] = [];
  // A generational suffix of one letter must be a capital: "George Hayes I".
  const letter = isFirst ? undefined : / ([IV])$/.exec(text)?.[1]?.toLowerCase();
  const all = words(fold(text));
  const figure = (word: string, i: number) => (word === letter && i === all.length - 1 ? letter : undefined);
  all.forEach((word, i) => {
    const isName = isFirst && (word === 'jun' || word === 'sen');
    const mark = i > 0 && !isName ? (figure(word, i) ?? lists.generations.get(word)) : undefined;
    const isTitle = lists.titles.has(word) && !(i === all.length - 1 && namesLikeWords.has(word));
    if (mark !== undefined) marks.push(mark);
    else if (!isTitle && !(i > 0 && DEGREES.has(word) && word.length > 2)) kept.push(word);
  });
  return kept;
}

/** Removes generational suffixes. Returns early for single words, because most names have only one. */
function unmarked(raw: string, marks: string[]): string {
  if (!/[\s,(]/.test(raw)) return raw;
  let text = raw.trim();
  for (;;) {
    const bare = text.endsWith(')') ? text.slice(0, -1).trimEnd() : text;
    const lower = bare.toLowerCase();
    const behind = BEHIND_NAME.find(
      ([phrase]) => lower.endsWith(phrase) && SEPARATES.test(bare.charAt(bare.length - phrase.length - 1)),
    );
    const before = behind ?? BEFORE_NAME.find(([phrase]) => lower.startsWith(`${phrase} `));
    if (before === undefined) return text;
    const [phrase, mark] = before;
    marks.push(mark);
    text = behind === undefined ? text.slice(phrase.length) : withoutSeparators(bare.slice(0, -phrase.length));
    text = text.trim();
  }
}

const SEPARATES = /^[\s,(]$/;

function withoutSeparators(text: string): string {
  let end = text.length;
  while (end > 0 && SEPARATES.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Returns the mark if the text contains nothing else: "Jr.", "III". */
function markIn(text: string): string | undefined {
  return text.length > LONGEST_MARK ? undefined : generations.get(text.toLowerCase().replace(/\./g, '').trim());
}
const LONGEST_MARK = 8;

function note(mark: string | undefined, marks: string[]): void {
  if (mark !== undefined) marks.push(mark);
}

function glued(all: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < all.length; i++) {
    if (!PREFIXES.has(all[i]!) || i + 1 >= all.length) kept.push(all[i]!);
    else {
      const isArticle = all[i + 1] === 'al' || all[i + 1] === 'el' || all[i + 1] === 'ur';
      const next = isArticle && i + 2 < all.length ? i + 2 : i + 1;
      kept.push(all.slice(i, next + 1).join(''));
      i = next;
    }
  }
  return kept;
}
