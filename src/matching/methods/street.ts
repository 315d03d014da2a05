import { hashPair, hashText } from '../../memory/hash.js';
import { entriesOf, wordSet, type UserLists } from '../lists/method-lists.js';
import { shippedList } from '../lists/shipped-list.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { osaDistance } from '../text/edit-distance.js';
import { cut, fold, words } from '../text/fold.js';
import { halfHashes, halfHashesAsked } from '../text/segments.js';
import { ONE_EDIT, alignWords } from './places/align-words.js';
import { digitsOf, isNear, nearNumbers, numberAt, withoutZeros } from './places/house-number.js';

/**
 * Street addresses: house number apart from name, kind of street, direction and unit (USPS Publication 28 for the idea;
 * tables of several languages are our own). Typos in the name; another number is another house, unless it is one digit
 * off or swapped; a missing number, unit or direction is weaker; post boxes by their number.
 *
 * Keys: halves of the name's words (one edit) with the number; the whole name with the number, asked for with every
 * number that is one digit off; the whole name for addresses without one.
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

/** Lines of the form that is compared and the spellings that stand for it. */
const spellings = (name: string): string[][] => shippedList(name).map((line) => line.split(' '));
const streetKinds = spellings('street-kinds');
const directions = spellings('street-directions');
const unitWords = shippedList('street-units');
const streetStopWords = shippedList('street-stop-words');
const postBoxes = shippedList('post-boxes');

/** The roles that a word of an address may have, as bits. */
const UNIT = 1;
const KIND = 2;
const DIRECTION = 4;
const SAYS_LITTLE = 8;

interface Street {
  readonly text: string;
  /** Words that carry the name. */
  readonly name: readonly string[];
  readonly glued: string;
  /** House number's digits, `''` for none. */
  readonly number: string;
  readonly letter: string;
  readonly kind: string;
  readonly direction: string;
  readonly unit: string;
}

interface House {
  /** Its words: from this one to before that one; none where both are -1. */
  readonly from: number;
  readonly to: number;
  /** Digits, `''` for none. */
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
  // `st` inside a name is a saint, whom some leave out.
  addRole([...stopWords, 'st'], SAYS_LITTLE);
  const counts = (word: string) => (rolesOf(word) & SAYS_LITTLE) === 0;

  function normalise(raw: readonly string[]): string {
    const text = fold(raw.join(' ')).replace(/#/g, ' unit ');
    const all = withoutBoxes(words(text).slice(0, MOST_WORDS * 2), boxes, boxBegins);
    const spelled: string[] = [];
    for (const word of all) {
      const parts = word.length > 5 ? /^(.{3,}?)(?:strasse|straat|str)$/.exec(word) : null;
      for (const part of parts === null ? [word] : [parts[1]!, 'st']) {
        spelled.push(cut(kinds.get(part) ?? compass.get(part) ?? part, LONGEST_WORD));
      }
    }
    return spelled.slice(0, MOST_WORDS).join(' ');
  }

  function prepare(text: string): Street {
    const { rest, unit } = withoutUnit(text.split(' '));
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
    // Nothing but words that say little: then they are the name.
    const core = glued !== '' ? name : rest.filter((_, i) => i < from || i >= to);
    if (glued === '') glued = core.filter(counts).join('') || core.join('');
    return { text, name: core, glued, number, letter, kind, direction, unit };
  }

  /** The words but `unit 4`, `flat b`, and what these say. */
  function withoutUnit(all: readonly string[]): { readonly rest: string[]; readonly unit: string } {
    const rest: string[] = [];
    let unit = '';
    for (let i = 0; i < all.length; i++) {
      const word = all[i]!;
      const next = all[i + 1];
      if (i > 0 && next !== undefined && (rolesOf(word) & UNIT) !== 0 && (next.length === 1 || /\d/.test(next))) {
        unit = joined(unit, next);
        i++;
      } else rest.push(word);
    }
    return { rest, unit };
  }

  /** The house number among words, with its letter (`12 b`) and the end of a range of houses (`12-14`). */
  function houseIn(words: readonly string[]): House {
    const at = numberAt(words);
    if (at < 0) return NO_HOUSE;
    const word = words[at]!;
    const digits = digitsOf(word);
    const number = withoutZeros(word.slice(0, digits));
    const letter = word.slice(digits);
    const behind = words[at + 1];
    if (behind === undefined) return { from: at, to: at + 1, number, letter };
    if (letter === '' && behind.length === 1 && /[a-df-mo-rt-vx-z]/.test(behind) && (rolesOf(behind) & KIND) === 0)
      return { from: at, to: at + 2, number, letter: behind };
    const isRange = at > 0 === at + 2 >= words.length && digitsOf(behind) > 0 && words.length > 2;
    return { from: at, to: at + (isRange ? 2 : 1), number, letter };
  }

  /**
   * Takes the kind of street from a name. It stands behind the name, or else before it; anywhere else the word belongs
   * to the name (Oak Ridge Road, Saint James Street).
   */
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
    if (a.kind !== b.kind) similarity *= OTHER_KIND;
    if (a.direction !== b.direction)
      similarity *= a.direction === '' || b.direction === '' ? DIRECTION_MISSING : OTHER_DIRECTION;
    if (a.unit !== b.unit) similarity *= a.unit === '' || b.unit === '' ? UNIT_MISSING : OTHER_UNIT;
    return similarity < FLOOR ? 0 : Math.min(Math.floor(similarity), FULL - 50);
  }

  function nameSimilarity(a: Street, b: Street): number {
    if (a.glued === b.glued) return FULL;
    if (a.number !== b.number) return 0;
    const short = Math.min(a.glued.length, b.glued.length);
    const long = Math.max(a.glued.length, b.glued.length);
    const isOneEdit = short > ONE_EDIT && long <= short + 1 && osaDistance(a.glued, b.glued, 1) === 1;
    const asOne = isOneEdit && !/\d/.test(a.glued) && !/\d/.test(b.glued) ? FULL - 5_500 / long : 0;
    return Math.max(asOne, alignWords(a.name, b.name, counts, COST));
  }

  function keys(value: Street, stored: boolean): number[] {
    const { glued, number } = value;
    const found = codesOf(glued, stored, []);
    for (const word of value.name) if (word !== glued && counts(word)) codesOf(word, stored, found);
    const numbered = hashText(number, NUMBERED);
    for (let i = 0; i < found.length; i++) found[i] = hashPair(found[i]!, numbered);
    if (stored) {
      if (number !== '') found.push(hashText(glued, EQUAL_NAME ^ hashText(number)));
      found.push(hashText(glued, number === '' ? NO_NUMBER : ANY_NUMBER));
    } else if (number === '') found.push(hashText(glued, ANY_NUMBER));
    else {
      found.push(hashText(glued, NO_NUMBER));
      for (const near of nearNumbers(number)) found.push(hashText(glued, EQUAL_NAME ^ near));
    }
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
    retrieval: { kind: 'keys', keys: (value) => keys(value, true), probes: (value) => keys(value, false) },
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

/**
 * User list `street-kinds`: a kind and its spellings a line (`mews mws mew`); what is known already keeps its meaning.
 */
function withOwnKinds(forms: Map<string, string>, lists: UserLists): Map<string, string> {
  for (const entry of entriesOf(lists, 'street-kinds')) {
    const [kind, ...spellings] = words(fold(entry));
    if (kind === undefined) continue;
    const short = forms.get(kind) ?? kind;
    for (const spelling of [short, ...spellings]) if (!forms.has(spelling)) forms.set(spelling, short);
  }
  return forms;
}

/**
 * Post boxes in one spelling.
 * @param begins first words of `boxes`
 */
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

function joined(words: string, word: string): string {
  return words === '' ? word : `${words} ${word}`;
}

function numberFactor(a: Street, b: Street): number {
  if (a.number === b.number) return a.letter === b.letter ? 1 : OTHER_LETTER;
  if (a.number === '' || b.number === '') return NUMBER_MISSING;
  return isNear(a.number, b.number) ? NUMBER_TYPO : 0;
}

/** Adds hashes of what two words share that are equal, or one edit apart where they are long enough. */
function codesOf(text: string, stored: boolean, into: number[]): number[] {
  if (text.length < ONE_EDIT || /\d/.test(text)) into.push(hashText(text));
  else if (stored) halfHashes(text, 0, into);
  else halfHashesAsked(text, 0, into);
  return into;
}
