import { isGivenName } from '../lists/given-names.js';
import type { NameLists } from '../methods/names/name.js';
import { cut, fold, words } from '../text/fold.js';
import type { IsPlaceholder } from '../placeholders.js';
import type { FieldTexts } from '../normalized-record.js';

/** A person's name taken apart, whatever fields it stands in. */
export interface PersonName {
  /** Words of the first and middle names, folded; initials are single letters. */
  readonly first: readonly string[];
  /** Words of the last name, particles left out. */
  readonly last: readonly string[];
  /** Generation mark in one spelling (`jr`, `sr`, `ii` ...), `''` for none. */
  readonly generation: string;
}

/** Fields that names of people stand in. */
export const NAME_FIELDS = ['FirstName', 'MiddleName', 'LastName', 'Suffix', 'Name'] as const;

/** Longer texts are no names; the patterns below take quadratic time. */
const MAX_CHARACTERS = 200;

/** Marks of several words, or that are letters alone, by what they mean. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/[\s,(]+(?:(?:der|die)\s+ältere|(?:d\.?\s*)ä\.?|the elder|père|pere|padre|старший|ο πρεσβύτερος)\s*\)?$/iu, 'sr'],
  [
    /[\s,(]+(?:(?:der|die)\s+jüngere|(?:d\.?\s*)j\.?|the younger|fils|hijo|figlio|filho|младший|ο νεότερος)\s*\)?$/iu,
    'jr',
  ],
  [/[\s,(]+(?:neto|nieto)\s*\)?$/iu, 'iii'],
];
const DEGREES = new Set('phd md dds esq cpa mba msc bsc llm ma ba bed dipl ing mag dr'.split(' '));
/** Words that make one name with the next one: the father of, the servant of. */
const PREFIXES = new Set('abu abou umm um oum abd abdul abdel abdal abdur'.split(' '));

export function readPersonName(texts: FieldTexts, lists: NameLists, isPlaceholder: IsPlaceholder): PersonName {
  const [given, middle, family, suffix, whole] = NAME_FIELDS.map((field) => {
    const text = cut(texts[field] ?? '', MAX_CHARACTERS);
    return text !== '' && isPlaceholder(text) ? '' : text;
  }) as [string, string, string, string, string];
  const marks: string[] = [];
  const read = (text: string): string[] => wordsOf(text, lists, marks);
  if (suffix !== '') {
    for (const word of words(fold(suffix))) note(lists.generations.get(word), marks);
    for (const [phrase, mark] of PHRASES) if (phrase.test(` ${suffix}`)) marks.push(mark);
  }
  const [front, behind] = parted(given, family === '' && given === '' ? whole : family, lists, marks);
  let first = [...wordsOf(front, lists, marks, true), ...wordsOf(middle, lists, marks, true)];
  let last = read(behind);
  if (first.length === 0) [first, last] = takenApart(last);
  return { first: glued(first), last: last.filter((word) => !lists.particles.has(word)), generation: marks[0] ?? '' };
}

/** "née Dubois": the words that say so, folded. */
const BIRTH_NAME =
  /^(?:nee?|born|maiden(?: name)?|formerly|fka|ex|geb|geborene?|gesch|z domu|roz|rozena|rodena|ur|urodz|o s|dite|nata|nacida|nascida|fodd|fodt|f|szul|szuletett|urozhd|urozhdennaya|kizlik soyadi)\b[\s.:]*(?=\S)/;

/** Drops a firm, a place or a remark in brackets; a birth name in them is one of the last names. */
function withoutBrackets(text: string): string {
  if (!text.includes('(')) return text;
  return text.replace(/\(([^)]*)\)/g, (_, inner: string) => {
    const folded = fold(inner).trim();
    return BIRTH_NAME.test(folded) ? ` ${folded.replace(BIRTH_NAME, '')} ` : ' ';
  });
}

/** "SMITH, JOHN M." in one field: what stands behind the comma comes first, unless it is a mark or a degree. */
function parted(given: string, family: string, lists: NameLists, marks: string[]): [string, string] {
  const text = withoutBrackets(family);
  const comma = text.indexOf(',');
  if (given !== '' || comma < 0) return [given, text];
  const behind = words(fold(text.slice(comma + 1)));
  const isMark = (word: string) => lists.generations.has(word) || DEGREES.has(word) || lists.titles.has(word);
  if (behind.every(isMark)) return [given, text];
  for (const word of behind) note(lists.generations.get(word), marks);
  return [text.slice(comma + 1).replace(/,/g, ' '), text.slice(0, comma)];
}

/** A name in one field, without a comma: the first word is a given name where registers know it as one. */
function takenApart(all: string[]): [string[], string[]] {
  if (all.length < 2 || !isGivenName(all[0]!)) return [[], all];
  return [all.slice(0, -1), all.slice(-1)];
}

/** @param isFirst whether it is a first name, in which `jun` and `sen` are names */
function wordsOf(raw: string, lists: NameLists, marks: string[], isFirst = false): string[] {
  if (raw === '') return [];
  let text = withoutBrackets(raw).trim();
  // A mark stands behind the name, and most names are one word.
  for (const [phrase, mark] of /[\s,(]/.test(text) ? PHRASES : []) {
    const marked = text.replace(phrase, '');
    if (marked === text) continue;
    text = marked;
    marks.push(mark);
  }
  const kept: string[] = [];
  // "George Hayes I", beside whom there is a second one.
  const hasOne = !isFirst && / I$/.test(text);
  const all = words(fold(text));
  const isFirstOfName = (word: string, i: number) => (hasOne && word === 'i' && i === all.length - 1 ? 'i' : undefined);
  all.forEach((word, i) => {
    const isName = isFirst && (word === 'jun' || word === 'sen');
    const mark = i > 0 && !isName ? (isFirstOfName(word, i) ?? lists.generations.get(word)) : undefined;
    if (mark !== undefined) marks.push(mark);
    else if (!lists.titles.has(word) && !(i > 0 && DEGREES.has(word) && word.length > 2)) kept.push(word);
  });
  return kept;
}

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
