import { isGivenName } from '../../matching/lists/given-names.js';
import { generations, particles, titles } from '../../matching/lists/person-words.js';
import { ofCharacters } from '../../matching/person/parse-person-name.js';
import { fold } from '../../matching/text/fold.js';

/** The part of a full name that fills a field. */
export type NamePart = 'first' | 'last';

export type SplitName = Readonly<Record<NamePart, string>>;

export type NameOrder = 'givenFirst' | 'familyFirst';

const PARTICLES: ReadonlySet<string> = new Set(particles);
const TITLES: ReadonlySet<string> = new Set(titles);
/** Words between the first names of two people who share a last name. */
const AND = new Set(['and', 'und', 'et', 'y', 'e', '&', '+']);
/** Matches Japanese names with a space. */
const KANA = /^[\u3005\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff]+ [\u3005\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff]+$/;
/** Matches endings of the father's name, which follows the first name in Slavic names. */
const PATRONYMIC = /(?:вич|вна|ична|инична|ович|евич|ovich|evich|ovna|evna)$/i;
/** Matches Arabic words that form one name with the next word. */
const JOINED = /^(?:عبد|أبو|ابو|أم|ام|ابن|بن|آل)$/;
/** Common Vietnamese last names, which precede the given name. */
const VIETNAMESE = new Set('nguyen tran pham huynh hoang dang bui ngo duong'.split(' '));
/** Minimum ratio of the frequencies of the two orders. */
const CLEARLY = 3;

/**
 * Splits `Ada Lovelace`, `Lovelace, Ada`, `Ludwig van Beethoven`, `John Smith Jr.`, `Nagy Anna`, `李小龍`, `田中 太郎`,
 * `Иванов Иван Иванович`. Loses no word. Unless a comma, the script, the column's order or a register of names decides,
 * the last word is the last name, including the particles before it and the generational suffix after it.
 * @param order order in the column; see `nameOrder`
 */
export function splitName(text: string, order?: NameOrder): SplitName {
  const whole = text.trim().replace(/\s+/g, ' ');
  const parts = ofCharacters(whole);
  if (parts !== undefined) return { first: parts[1], last: parts[0] };
  // The parts of foreign names in kana are separated by a middle dot.
  const point = whole.lastIndexOf('・');
  if (point > 0 && !whole.includes(' ')) return { first: whole.slice(0, point), last: whole.slice(point + 1) };
  const comma = /[,،、，]/.exec(whole)?.index ?? 0;
  if (comma > 0) {
    const behind = whole.slice(comma + 1).trim();
    if (behind !== '' && !behind.split(' ').every(isMark)) return { first: behind, last: whole.slice(0, comma).trim() };
  }
  const all = whole.split(' ');
  let end = all.length;
  while (end > 1 && (isMark(all[end - 1]!) || /^[([（].*[)\]）]$/.test(all[end - 1]!))) end--;
  const begin = all.findIndex((word) => !TITLES.has(bare(word)));
  if (begin < 0 || end - begin < 2) return { first: '', last: whole };
  const names = all.slice(begin, end);
  const capitals = capitalsIn(names);
  if (capitals > 0 || (capitals === 0 && isFamilyFirst(names, order))) {
    const from = begin + Math.max(1, capitals);
    const last = [...all.slice(0, from), ...all.slice(end)];
    return { first: all.slice(from, end).join(' '), last: last.join(' ') };
  }
  const particle = all.findIndex((word, i) => i > begin && i < end - 1 && isParticle(word));
  const from = capitals < 0 ? end + capitals : particle < 0 ? end - 1 : particle;
  return { first: all.slice(0, from).join(' '), last: all.slice(from).join(' ') };
}

function isParticle(word: string): boolean {
  const folded = bare(word);
  // "Văn" is a name, not a particle.
  return (
    JOINED.test(word) || (PARTICLES.has(folded) && !AND.has(folded) && folded === word.toLowerCase().replace(/\W/g, ''))
  );
}

/** Returns the number of words in a last name written in capitals, as is usual in France. The number is negative if
 * the last name comes at the end, and 0 if undecided. */
function capitalsIn(names: readonly string[]): number {
  const are = names.map((word) => /^[\p{Lu}'’-]{2,}$/u.test(word));
  const count = are.filter(Boolean).length;
  if (count === 0 || count === are.length || !names.some((word) => /^\p{Lu}\p{Ll}/u.test(word))) return 0;
  // Two capital letters may be initials.
  if (!names.some((word, i) => are[i] && word.length > 2)) return 0;
  if (are.slice(0, count).every(Boolean)) return count;
  return are.slice(-count).every(Boolean) ? -count : 0;
}

/** Returns whether the last name comes first. @param names at least two, without leading titles and final suffixes */
function isFamilyFirst(names: readonly string[], order: NameOrder | undefined): boolean {
  if (KANA.test(names.join(' ')) || (names.length > 2 && VIETNAMESE.has(bare(names[0]!)))) return true;
  if (names.length === 3 && PATRONYMIC.test(names[2]!) !== PATRONYMIC.test(names[1]!))
    return PATRONYMIC.test(names[2]!);
  return (order ?? (names.length === 2 ? orderOf(names) : undefined)) === 'familyFirst';
}

/** Returns the order if only the first or the last word is a known given name. */
function orderOf(names: readonly string[]): NameOrder | undefined {
  const isGiven = (word: string) => /^\p{Lu}{1,2}\.?$/u.test(word) || isGivenName(bare(word));
  const [front, back] = [isGiven(names[0]!), isGiven(names.at(-1)!)];
  return front === back ? undefined : front ? 'givenFirst' : 'familyFirst';
}

/** Returns the order of names in a column of full names; `undefined` if the values do not show the order. */
export function nameOrder(values: readonly string[]): NameOrder | undefined {
  const counts = { givenFirst: 0, familyFirst: 0 };
  for (const value of values) {
    const names = value
      .trim()
      .split(/\s+/)
      .filter((word) => !TITLES.has(bare(word)) && !isMark(word));
    const order = names.length < 2 || value.includes(',') ? undefined : orderOf(names);
    if (order !== undefined) counts[order] += 1;
  }
  const { givenFirst, familyFirst } = counts;
  if (givenFirst > CLEARLY * familyFirst) return 'givenFirst';
  return familyFirst > CLEARLY * givenFirst ? 'familyFirst' : undefined;
}

/** Returns whether most values end in a given name, without a comma: "Brown Edward". */
export function areFamilyFirst(values: readonly string[]): boolean {
  const filled = values.filter((value) => value !== '');
  const ends = filled.filter((value) => / /.test(value) && isGivenName(bare(value.split(' ').at(-1)!)));
  return ends.length * 2 > filled.length && nameOrder(values) === 'familyFirst';
}

/** Returns whether most values have several words, or are Chinese, Japanese or Korean names. */
export function areWholeNames(values: readonly string[]): boolean {
  const filled = values.filter((value) => value.trim() !== '');
  return filled.filter((value) => splitName(value).first !== '').length * 2 > filled.length;
}

const bare = (word: string): string => fold(word).replace(/[^\p{L}\p{N}]/gu, '');
const isMark = (word: string): boolean => generations.has(bare(word));
