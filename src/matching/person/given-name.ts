import { hashText } from '../../runtime/memory/hash.js';
import { femaleNames, isFrequentGivenName, isGivenName, maleNames } from '../lists/given-names.js';
import { osaDistance } from '../text/edit-distance.js';
import { WRITTEN_GROUPS, isHeadOf } from '../lists/nicknames.js';
import { isCompound, relateCompounds } from './compound-name.js';
import { FAMILY_GROUPS, type NameWord } from '../methods/names/word.js';

/**
 * Relation of two first names: `same` (nicknames, forms in other languages, a typo), `variant` (they sound alike),
 * `initial`, `slip` (a typo or a sibling's name), or `two` (different people).
 */
export type GivenNameRelation = 'same' | 'variant' | 'initial' | 'slip' | 'two';

/** Maximum length of an abbreviation, such as "Ma." for Maria. */
const LONGEST_SHORT_FORM = 3;
/** Minimum length of unknown names that may be typos. Shorter names that differ are treated as different names. */
const SHORTEST_UNKNOWN_SLIP = 5;
const TWO_SLIPS = 7;

/** @param namesOf returns the forms in a name's nickname groups, because an initial may be that of a nickname */
export function relateGivenNames(
  a: NameWord,
  b: NameWord,
  namesOf: (word: NameWord) => Iterable<string>,
): GivenNameRelation {
  const [short, long] = a.text.length <= b.text.length ? [a, b] : [b, a];
  if (a.text === b.text) return 'same';
  if (short.text.length === 1) return beginsWith(long, short.text, namesOf) ? 'initial' : 'two';
  if (isPairBySex(a.text, b.text)) return 'two';
  if (areOneUnvowelled(a.text, b.text)) return 'same';
  const distance = osaDistance(a.text, b.text, 2);
  const sounds = soundOf(a.text) === soundOf(b.text) || isWithArticle(long.text, short.text);
  const areGivenNames = isKnownGivenName(a.text) && isKnownGivenName(b.text);
  const areFrequent = isFrequentName(a.text) && isFrequentName(b.text);
  const shareNickname = a.groups.some((group) => group < FAMILY_GROUPS && b.groups.includes(group));
  if (shareNickname && isTransliteration(a.text, b.text) && !(areFrequent && distance === 1 && areSisters(a, b)))
    return 'same';
  const isGuttural = shareNickname && gutturalForm(a.text) === gutturalForm(b.text);
  const parts = shareNickname ? undefined : relateCompounds(a.text, b.text);
  if (parts === 'two' && (distance > 1 || !isSlip(a.text, b.text))) return 'two';
  if (areGivenNames && distance === 1) {
    if (sounds && !areFrequent) return 'same';
    // Sara and Sarai are two names.
    if (!sounds && !shareNickname && long.text.startsWith(short.text)) return areFrequent ? 'two' : 'slip';
    if (sounds || isGuttural) return 'variant';
    if (areFrequent || !isSlip(a.text, b.text)) return 'two';
    // Dewi and Dwi are two names, although a typo may lack a syllable of a common name.
    return isFrequentName(long.text) || syllables(long.text) === syllables(short.text) ? 'variant' : 'slip';
  }
  if (shareNickname && !sounds && areOtherForms(a.text, b.text, areGivenNames, areFrequent)) return 'slip';
  if (shareNickname || parts === 'same') return 'same';
  if (sounds) return areGivenNames ? 'variant' : 'same';
  if (isShortForm(short.text, long.text)) return 'initial';
  if (isPetForm(short.text, long.text)) return 'variant';
  // A two-syllable name and a typo of it: Xiaoming and Xiaomign.
  const areCompounds = [isCompound(a.text), isCompound(b.text)] as const;
  const isOneCompound = areCompounds[0] !== areCompounds[1];
  const knownA = areGivenNames || isKnown(a) || (isOneCompound && areCompounds[0]);
  const knownB = areGivenNames || isKnown(b) || (isOneCompound && areCompounds[1]);
  const soundsAlike = !areFrequent && a.sounds.some((sound) => b.sounds.includes(sound));
  if (knownA && knownB) return distance === 2 && soundsAlike && short.text.length >= TWO_SLIPS ? 'variant' : 'two';
  const length = short.text.length;
  if (knownA || knownB) {
    if (distance === 1 && length >= 3) {
      if (length < SHORTEST_UNKNOWN_SLIP) return isTransliteration(a.text, b.text) ? 'variant' : 'slip';
      if (haveOtherEndings(a.text, b.text)) return 'slip';
      if (vowelForm(a.text) === vowelForm(b.text)) return 'variant';
      return isSlip(a.text, b.text) && !hasVowelBehind(long.text, short.text) ? 'same' : 'slip';
    }
    if (distance === 2 && length >= SHORTEST_UNKNOWN_SLIP && length < TWO_SLIPS && long.text.length > length)
      return areAtEnds(a.text, b.text) ? 'slip' : 'two';
    if (distance !== 2 || length < TWO_SLIPS) return 'two';
    return soundsAlike ? 'variant' : 'slip';
  }
  if (distance === 1) return length >= SHORTEST_UNKNOWN_SLIP ? 'slip' : 'two';
  return distance === 2 && length > TWO_SLIPS + 1 ? 'slip' : 'two';
}

/** Returns whether the first and the last letters are equal, as in a name and its typo (Brendon, Brnedn). */
function areAtEnds(a: string, b: string): boolean {
  return a.charAt(0) === b.charAt(0) && a.at(-1) === b.at(-1);
}

/** Returns whether only the last letter differs. A final yeh is often written as alef maqsura, and vice versa. */
function areOneUnvowelled(a: string, b: string): boolean {
  return a.slice(0, -1) === b.slice(0, -1) && UNVOWELLED.test(a) && UNVOWELLED.test(b);
}
const UNVOWELLED = /^[^aeiouy]{2,}[aiy]$/;

/** Unifies guttural sounds: Chaim is Haim, and Bohdan in Ukraine is Bogdan in Russia. */
const gutturalForm = (name: string): string => name.replace(/^ch/, 'h').replace(/g(?!h)/g, 'h');

/** Returns whether one edit is a typo: a letter is missing, doubled or swapped, or from an adjacent key. */
export function isSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (at === 0) return false;
  if (short.length < long.length) return true;
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return isSwapped || (NEIGHBOURS.get(short[at]!)?.includes(long[at]!) ?? false);
}

/** Returns whether `long` adds a vowel at the end that does not repeat the last letter. Adelai is a different name. */
function hasVowelBehind(long: string, short: string): boolean {
  return long.startsWith(short) && /[aeiouy]$/.test(long) && long.at(-1) !== short.at(-1);
}

/** Returns whether only the last letter differs, and both are vowels: Thandi and Thando. */
function haveOtherEndings(a: string, b: string): boolean {
  return a.slice(0, -1) === b.slice(0, -1) && /[aeiouy]$/.test(a) && /[aeiouy]$/.test(b);
}

const syllables = (name: string): number => name.split(/[aeiouy]+/).length;

/** Unifies vowels that scripts with three vowels do not distinguish: Mohsen is Mohsin. */
const vowelForm = (name: string): string => name.replace(/ei/g, 'ai').replace(/e/g, 'i').replace(/o/g, 'u');

/** Keyboard rows, for adjacent keys. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const NEIGHBOURS: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap((row) => Array.from(row).map((key, i) => [key, `${row[i - 1] ?? ''}${row[i + 1] ?? ''}`] as const)),
);

/** Returns whether only the vowels inside the names differ: Ahmed and Ahmad, but not Anna and Anne. */
function isTransliteration(a: string, b: string): boolean {
  const vowels = /[aeiouy]+/g;
  const beginAlike = /^[aeiouy]/.test(a) === /^[aeiouy]/.test(b);
  return beginAlike && a.at(-1) === b.at(-1) && a.replace(vowels, '') === b.replace(vowels, '');
}

/** Whether names of equal length are different (Marion, Marian), not one name transliterated (Ahmed, Ahmad). */
function areSisters(a: NameWord, b: NameWord): boolean {
  return a.text.length === b.text.length && !a.groups.some((group) => isWritten(group) && b.groups.includes(group));
}

const isWritten = (group: number) => group >= WRITTEN_GROUPS && group < FAMILY_GROUPS;

/**
 * Returns whether two forms are different names: their endings differ (Ella, Ellie), or also their beginnings (Lisa,
 * Betty).
 */
function areOtherForms(a: string, b: string, areKnown: boolean, areFrequent: boolean): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const isPet = /(?:ie|y|i)$/.test(long);
  const areOfOneStem = stemOf(a) === stemOf(b);
  const isPetOf = isPet && stemOf(long).startsWith(short.replace(/e$/, ''));
  if (isHeadOf(a, b) || isHeadOf(b, a)) return areFrequent && !isPetOf && (areOfOneStem || areNames(short, long));
  if (areOfOneStem) return areKnown && !isPetOf;
  if (areFrequent && a[0] === b[0] && areNames(short, long)) return true;
  const begins = (one: string, other: string) => other.includes(one.slice(0, SHORTEST_BEGINNING));
  const endAlike = a.slice(-SHORTEST_BEGINNING) === b.slice(-SHORTEST_BEGINNING) && !areNames(short, long);
  return areFrequent && a[0] !== b[0] && !endAlike && !begins(a, b) && !begins(b, a);
}
const SHORTEST_BEGINNING = 3;

/** Returns whether neither name is a short form of the other: Ellen and Helen, Shawn and Shane. */
function areNames(short: string, long: string): boolean {
  const areAlike = short.length >= SHORTEST_UNKNOWN_SLIP && osaDistance(short, long, 2) <= 2;
  return areAlike && !long.includes(short) && !isTransliteration(soundOf(short), soundOf(long));
}

function stemOf(name: string): string {
  let end = name.length;
  while (end > 0 && 'aeiouy'.includes(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}

/** Returns whether the longer name has an assimilated Arabic article: Ezzahra is Zahra. */
function isWithArticle(long: string, short: string): boolean {
  const match = /^[ae]([dnrstz])(?=\1)/.exec(long);
  return match !== null && short.length >= 4 && long.slice(2) === short;
}

/** Returns whether a given name is known, perhaps with umlauts spelled out ("juergen"). */
function isKnownGivenName(name: string): boolean {
  return isGivenName(name) || isGivenName(withoutUmlauts(name));
}

/** Returns whether the name is in a register of births. Such registers have no short forms and no typos. */
function isFrequentName(name: string): boolean {
  return isFrequentGivenName(name) || isFrequentGivenName(withoutUmlauts(name));
}

function isKnown(word: NameWord): boolean {
  return word.groups.some((group) => group < FAMILY_GROUPS) || isKnownGivenName(word.text);
}

const withoutUmlauts = (name: string): string => name.replace(/(?<=[aou])e(?=[^aeiouy]|$)/g, '');

/** Letters that languages or transliterations use for one another. */
const LETTER_CLASSES = ['ckqxh', 'yjieg', 'fp', 'vwb', 'szxc', 'td', 'uw', 'ae'].map((letters) => new Set(letters));

function beginsWith(name: NameWord, letter: string, namesOf: (word: NameWord) => Iterable<string>): boolean {
  const first = name.text.charAt(0);
  if (first === letter) return true;
  for (const form of namesOf(name)) if (form.startsWith(letter)) return true;
  // Known names are not spelled with a different first letter: P. is not Susan.
  return !isKnownGivenName(name.text) && LETTER_CLASSES.some((each) => each.has(first) && each.has(letter));
}

function isShortForm(short: string, long: string): boolean {
  return short.length <= LONGEST_SHORT_FORM && long.startsWith(short) && !isFrequentName(short);
}

const PET_ENDING = /(?:i|y|ie|a|o|e|ek|ka|ko|us|chen|lein|ito|ita|inho|inha|sha|shka|chka|el|le)$/;

/** Returns whether the shorter name begins the longer one, and is not a common name: an unlisted pet form. */
function isPetForm(short: string, long: string): boolean {
  if (short.length < 3 || isFrequentName(short) || !isKnownGivenName(long)) return false;
  if (long.startsWith(short)) return long.length > short.length + 1;
  let shared = 0;
  while (shared < short.length && short[shared] === long[shared]) shared++;
  return shared >= 3 && shared >= short.length - 3 && PET_ENDING.test(short) && long.length > short.length;
}

const FEMALE_ENDINGS = ['etta', 'ette', 'ella', 'elle', 'inha', 'ina', 'ine', 'iya', 'ia', 'ie', 'na', 'ne', 'a', 'e'];

/** Returns whether one name is the male form, and the other the female form, of the same name. */
export function isPairBySex(a: string, b: string): boolean {
  const maleA = bornBy(a);
  const maleB = bornBy(b);
  if ((maleA === 'male' && maleB === 'female') || (maleA === 'female' && maleB === 'male')) return true;
  return isMadeFemale(a, b) || isMadeFemale(b, a);
}

function isMadeFemale(male: string, female: string): boolean {
  if (bornBy(male) === 'female' || bornBy(female) === 'male' || male.length < 3) return false;
  // Names used by both sexes are not evidence.
  if (bornBy(male) === 'either' && bornBy(female) === 'either') return false;
  const stem =
    /(?:os|us|is|as)$/.test(male) && male.length > 5
      ? male.slice(0, -2)
      : /[oe]$/.test(male)
        ? male.slice(0, -1)
        : male;
  return FEMALE_ENDINGS.some((ending) => {
    // A final e or a doubled letter is often only another spelling.
    if (ending === 'e' && bornBy(male) !== 'male') return false;
    if (ending === 'ie' && bornBy(female) !== 'female') return false;
    return female === male + ending || (stem !== male && ending !== 'e' && female === stem + ending);
  });
}

function bornBy(name: string): 'male' | 'female' | 'either' | undefined {
  const [male, female] = [maleNames.has(name), femaleNames.has(name)];
  return male && female ? 'either' : male ? 'male' : female ? 'female' : undefined;
}

/** Returns the approximate sound, which is the same for all transliterations and spellings of a name. */
export function soundOf(name: string): string {
  const place = hashText(name) & (KEPT - 1);
  const known = kept[place];
  if (known?.name === name) return known.sound;
  const sound = spokenForm(name);
  kept[place] = { name, sound };
  return sound;
}

const KEPT = 1 << 12;
const kept = new Array<{ readonly name: string; readonly sound: string } | undefined>(KEPT).fill(undefined);

/** In a word of one syllable, a final e lengthens the vowel before a single consonant: Jake is not Jack. */
const LENGTHENED = /^(?:i(?=[aeou]))?[^aeiou]*[aeiou][^aeiou]e$/;

function spokenForm(name: string): string {
  const spoken = spelledAsSpoken(name);
  return LENGTHENED.test(spoken) && !/(.)\1e$/.test(name) ? spoken : spoken.replace(/(?<=[^aeiou])e$/, '');
}

function spelledAsSpoken(name: string): string {
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
    .replace(/(?<=[aeou])i(?=$)/g, 'i');
}
