import { hashText } from '../../runtime/memory/hash.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { cut, fold } from '../text/fold.js';

/**
 * Distinguishes items with the same name by numbers, as in product titles (`KDL-32M4000`). Normal form of
 * `modelNumbers`: words of letters and digits, or of four or more digits, without hyphens, sorted. Normal form of
 * `numbersInText`: all other numbers, without units. Four or more digits with a unit get a `u`. A number in only one
 * value has little effect. Different numbers on both sides contradict each other. Keys: each number, and the first
 * characters of a model number, because its ending (a colour, a region) may be missing.
 */
const FLOOR: Similarity = 6_000;
/**
 * `CONTAINED`: one value contains all the numbers in the other. `BEGINS`: a model number is the beginning of another.
 */
const CONTAINED: Similarity = 9_500;
const BEGINS: Similarity = 8_500;
const SOME: Similarity = 7_000;
const SOME_BEGIN: Similarity = FLOOR;

const LONGEST_TEXT = 2_000;
const MOST_NUMBERS = 12;
const LONGEST_NUMBER = 24;
/** Minimum number of equal characters at the beginning of two model numbers. */
const BEGINNING = 4;
/** Maximum length of an ending that may be missing. A longer ending means a different model. */
const LONGEST_ENDING = 3;
const FEWEST_DIGITS = 4;
const MODEL_SEED = 51;
const BEGINNING_SEED = 52;
const NUMBER_SEED = 53;

export function modelNumbers(): MatchMethod<readonly string[]> {
  return {
    ...method((word) => (isModelNumber(word) ? word : undefined)),
    name: 'modelNumbers',
    learnedFor: [{ name: /^ModelNumbersInText__c$/ }],
    compare(a, b) {
      const similarity = shared(a, b);
      if (similarity > SOME) return similarity;
      const begins = (one: string, other: string) =>
        one.length >= BEGINNING && other.length - one.length <= LONGEST_ENDING && other.startsWith(one);
      const isAlike = (one: string, other: string) => one === other || begins(one, other) || begins(other, one);
      const alike = (one: readonly string[], other: readonly string[]) =>
        one.filter((each) => other.some((of) => isAlike(each, of))).length;
      const [ofA, ofB] = [alike(a, b), alike(b, a)];
      const areAllAlike = (a.length <= b.length && ofA === a.length) || (b.length <= a.length && ofB === b.length);
      return Math.max(similarity, areAllAlike ? BEGINS : ofA > 0 ? SOME_BEGIN : 0);
    },
    retrieval: { kind: 'keys', keys: modelKeys, probes: modelKeys },
  };
}

export function numbersInText(): MatchMethod<readonly string[]> {
  const keys = (numbers: readonly string[]) => numbers.map((one) => hashText(one, NUMBER_SEED));
  return {
    ...method((word) => (isModelNumber(word) ? undefined : numberOf(word))),
    name: 'numbersInText',
    learnedFor: [{ name: /^NumbersInText__c$/ }],
    compare: shared,
    retrieval: { kind: 'keys', keys, probes: keys },
  };
}

function method(
  read: (word: string) => string | undefined,
): Omit<MatchMethod<readonly string[]>, 'name' | 'compare' | 'retrieval'> {
  return {
    types: ['string', 'textarea'],
    blanks: ({ any }) => any,
    floor: FLOOR,
    normalise(raw) {
      const numbers = new Set<string>();
      for (const part of fold(cut(raw.join(' '), LONGEST_TEXT), LONGEST_TEXT).split(/[\s/,;:()[\]"'|+]+/)) {
        for (const word of wordsOf(part)) {
          const number = read(word)?.slice(0, LONGEST_NUMBER);
          if (number === undefined || numbers.size === MOST_NUMBERS) continue;
          // A truncated number could look like a different number.
          if (read(number) === number) numbers.add(number);
        }
      }
      return [...numbers].sort().join(' ');
    },
    prepare: (normalised) => normalised.split(' '),
  };
}

/** Divides a part into words. A part that is a model number without its hyphens is one word. */
function wordsOf(part: string): string[] {
  const withoutDots = (piece: string) =>
    piece
      .split('.')
      .filter((one) => one !== '')
      .join('.');
  const pieces = part.split(/[^a-z0-9.]+/).map(withoutDots);
  const filled = pieces.filter((piece) => piece !== '');
  const whole = filled.join('').replaceAll('.', '');
  return filled.length > 1 && /^[a-z]/.test(whole) && isModelNumber(whole) ? [whole] : filled;
}

function numberOf(word: string): string | undefined {
  const number = /^\d+(?:\.\d+)?/.exec(word)?.[0];
  return number !== undefined && isModelNumber(number) ? `${number}u` : number;
}

/** Returns whether a word has many digits, or is not just a number with a unit. */
function isModelNumber(word: string): boolean {
  if (/^\d+$/.test(word)) return word.length >= FEWEST_DIGITS;
  return /^[a-z0-9]*$/.test(word) && /\d/.test(word) && !/^\d+[a-z]+$/.test(word) && word.length >= FEWEST_DIGITS - 1;
}

function shared(a: readonly string[], b: readonly string[]): Similarity {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const others = new Set(many);
  const equal = few.filter((one) => others.has(one)).length;
  if (equal === 0) return 0;
  if (equal < few.length) return SOME;
  return few.length === many.length ? FULL : CONTAINED;
}

function modelKeys(numbers: readonly string[]): number[] {
  return numbers.flatMap((one) => [hashText(one, MODEL_SEED), hashText(one.slice(0, BEGINNING), BEGINNING_SEED)]);
}
