import { hashEnd, hashPart, hashStart, hashUnit } from '../../../runtime/memory/hash.js';
import { isTransposition } from '../../text/edit-distance.js';

const LONGEST_NUMBER = 6;
const ZERO = '0'.charCodeAt(0);
/** In a key, stands for any digit, and for two adjacent digits in any order. */
const ANY = '?'.charCodeAt(0);
const SWAPPED = '~'.charCodeAt(0);

/** Returns the house number's position: the first word or, if it has no digits, the last number. -1 if none. */
export function numberAt(all: readonly string[]): number {
  if (digitsOf(all[0] ?? '') > 0) return 0;
  let at = all.length - 1;
  while (at > 0 && digitsOf(all[at]!) === 0) at--;
  return at > 0 ? at : -1;
}

/** Returns the number of digits of a house number, with or without a letter, or 0 for other words. */
export function digitsOf(word: string): number {
  let digits = 0;
  while (isDigit(word.charCodeAt(digits))) digits++;
  if (digits === 0 || digits === word.length) return digits;
  const letter = word.charCodeAt(digits);
  return digits + 1 === word.length && letter >= 0x61 && letter <= 0x7a ? digits : 0;
}

export function isDigit(unit: number): boolean {
  return unit >= ZERO && unit < ZERO + 10;
}

export function withoutZeros(number: string): string {
  return number.startsWith('0') ? number.replace(/^0+(?=\d)/, '') : number;
}

/** Returns whether numbers differ by two swapped adjacent digits or, with at least three digits, by one wrong digit. */
export function isNear(a: string, b: string): boolean {
  if (a.length !== b.length || a.length > LONGEST_NUMBER) return false;
  if (isTransposition(a, b)) return true;
  let i = 0;
  while (a.charAt(i) === b.charAt(i)) i++;
  return a.length >= 3 && a.slice(i + 1) === b.slice(i + 1);
}

/** Returns hashes. Two different numbers share a hash if, and only if, `isNear` accepts them. */
export function hashesOfNear(number: string): number[] {
  const shared: number[] = [];
  const { length } = number;
  if (length > LONGEST_NUMBER) return shared;
  let before = hashStart();
  for (let i = 0; i < length; i++) {
    const own = number.charCodeAt(i);
    const next = number.charCodeAt(i + 1);
    if (length >= 3) shared.push(hashEnd(hashPart(hashUnit(before, ANY), number, i + 1, length)));
    if (i + 1 < length && own !== next) {
      const both = hashUnit(hashUnit(hashUnit(before, SWAPPED), Math.min(own, next)), Math.max(own, next));
      shared.push(hashEnd(hashPart(both, number, i + 2, length)));
    }
    before = hashUnit(before, own);
  }
  return shared;
}

/** Returns the hashes of all numbers that `isNear` accepts, without creating the numbers as strings. */
export function nearNumbers(number: string): number[] {
  const near: number[] = [];
  const { length } = number;
  if (length > LONGEST_NUMBER) return near;
  let before = hashStart();
  for (let i = 0; i < length; i++) {
    const own = number.charCodeAt(i);
    if (length >= 3)
      for (let digit = ZERO; digit < ZERO + 10; digit++)
        if (digit !== own) near.push(hashEnd(hashPart(hashUnit(before, digit), number, i + 1, length)));
    if (i + 1 < length) {
      const swapped = hashUnit(hashUnit(before, number.charCodeAt(i + 1)), own);
      near.push(hashEnd(hashPart(swapped, number, i + 2, length)));
    }
    before = hashUnit(before, own);
  }
  return near;
}
