import { endOfString } from './duplicate-key.js';

/** Sixteen digits, as many as 2^53 has. Integers with fewer digits are always exact. */
const MAY_BE_LONG = /\d{16}/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LONG = /^-?\d{16,}(?:\.\d+)?$/;

/**
 * Like `JSON.parse`, but returns a string for a number whose integer part JavaScript cannot represent. Ids from other
 * systems can be such numbers.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  if (!MAY_BE_LONG.test(text)) return parsed;
  const exact = withNumbers(text, (number) =>
    LONG.test(number) && String(Number(number)) !== number ? `"${number}"` : number,
  );
  return exact === text ? parsed : JSON.parse(exact);
}

/** Replaces the numbers in valid JSON text, except inside strings. */
export function withNumbers(text: string, replacementOf: (number: string) => string): string {
  let replaced = '';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === 0x22) i = endOfString(text, i);
    else if (char === 0x2d || (char >= 0x30 && char <= 0x39)) {
      NUMBER.lastIndex = i;
      const number = NUMBER.exec(text)![0];
      replaced += text.slice(from, i) + replacementOf(number);
      from = i + number.length;
      i = from - 1;
    }
  }
  return replaced + text.slice(from);
}
