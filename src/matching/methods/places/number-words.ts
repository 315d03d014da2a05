import { shippedList } from '../../lists/shipped-list.js';

export const cardinals = new Map<string, number>();
export const ordinals = new Map<string, number>();
const english = new Map<number, { readonly cardinal: string; readonly ordinal: string }>();

for (const line of shippedList('number-words')) {
  const [number, all = ''] = line.split(': ');
  const [cardinal = [], ordinal = []] = all.split('|').map((side) => side.trim().split(' '));
  for (const word of cardinal) cardinals.set(word, Number(number));
  for (const word of ordinal) ordinals.set(word, Number(number));
  english.set(Number(number), { cardinal: cardinal[0]!, ordinal: ordinal[0]! });
}

const ORDINAL = /^([1-9]\d?)(?:st|nd|rd|th)$/;

/** Spells "5th" as fifth and "42nd" as fortysecond, so that no two ordinals are one edit apart. Keeps other words. */
export function ordinalSpelled(word: string): string {
  const found = ORDINAL.exec(word);
  if (found === null) return word;
  const value = Number(found[1]);
  const whole = english.get(value);
  if (whole !== undefined) return whole.ordinal;
  const [tens, ones] = [english.get(value - (value % 10)), english.get(value % 10)];
  return tens === undefined || ones === undefined ? word : tens.cardinal + ones.ordinal;
}

const spelledOrdinals = new Set(Array.from({ length: 99 }, (_, i) => ordinalSpelled(`${String(i + 1)}th`)));

const tensWords = new Set([20, 30, 40, 50, 60, 70, 80, 90].map((value) => english.get(value)!.cardinal));
const onesWords = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9].map((value) => english.get(value)!.ordinal));

/** Reads a cardinal and counts its words: "twenty one" is 21, but "one twenty" is 120. */
export function cardinalAtStart(all: readonly string[]): {
  readonly value: number | undefined;
  readonly length: number;
} {
  const [first, second] = [cardinals.get(all[0] ?? ''), cardinals.get(all[1] ?? '')];
  if (first !== undefined && first < 10 && all[1] === 'hundred' && all.length > 2) {
    const more = cardinalAtStart(all.slice(2));
    const isMore = more.value !== undefined && more.value < 100 && more.length + 2 < all.length;
    return { value: first * 100 + (isMore ? more.value : 0), length: isMore ? more.length + 2 : 2 };
  }
  if (first === undefined || second === undefined || all.length < 3) return { value: first, length: 1 };
  const [isTens, isTensBehind] = [first, second].map((value) => value >= 20 && value % 10 === 0);
  if (isTens === true && second < 10) return { value: first + second, length: 2 };
  return first < 10 && isTensBehind === true ? { value: first * 100 + second, length: 2 } : { value: first, length: 1 };
}

export const isOrdinal = (word: string): boolean => ordinals.has(word) || spelledOrdinals.has(word);

/** Returns whether two words form an ordinal: "forty second". */
export const isCompoundOrdinal = (tens: string, ones: string): boolean => tensWords.has(tens) && onesWords.has(ones);
