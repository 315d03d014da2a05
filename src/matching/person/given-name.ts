import { hashText } from '../../memory/hash.js';
import { femaleNames, isGivenName, maleNames } from '../lists/given-names.js';
import { osaDistance } from '../text/edit-distance.js';
import { FAMILY_GROUPS, type NameWord } from '../methods/names/word.js';

/**
 * How two words of first names relate: one name (`same`; nicknames, forms of other languages, a slip), two
 * spellings that sound alike (`variant`), an initial that fits, or `two` names, of two persons.
 */
export type GivenNameRelation = 'same' | 'variant' | 'initial' | 'two';

/** Most letters of a short form such as "Ma." for Maria. */
const LONGEST_SHORT_FORM = 3;
/** A slip in a shorter name of which neither spelling is known makes another name of it. */
const SHORTEST_UNKNOWN_SLIP = 5;
const TWO_SLIPS = 7;

/**
 * @param namesOf forms of the nickname groups of a name: an initial may be the nickname's
 */
export function relateGivenNames(
  a: NameWord,
  b: NameWord,
  namesOf: (word: NameWord) => Iterable<string>,
): GivenNameRelation {
  const [short, long] = a.text.length <= b.text.length ? [a, b] : [b, a];
  if (a.text === b.text) return 'same';
  if (short.text.length === 1) return beginsWith(long, short.text, namesOf) ? 'initial' : 'two';
  if (isPairBySex(a.text, b.text)) return 'two';
  const distance = osaDistance(a.text, b.text, 2);
  const sounds = soundOf(a.text) === soundOf(b.text) || isWithArticle(long.text, short.text);
  const areFrequent = isKnownGivenName(a.text) && isKnownGivenName(b.text);
  const shareNickname = a.groups.some((group) => group < FAMILY_GROUPS && b.groups.includes(group));
  if (shareNickname && isTransliteration(a.text, b.text)) return 'same';
  if (areFrequent && distance === 1) return sounds ? 'variant' : 'two';
  if (shareNickname) return 'same';
  if (sounds) return areFrequent ? 'variant' : 'same';
  if (isShortForm(short.text, long.text)) return 'initial';
  const knownA = areFrequent || isKnown(a);
  const knownB = areFrequent || isKnown(b);
  if (knownA && knownB) return 'two';
  const length = short.text.length;
  if (knownA || knownB) {
    if (distance === 1 && length >= 3) return length >= SHORTEST_UNKNOWN_SLIP ? 'same' : 'variant';
    if (distance === 2 && length >= TWO_SLIPS) return 'variant';
    return isPetForm(short.text, long.text) ? 'variant' : 'two';
  }
  if (distance === 1) return length >= SHORTEST_UNKNOWN_SLIP ? 'variant' : 'two';
  return distance === 2 && length > TWO_SLIPS + 1 ? 'variant' : 'two';
}

/** Other vowels within the same consonants: Ahmed and Ahmad, and not Anna and Anne. */
function isTransliteration(a: string, b: string): boolean {
  const vowels = /[aeiouy]+/g;
  return a.at(-1) === b.at(-1) && a.replace(vowels, '') === b.replace(vowels, '');
}

/** The Arabic article, made like the letter behind it: Ezzahra is Zahra. */
function isWithArticle(long: string, short: string): boolean {
  const match = /^[ae]([dnrstz])(?=\1)/.exec(long);
  return match !== null && short.length >= 4 && long.slice(2) === short;
}

/** Also as it is written without umlauts: "juergen". */
function isKnownGivenName(name: string): boolean {
  return isGivenName(name) || isGivenName(withoutUmlauts(name));
}

function isKnown(word: NameWord): boolean {
  return word.groups.some((group) => group < FAMILY_GROUPS) || isKnownGivenName(word.text);
}

const withoutUmlauts = (name: string): string => name.replace(/(?<=[aou])e(?=[^aeiouy]|$)/g, '');

/** Letters that stand for one another at the beginning of names, by language or transliteration. */
const LETTER_CLASSES = ['ckqxh', 'yjieg', 'fp', 'vwb', 'szxc', 'td', 'uw', 'ae'].map((letters) => new Set(letters));

function beginsWith(name: NameWord, letter: string, namesOf: (word: NameWord) => Iterable<string>): boolean {
  const first = name.text.charAt(0);
  if (first === letter) return true;
  for (const form of namesOf(name)) if (form.startsWith(letter)) return true;
  // Known names are not written with another letter: P. is not Susan, and K. is not Charlotte.
  return !isKnownGivenName(name.text) && LETTER_CLASSES.some((each) => each.has(first) && each.has(letter));
}

function isShortForm(short: string, long: string): boolean {
  return short.length <= LONGEST_SHORT_FORM && long.startsWith(short) && !isKnownGivenName(short);
}

const PET_ENDING = /(?:i|y|ie|a|o|e|ek|ka|ko|us|chen|lein|ito|ita|inho|inha|sha|shka|chka|el|le)$/;

/** A pet form that no list knows: it begins as the name does, and is no given name itself. */
function isPetForm(short: string, long: string): boolean {
  if (long.startsWith(short) && short.length >= 3) return !isKnownGivenName(short);
  let shared = 0;
  while (shared < short.length && short[shared] === long[shared]) shared++;
  return shared >= 3 && shared >= short.length - 3 && PET_ENDING.test(short) && !isKnownGivenName(short);
}

/** Endings by which names of women are made of those of men, longest first. */
const FEMALE_ENDINGS = ['etta', 'ette', 'ella', 'elle', 'inha', 'ina', 'ine', 'iya', 'ia', 'ie', 'na', 'ne', 'a', 'e'];

/** Whether two names are one but that men bear the one and women the other. */
export function isPairBySex(a: string, b: string): boolean {
  const maleA = bornBy(a);
  const maleB = bornBy(b);
  if ((maleA === 'male' && maleB === 'female') || (maleA === 'female' && maleB === 'male')) return true;
  return isMadeFemale(a, b) || isMadeFemale(b, a);
}

function isMadeFemale(male: string, female: string): boolean {
  if (bornBy(male) === 'female' || bornBy(female) === 'male' || male.length < 3) return false;
  // Two forms that men and women bear alike tell nothing.
  if (bornBy(male) === 'either' && bornBy(female) === 'either') return false;
  const stem =
    /(?:os|us|is|as)$/.test(male) && male.length > 5
      ? male.slice(0, -2)
      : /[oe]$/.test(male)
        ? male.slice(0, -1)
        : male;
  return FEMALE_ENDINGS.some((ending) => {
    // A final e or a double letter is as often a spelling, unless the name is known to be a man's.
    if (ending === 'e' && bornBy(male) !== 'male') return false;
    if (ending === 'ie' && bornBy(female) !== 'female') return false;
    return female === male + ending || (stem !== male && ending !== 'e' && female === stem + ending);
  });
}

function bornBy(name: string): 'male' | 'female' | 'either' | undefined {
  const [male, female] = [maleNames.has(name), femaleNames.has(name)];
  return male && female ? 'either' : male ? 'male' : female ? 'female' : undefined;
}

/**
 * How a first name sounds, roughly, in any of the alphabets that it is written in with Latin letters: transliterations
 * and spellings of one name become one text.
 */
export function soundOf(name: string): string {
  const place = hashText(name) & (KEPT - 1);
  const known = kept[place];
  if (known?.name === name) return known.sound;
  const sound = spokenForm(name);
  kept[place] = { name, sound };
  return sound;
}

/** Sounds that are kept, one for each hash: the same names come again and again. */
const KEPT = 1 << 12;
const kept = new Array<{ readonly name: string; readonly sound: string } | undefined>(KEPT).fill(undefined);

function spokenForm(name: string): string {
  return name
    .replace(/^(?:ie|je|ye)/, 'e')
    .replace(/^(?:hs|x)/, 's')
    .replace(/ksh/g, 'ks')
    .replace(/(?:schtsch|shch|szcz)/g, 'S')
    .replace(/(?:tsch|tch|tsh|ch|cz)/g, 'C')
    .replace(/(?:sch|sh|sz)/g, 'S')
    .replace(/(?:zh|dj|dzh|dsch)/g, 'j')
    .replace(/ph/g, 'f')
    .replace(/th/g, 't')
    .replace(/kh|gh|q|ck|c(?=[^ei]|$)/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/c/g, 's')
    .replace(/t(?=[sz])/g, '')
    .replace(/w/g, 'v')
    .replace(/ou|oo/g, 'u')
    .replace(/ee/g, 'i')
    .replace(/(?<=[aou])e(?=[^aeiouy]|$)/g, '')
    .replace(/[yj]/g, 'i')
    .replace(/z/g, 's')
    .replace(/(?<=[a-z])h(?![aeiou])/g, '')
    .replace(/(.)\1+/g, '$1')
    .replace(/(?<=[aeou])i(?=$)/g, 'i')
    .replace(/(?<=[^aeiou])e$/, '');
}
