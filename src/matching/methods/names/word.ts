import { doubleMetaphone } from 'double-metaphone';
import { hashText } from '../../../runtime/memory/hash.js';
import { FULL, type Similarity } from '../../method.js';
import { osaDistance } from '../../text/edit-distance.js';

/** Key space of sounds. The same hashes also exclude words that sound different, before sounds are compared. */
const SOUND = 1;
/** Number of bits of a sound in `soundMarks`. */
const SOUND_BITS = 12;
const SOUND_MASK = (1 << SOUND_BITS) - 1;
const UNKNOWN = -1;

/**
 * Two words match if they are equal, nicknames of one another, or within k edits (optimal string alignment). Words also
 * match if they sound alike (double metaphone, L. Philips 2000) and the edit distance is at most half the length of the
 * longer word. Keys find all of these words exactly. The other rules only set the similarity.
 */
export class NameWord {
  private heard: readonly string[] | undefined = undefined;
  private first = 0;
  private second = 0;
  private spelled: string | undefined = undefined;

  /**
   * @param groups Groups of nicknames and spellings @param marks `soundMarks` if known, because sounds are slow to
   * compute
   */
  constructor(
    readonly text: string,
    readonly groups: readonly number[],
    private marks = UNKNOWN,
  ) {}

  /** One or two double metaphone codes. Empty if the script cannot be transliterated. */
  get sounds(): readonly string[] {
    return this.heard ?? this.hear();
  }

  /** Hashes of the first and second sound. A single sound is repeated. Both hashes are 0 if there is no sound. */
  get sound(): number {
    if (this.heard === undefined) this.hear();
    return this.first;
  }

  get otherSound(): number {
    if (this.heard === undefined) this.hear();
    return this.second;
  }

  /** Twelve bits for each sound's hash. Words that share no mark do not sound alike. */
  get soundMarks(): number {
    if (this.marks === UNKNOWN) this.marks = ((this.sound & SOUND_MASK) << SOUND_BITS) | (this.otherSound & SOUND_MASK);
    return this.marks;
  }

  /** The word with unified spelling variants: ue/u, ph/f, y/i, doubled letters. Needed only for nearly equal words. */
  get loose(): string {
    return (this.spelled ??= looseSpelling(this.text));
  }

  private hear(): readonly string[] {
    const sounds = soundsOf(this.text);
    this.first = sounds.length > 0 ? hashText(sounds[0]!, SOUND) : 0;
    this.second = sounds.length > 1 ? hashText(sounds[1]!, SOUND) : this.first;
    return (this.heard = sounds);
  }
}

export interface NameLists {
  readonly wordOf: (text: string) => NameWord;
  readonly titles: ReadonlySet<string>;
  readonly particles: ReadonlySet<string>;
  /** Normal forms of generational suffixes: `junior` is `jr`. */
  readonly generations: ReadonlyMap<string, string>;
}

export function shareMark(a: number, b: number): boolean {
  const one = a >>> SOUND_BITS;
  const other = a & SOUND_MASK;
  return (
    one === b >>> SOUND_BITS || one === (b & SOUND_MASK) || other === b >>> SOUND_BITS || other === (b & SOUND_MASK)
  );
}

/** Number of the first group of last names. This and later groups do not apply to first names. */
export const FAMILY_GROUPS = 1 << 20;
/** Number of the first group of Korean names. Each group has all romanisations of a name. */
export const KOREAN_GROUPS = FAMILY_GROUPS + (1 << 19);
/** Number of the first group of given names and the beginnings that abbreviate them. */
export const BEGINNING_GROUPS = 1 << 21;
/** Maximum length. Longer words are truncated. No name is longer. */
export const LONGEST_WORD = 40;
/** Similarity of an initial and a name that begins with it, which is weak evidence. */
export const INITIAL: Similarity = 6_500;
const NICKNAME: Similarity = 9_200;
const LOOSE: Similarity = 9_600;
const FIRST_LETTER_DIFFERS = 300;

type GroupsOf = (word: string) => readonly number[];

const KEPT = 1 << 12;

/** Caches recent words, because the same words recur in several fields and names. Each hash has one slot. */
export function wordReader(groupsOf: GroupsOf): (text: string) => NameWord {
  const kept = new Array<NameWord | undefined>(KEPT).fill(undefined);
  return (text) => {
    const place = hashText(text) & (KEPT - 1);
    const known = kept[place];
    return known?.text === text ? known : (kept[place] = new NameWord(text, groupsOf(text)));
  };
}

const LATIN = /^[a-z]+$/;

function soundsOf(text: string): string[] {
  if (text.length < 2 || !LATIN.test(text)) return [];
  const [primary, secondary] = doubleMetaphone(text);
  const sounds = primary === '' ? [] : [primary];
  if (secondary !== '' && secondary !== primary) sounds.push(secondary);
  return sounds;
}

function looseSpelling(text: string): string {
  return text
    .replace(/(?<=[aou])e(?=[^aeiou]|$)/g, '')
    .replace(/ph/g, 'f')
    .replace(/ck/g, 'k')
    .replace(/[yj]/g, 'i')
    .replace(/ie/g, 'i')
    .replace(/(.)\1+/g, '$1');
}

/** First of the bits in `lettersOf` for characters other than a-z. */
const OTHERS = 26;
/** Bits of the letters that `looseSpelling` neither removes nor adds. */
const FIRM = ~lettersOf('cefhijpy');

/** Returns a bit for each of a-z, and six bits for all other characters. */
export function lettersOf(text: string): number {
  let letters = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    letters |= unit >= 0x61 && unit <= 0x7a ? 1 << (unit - 0x61) : 1 << (OTHERS + (unit % 6));
  }
  return letters;
}

/** Returns whether two words are equal except for spelling variants. Comparing the letters excludes most pairs. */
function sameLoose(a: NameWord, b: NameWord): boolean {
  return ((lettersOf(a.text) ^ lettersOf(b.text)) & FIRM) === 0 && a.loose === b.loose;
}

export function editsForgiven(length: number): 0 | 1 | 2 {
  return length <= 2 ? 0 : length <= 5 ? 1 : 2;
}

/** Returns 0, or a similarity from `INITIAL` to 10,000. @param most maximum number of edits, even for long words */
export function wordSimilarity(a: NameWord, b: NameWord, most: 1 | 2 = 2): Similarity {
  if (a.text === b.text) return FULL;
  const short = Math.min(a.text.length, b.text.length);
  const long = Math.max(a.text.length, b.text.length);
  if (short === 1) return a.text.charCodeAt(0) === b.text.charCodeAt(0) ? INITIAL : 0;
  const nickname = a.groups.length > 0 && b.groups.length > 0 && intersect(a.groups, b.groups) ? NICKNAME : 0;
  const alike = short >= 3 && soundAlike(a, b);
  const edits = Math.min(editsForgiven(short), most);
  const bound = alike ? Math.max(edits, long >> 1) : edits;
  const distance = bound === 0 ? bound + 1 : osaDistance(a.text, b.text, bound);
  if (distance > bound) return nickname;
  let similarity: number;
  if (distance <= edits) {
    similarity = FULL - Math.round((distance === 1 ? 5_500 : 17_000) / long);
    if (alike) similarity += (FULL - similarity) >> 2;
  } else similarity = 8_700 - Math.round((1_400 * distance) / long);
  if (short >= 3 && sameLoose(a, b)) similarity = Math.max(similarity, LOOSE);
  else if (a.text.charCodeAt(0) !== b.text.charCodeAt(0)) similarity -= FIRST_LETTER_DIFFERS;
  return Math.max(similarity, nickname);
}

/** Returns whether two words sound alike. Marks and hashes exclude nearly all pairs without reading the letters. */
function soundAlike(a: NameWord, b: NameWord): boolean {
  return shareMark(a.soundMarks, b.soundMarks) && intersect(a.sounds, b.sounds);
}

function intersect(a: readonly (string | number)[], b: readonly (string | number)[]): boolean {
  for (const one of a) if (b.includes(one)) return true;
  return false;
}
