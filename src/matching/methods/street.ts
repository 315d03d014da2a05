import { hashPair, hashText } from '../../runtime/memory/hash.js';
import { entriesOf, wordSet, type UserLists } from '../lists/method-lists.js';
import { shippedList } from '../lists/shipped-list.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { osaDistance } from '../text/edit-distance.js';
import { cut, fold, words } from '../text/fold.js';
import { halfHashes, halfHashesAsked } from '../text/segments.js';
import { ONE_EDIT, alignWords } from './places/align-words.js';
import { digitsOf, isDigit, hashesOfNear, isNear, nearNumbers, numberAt, withoutZeros } from './places/house-number.js';
import {
  cardinalAtStart,
  cardinals,
  isCompoundOrdinal,
  isOrdinal,
  ordinalSpelled,
  ordinals,
} from './places/number-words.js';
import { rewriteAddress, rewriteCharacters, rewriteUnitsBehind } from './places/rewrite-address.js';

/**
 * Street addresses: house number, name, kind, direction and unit (USPS Publication 28, and our own tables in several
 * languages). Tolerates typos in the name. A different number is a different house, unless one digit is wrong or two
 * are swapped. A missing number, unit or direction costs less. Post boxes are compared by number. Keys: the number with
 * each half of the name's words (one edit) or with the whole name. Queries also look up the whole name with each number
 * that differs in one digit. Addresses without a number have the whole name as key.
 */
const FLOOR: Similarity = 4_500;
const NUMBER_MISSING = 0.75;
const OTHER_LETTER = 0.93;
const NUMBER_TYPO = 0.65;
const OTHER_KIND = 0.96;
const OTHER_DIRECTION = 0.85;
const DIRECTION_MISSING = 0.97;
const OTHER_UNIT = 0.93;
const UNIT_MISSING = 0.98;
const COST = { conflict: 1.2, extra: 0.35, minor: 0.15 };

const MOST_WORDS = 14;
const LONGEST_WORD = 32;

const NUMBERED = 81;
const EQUAL_NAME = 82;
const ANY_NUMBER = 83;
const NO_NUMBER = 84;

/** Reads a list. Each line contains a normal form and its other spellings. */
const spellings = (name: string): string[][] => shippedList(name).map((line) => line.split(' '));
const streetKinds = spellings('street-kinds');
const directions = spellings('street-directions');
const unitWords = shippedList('street-units');
const streetStopWords = shippedList('street-stop-words');
const postBoxes = shippedList('post-boxes');

/** Roles that a word can have in an address, as bits. */
const UNIT = 1;
const KIND = 2;
const DIRECTION = 4;
const SAYS_LITTLE = 8;

export interface Street {
  readonly text: string;
  readonly name: readonly string[];
  readonly glued: string;
  /** Words with digits that are part of the name: Highway 101, or a Japanese block. */
  readonly figures: readonly string[];
  readonly number: string;
  readonly letter: string;
  readonly kind: string;
  readonly direction: string;
  readonly unit: string;
}

interface House {
  /** The words from `from` up to, but not including, `to`. Without a house number, both are -1. */
  readonly from: number;
  readonly to: number;
  readonly number: string;
  readonly letter: string;
}

const NO_HOUSE: House = { from: -1, to: -1, number: '', letter: '' };

export function street(lists: UserLists): MatchMethod<Street> {
  const kinds = withOwnKinds(shortForms(streetKinds), lists);
  const compass = shortForms(directions);
  const stopWords = wordSet(streetStopWords, lists, 'street-stop-words');
  const boxes = new Set(postBoxes);
  const boxBegins = new Set(postBoxes.map((box) => box.split(' ')[0]!));
  const roles = new Map<string, number>();
  const addRole = (words: Iterable<string>, role: number) => {
    for (const word of words) roles.set(word, rolesOf(word) | role);
  };
  const rolesOf = (word: string) => roles.get(word) ?? 0;
  addRole(unitWords, UNIT);
  addRole(kinds.values(), KIND);
  addRole(compass.values(), DIRECTION);
  // Inside a name, `st` means saint, and is sometimes omitted.
  addRole([...stopWords, 'st'], SAYS_LITTLE);
  const counts = (word: string) => (rolesOf(word) & SAYS_LITTLE) === 0;

  function normalise(raw: readonly string[]): string {
    const folded = rewriteUnitsBehind(fold(rewriteCharacters(raw.join(' '))));
    const text = rewriteAddress(folded).replace(/#/g, ' unit ');
    const all = withoutBoxes(words(text).slice(0, MOST_WORDS * 2), boxes, boxBegins);
    const spelled = numbered(all, (word) => NUMBERED_KINDS.has(kinds.get(word) ?? ''));
    for (let i = 0; i < spelled.length; i++) {
      const word = spelled[i]!;
      // In "flat c", the letter is not a street name.
      if (word.length === 1 && (rolesOf(spelled[i - 1] ?? '') & UNIT) !== 0 && spelled[i - 1]!.length > 1) continue;
      spelled[i] = cut(kinds.get(word) ?? compass.get(word) ?? word, LONGEST_WORD);
    }
    return spelled.slice(0, MOST_WORDS).join(' ');
  }

  function prepare(text: string): Street {
    const { rest, unit } = withoutUnit(withoutNo(text.split(' ')));
    const { from, to, number, letter } = houseIn(rest);
    const name: string[] = [];
    let direction = '';
    for (let i = 0; i < rest.length; i++) {
      if (i >= from && i < to) continue;
      const word = rest[i]!;
      if ((rolesOf(word) & DIRECTION) !== 0) direction = joined(direction, word);
      else name.push(word);
    }
    const kind = takeKind(name);
    let glued = '';
    for (const word of name) if (counts(word)) glued += word;
    // If no word is distinctive, the name consists of all words.
    const core = glued !== '' ? name : rest.filter((_, i) => i < from || i >= to);
    if (glued === '') glued = core.filter(counts).join('') || core.join('');
    const figures = core.filter((word) => /\d/.test(word));
    return { text, name: core, glued, figures, number, letter, kind, direction, unit };
  }

  /** Removes the word for "number" after the word for a unit: `plot no 14`. */
  function withoutNo(all: readonly string[]): readonly string[] {
    const isNo = (word: string, i: number) => BEFORE_HOUSE.has(word) && (rolesOf(all[i - 1] ?? '') & UNIT) !== 0;
    return all.some(isNo) ? all.filter((word, i) => !isNo(word, i)) : all;
  }

  /** Separates units: `unit 4`, `flat b`, `second floor`. */
  function withoutUnit(all: readonly string[]): { readonly rest: string[]; readonly unit: string } {
    const rest: string[] = [];
    const units: string[] = [];
    for (let i = 0; i < all.length; i++) {
      const word = all[i]!;
      const next = all[i + 1];
      const isFloorBehind = FLOORS.has(word) && ordinals.has(rest.at(-1) ?? '');
      const isUnit =
        !isFloorBehind &&
        (rolesOf(word) & UNIT) !== 0 &&
        (word.length > 1 || all.slice(0, i).some((each) => digitsOf(each) > 0));
      const behind = isUnit && next !== undefined ? unitNumber(next, FLOORS.has(word)) : '';
      // If the unit comes before the house number, the rest must still be an address.
      if (behind !== '' && (i > 0 || all.length > 3)) {
        units.push(behind);
        i++;
        continue;
      }
      const isFloor = FLOORS.has(word) && (rest.length > 1 || (isFloorBehind && next !== undefined));
      const before = isFloor ? floorNumber(rest.at(-1)!, rest) : '';
      if (before === '') rest.push(word);
      else {
        units.push(before);
        rest.pop();
      }
    }
    // If there are only units, they are the address.
    if (rest.length === 0) return { rest: [...all], unit: '' };
    return { rest, unit: units.length < 2 ? (units[0] ?? '') : units.sort().join(' ') };
  }

  /** Reads the unit after "flat" or "floor": a letter, a string with digits, or a number word. */
  function unitNumber(word: string, isFloor: boolean): string {
    if (word.length === 1) return word;
    const value = cardinals.get(word) ?? (isFloor ? ordinals.get(word) : undefined);
    return value === undefined ? (/\d/.test(word) ? word : '') : String(value);
  }

  /** Reads the number before "floor": `second`, `2o`. Digits count only if an earlier word has the house number. */
  function floorNumber(word: string, before: readonly string[]): string {
    const value = ordinals.get(word) ?? FLOOR_NUMBER.exec(word)?.[1];
    if (value !== undefined) return String(value);
    return /^\d+$/.test(word) && before.slice(0, -1).some((each) => digitsOf(each) > 0) ? word : '';
  }

  /** Finds the house number with its letter (`12 b`) and the end of a range (`12-14`). */
  function houseIn(words: readonly string[]): House {
    const at = numberAt(words);
    if (at < 0) return NO_HOUSE;
    const word = words[at]!;
    const digits = digitsOf(word);
    const number = withoutZeros(word.slice(0, digits));
    const letter = word.slice(digits);
    const behind = words[at + 1];
    if (behind === undefined) return { from: at, to: at + 1, number, letter };
    const isLetter = behind.length === 1 ? /[a-df-mo-rt-vx-z]/.test(behind) : REPEATS.has(behind) && words.length > 2;
    if (letter === '' && isLetter && (behind.length > 1 || (rolesOf(behind) & KIND) === 0))
      return { from: at, to: at + 2, number, letter: behind };
    const isRange = at > 0 === at + 2 >= words.length && digitsOf(behind) > 0 && words.length > 2;
    return { from: at, to: at + (isRange ? 2 : 1), number, letter };
  }

  /** Removes the first or last word if it is a kind of street. Elsewhere, such a word is part of the name. */
  function takeKind(name: string[]): string {
    if (name.length < 2) return '';
    if ((rolesOf(name.at(-1)!) & KIND) !== 0) return name.pop()!;
    return (rolesOf(name[0]!) & KIND) !== 0 ? name.shift()! : '';
  }

  function compare(first: Street, second: Street): Similarity {
    if (first.text === second.text) return FULL;
    const [a, b] = first.text < second.text ? [first, second] : [second, first];
    let similarity = nameSimilarity(a, b);
    if (similarity === 0) return 0;
    similarity *= numberFactor(a, b);
    if (a.kind !== b.kind) similarity *= isNumbered(a) && a.kind !== '' && b.kind !== '' ? 0 : OTHER_KIND;
    if (a.direction !== b.direction)
      similarity *= a.direction === '' || b.direction === '' ? DIRECTION_MISSING : OTHER_DIRECTION;
    if (a.unit !== b.unit) similarity *= unitFactor(a, b);
    return similarity < FLOOR ? 0 : Math.min(Math.floor(similarity), FULL - 50);
  }

  function nameSimilarity(a: Street, b: Street): number {
    if (a.glued === b.glued) return FULL;
    if (a.number !== b.number) return 0;
    if (a.figures.length > 0 && b.figures.length > 0 && !a.figures.some((one) => b.figures.includes(one))) return 0;
    const short = Math.min(a.glued.length, b.glued.length);
    const long = Math.max(a.glued.length, b.glued.length);
    const isOneEdit = short > ONE_EDIT && long <= short + 1 && osaDistance(a.glued, b.glued, 1) === 1;
    const asOne = isOneEdit && !/\d/.test(a.glued) && !/\d/.test(b.glued) ? FULL - 5_500 / long : 0;
    return Math.max(asOne, alignWords(a.name, b.name, counts, COST));
  }

  /** @param numbersOf returns hashes of a number and of its possible typos */
  function keys(value: Street, stored: boolean, numbersOf: (number: string) => number[]): number[] {
    const { glued, number } = value;
    const found = codesOf(glued, stored, []);
    for (const word of value.name) if (word !== glued && counts(word)) codesOf(word, stored, found);
    const numbered = hashText(number, NUMBERED);
    for (let i = 0; i < found.length; i++) found[i] = hashPair(found[i]!, numbered);
    found.push(hashText(glued, (number === '') === stored ? NO_NUMBER : ANY_NUMBER));
    if (number !== '') for (const near of numbersOf(number)) found.push(hashText(glued, EQUAL_NAME ^ near));
    return found;
  }

  return {
    name: 'street',
    kind: 'own',
    sharedBy: ['household'],
    types: ['string', 'textarea'],
    usualFor: [{ name: /Street$/i }],
    besideNames: { key: 'address', title: 'Address' },
    blanks: ({ street }) => street,
    floor: FLOOR,
    nearest: FULL - 50,
    normalise,
    prepare,
    compare,
    retrieval: {
      kind: 'keys',
      keys: (value) => keys(value, true, (number) => [hashText(number)]),
      probes: (value) => keys(value, false, nearNumbers),
      // For a self-join: a number has dozens of similar numbers, but shares one of a few hashes with each of them.
      joined: {
        keys: (value) => keys(value, true, hashesOfNear),
        probes: (value) => keys(value, false, hashesOfNear),
      },
    },
  };
}

function shortForms(table: readonly (readonly string[])[]): Map<string, string> {
  const forms = new Map<string, string>();
  for (const [short, ...spellings] of table) {
    forms.set(short!, short!);
    for (const spelling of spellings) if (!forms.has(spelling)) forms.set(spelling, short!);
  }
  return forms;
}

/** Adds the user's list `street-kinds`: each line is a kind and its spellings (`mews mws mew`). Keeps known words. */
function withOwnKinds(forms: Map<string, string>, lists: UserLists): Map<string, string> {
  for (const entry of entriesOf(lists, 'street-kinds')) {
    const [kind, ...spellings] = words(fold(entry));
    if (kind === undefined) continue;
    const short = forms.get(kind) ?? kind;
    for (const spelling of [short, ...spellings]) if (!forms.has(spelling)) forms.set(spelling, short);
  }
  return forms;
}

/** Removes the words for post boxes. @param begins the first word of each entry of `boxes` */
function withoutBoxes(all: string[], boxes: ReadonlySet<string>, begins: ReadonlySet<string>): string[] {
  if (!all.some((word) => begins.has(word))) return all;
  const kept: string[] = [];
  for (let i = 0; i < all.length; i++) {
    const n = [3, 2, 1].find((count) => i + count <= all.length && boxes.has(all.slice(i, i + count).join(' ')));
    if (n === undefined) kept.push(all[i]!);
    else {
      kept.push('pobox');
      i += n - 1;
    }
  }
  return kept;
}

const FLOORS = new Set('floor fl flr piso piano planta etage etg level lvl stock og andar verdieping'.split(' '));
/** A number before a word for a floor: `2o`, `3er`, `1e`. */
const FLOOR_NUMBER = /^(\d{1,2})(?:o|a|e|os|er|re|eme|ieme|ro|ra|do|da|to|ta|de|ste|te)$/;
/** Suffixes for several houses with the same number, as in France; `ahalf` for 88 1/2. */
export const REPEATS: ReadonlySet<string> = new Set(['bis', 'ter', 'quater', 'ahalf']);
const WITH_REPEAT = /^(\d+)(bis|ter|quater)$/;
/** Words before a house number: `No. 12`, `Blk 123`. */
const BEFORE_HOUSE = new Set('blk block house hno no nr nro number num'.split(' '));

/** Appends a word, and joins the two words of an ordinal. */
function push(spelled: string[], word: string): void {
  const last = spelled.at(-1);
  if (last !== undefined && isCompoundOrdinal(last, word)) spelled[spelled.length - 1] = last + word;
  else spelled.push(word);
}

/** Separates joined words and unifies numbers: `Lindenstrasse`, `One Main Street`, `5th Avenue`, `12bis`, `Blk 123`. */
function numbered(all: readonly string[], isKind: (word: string) => boolean): string[] {
  const spelled: string[] = [];
  let hasHouse = false;
  for (const word of all) {
    const parts = word.length > 5 ? /^(.{3,}?)(?:strasse|straat|str)$/.exec(word) : null;
    const stem = parts === null ? word : parts[1]!;
    if (!isDigit(stem.charCodeAt(0))) spelled.push(stem);
    else if (isDigit(stem.charCodeAt(stem.length - 1))) {
      hasHouse = true;
      spelled.push(stem);
    } else {
      const figures = WITH_REPEAT.exec(stem)?.slice(1) ?? [stem];
      hasHouse ||= digitsOf(figures[0]!) > 0;
      spelled.push(...figures);
    }
    if (parts !== null) spelled.push('st');
  }
  while (BEFORE_HOUSE.has(spelled[0] ?? '') && digitsOf(spelled[1] ?? '') > 0 && digitsOf(spelled[2] ?? '') === 0)
    spelled.shift();
  // "Seven Sisters Road 12" already has a house number.
  if (!hasHouse && spelled.length > 1) {
    const { value, length } = cardinalAtStart(spelled);
    if (value !== undefined) spelled.splice(0, length, String(value));
  }
  return withOrdinals(spelled, isKind);
}

/** Spells "5th" as fifth, and "30" in "30 St" as thirtieth if a house number precedes it. */
function withOrdinals(all: readonly string[], isKind: (word: string) => boolean): string[] {
  const spelled: string[] = [];
  const hasHouse = digitsOf(all[0] ?? '') > 0;
  all.forEach((word, i) => {
    const isStreet = hasHouse && i > 0 && /^[1-9]\d{0,2}$/.test(word) && isKind(all[i + 1] ?? '');
    const ordinal = isStreet ? word + (/(?<!1)[123]$/.test(word) ? SUFFIXES[Number(word.at(-1))]! : 'th') : word;
    push(spelled, isDigit(word.charCodeAt(0)) ? ordinalSpelled(ordinal) : word);
  });
  return spelled;
}
const NUMBERED_KINDS = new Set(['st', 'ave']);
const SUFFIXES = ['th', 'st', 'nd', 'rd'];

function joined(words: string, word: string): string {
  return words === '' ? word : `${words} ${word}`;
}

/** Returns whether the street's name is a number: Fifth Street and Fifth Avenue are different streets. */
function isNumbered({ name: [word, ...more] }: Street): boolean {
  return word !== undefined && more.length === 0 && (isOrdinal(word) || /^\d+(?:st|nd|rd|th)$/.test(word));
}

function numberFactor(a: Street, b: Street): number {
  if (a.number === b.number) return a.letter === b.letter ? 1 : OTHER_LETTER;
  // An address without a number can mean any house of Fifth Avenue.
  if (a.number === '' || b.number === '') return a.name.some(isOrdinal) ? 0 : NUMBER_MISSING;
  return isNear(a.number, b.number) ? NUMBER_TYPO : 0;
}

/** Without house numbers, the units serve as house numbers: Riverside Court, House No. 7. */
function unitFactor(a: Street, b: Street): number {
  if (a.unit === '' || b.unit === '') return UNIT_MISSING;
  const isHouse = a.number + b.number === '' && /^\d+$/.test(a.unit) && /^\d+$/.test(b.unit);
  return !isHouse ? OTHER_UNIT : isNear(a.unit, b.unit) ? NUMBER_TYPO : 0;
}

/** Adds hashes of a word. Words share a hash if they are equal or, if long enough, differ by one edit. */
function codesOf(text: string, stored: boolean, into: number[]): number[] {
  if (text.length < ONE_EDIT || /\d/.test(text)) into.push(hashText(text));
  else if (stored) halfHashes(text, 0, into);
  else halfHashesAsked(text, 0, into);
  return into;
}
