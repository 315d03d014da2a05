import { fromDouble, type Decimal } from '../decimal.js';
import { FormulaError } from '../errors.js';
import { chargeSearch, chargeText, chargeWork, claimText, type FormulaScope } from '../scope.js';
import type { FormulaValue } from '../value.js';
import { define, defineStrict, type FormulaFunction } from './formula-function.js';
import { normaliseId } from '../../ids.js';

/** Converts a length or position to an integer: truncates it, and limits it to just above the longest text. */
function count(value: Decimal): number {
  return Math.trunc(Math.max(-1e9, Math.min(1e9, value.toNumber())));
}

/** Cost of processing one character separately, relative to copying a character. */
const SLOW = 7;

type Pad = (text: string, padding: string) => string;

/**
 * Defines LPAD or RPAD, which both cut off the end of a longer string. Returns a blank for blank text or a length below
 * 1.
 */
function pad(name: string, place: Pad): FormulaFunction {
  const signature = `${name}(text, padded_length, [pad_string])`;
  return defineStrict(signature, ['text', 'number', 'text?'], 'text', (scope, text, padded, padString) => {
    const length = count(padded);
    if (text === '' || length <= 0) return '';
    if (length <= text.length) return text.slice(0, length);
    if (padString === '') return text;
    claimText(scope, length);
    const missing = length - text.length;
    const unit = padString ?? ' ';
    return place(text, unit.repeat(Math.ceil(missing / unit.length)).slice(0, missing));
  });
}

/** Defines a search function. Every string contains the empty string. For blank text, the result is unknown. */
function search(name: string, test: (text: string, sought: string) => boolean): FormulaFunction {
  return define(`${name}(text, compare_text)`, ['text', 'text'], 'boolean', (scope, text, sought) => {
    if (sought === '') return true;
    if (text === '') return null;
    chargeSearch(scope, text, sought);
    return test(text, sought);
  });
}

/** Defines UPPER or LOWER. The second argument is a language, such as `tr_TR`. An unknown language is ignored. */
function changeCase(name: string, change: (text: string, locale: string | undefined) => string): FormulaFunction {
  return define(`${name}(text, [locale])`, ['text', 'text?'], 'text', (scope, text, locale) => {
    chargeWork(scope, text.length);
    const tag = locale === undefined || locale === '' ? undefined : locale.replaceAll('_', '-');
    return chargeText(scope, change(text, tag !== undefined && isLocale(tag) ? tag : undefined));
  });
}

function isLocale(tag: string): boolean {
  try {
    return tag.length <= 35 && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

function find(scope: FormulaScope, sought: string, text: string, start: Decimal | null | undefined): FormulaValue {
  if (sought === '' || text === '') return fromDouble(0, 'FIND');
  chargeSearch(scope, text, sought);
  const from = start === null || start === undefined ? 0 : Math.max(0, count(start) - 1);
  return fromDouble(text.indexOf(sought, from) + 1, 'FIND');
}

/** Replaces all occurrences of `old`. Returns a blank if `text` or `old` is blank. */
function substitute(scope: FormulaScope, text: string, old: string, replacement: string): string {
  if (text === '' || old === '') return '';
  chargeSearch(scope, text, old);
  let occurrences = 0;
  for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + old.length)) occurrences += 1;
  claimText(scope, text.length + occurrences * (replacement.length - old.length));
  return text.replaceAll(old, () => replacement);
}

function mid(text: string, start: number, length: number): string {
  const from = Math.max(1, start) - 1;
  return text.slice(from, from + Math.max(0, length));
}

/** Removes spaces and control characters at both ends, but no other white space. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= 32) end -= 1;
  return text.slice(start, end);
}

/** Capitalises words. A word ends before the first character that is not a letter, digit or mark. */
function initialCapitals(text: string): string {
  return text.toLowerCase().replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => {
    const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
    return first.toUpperCase() + word.slice(first.length);
  });
}

function character(code: Decimal): string {
  const point = count(code);
  if (point < 1 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
    throw new FormulaError(`CHR: ${code.toString()} is not a character code`);
  }
  return String.fromCodePoint(point);
}

/** Functions for text. Blank text is `''`. LEN counts UTF-16 code units. */
export const textFunctions: Readonly<Record<string, FormulaFunction>> = {
  LEN: define('LEN(text)', ['text'], 'number', (_scope, text) => fromDouble(text.length, 'LEN')),
  LEFT: defineStrict('LEFT(text, num_chars)', ['text', 'number'], 'text', (_scope, text, length) =>
    mid(text, 1, count(length)),
  ),
  RIGHT: defineStrict('RIGHT(text, num_chars)', ['text', 'number'], 'text', (_scope, text, length) =>
    count(length) <= 0 ? '' : text.slice(-count(length)),
  ),
  MID: defineStrict(
    'MID(text, start_num, num_chars)',
    ['text', 'number', 'number'],
    'text',
    (_scope, text, start, length) => mid(text, count(start), count(length)),
  ),
  FIND: define('FIND(search_text, text, [start_num])', ['text', 'text', 'number?'], 'number', find),
  BEGINS: search('BEGINS', (text, sought) => text.startsWith(sought)),
  CONTAINS: search('CONTAINS', (text, sought) => text.includes(sought)),
  SUBSTITUTE: define('SUBSTITUTE(text, old_text, new_text)', ['text', 'text', 'text'], 'text', substitute),
  UPPER: changeCase('UPPER', (text, locale) => text.toLocaleUpperCase(locale ?? 'en')),
  LOWER: changeCase('LOWER', (text, locale) => text.toLocaleLowerCase(locale ?? 'en')),
  INITCAP: define('INITCAP(text)', ['text'], 'text', (scope, text) => {
    chargeWork(scope, text.length * SLOW);
    return chargeText(scope, initialCapitals(text));
  }),
  TRIM: define('TRIM(text)', ['text'], 'text', (scope, text) => chargeText(scope, trim(text))),
  LPAD: pad('LPAD', (text, padding) => padding + text),
  RPAD: pad('RPAD', (text, padding) => text + padding),
  /** Reverses whole characters, so that surrogate pairs stay intact. */
  REVERSE: define('REVERSE(text)', ['text'], 'text', (scope, text) => {
    chargeWork(scope, text.length * SLOW);
    return chargeText(scope, Array.from(text).reverse().join(''));
  }),
  ASCII: define('ASCII(text)', ['text'], 'number', (_scope, text) => {
    const code = text.codePointAt(0);
    return code === undefined ? null : fromDouble(code, 'ASCII');
  }),
  CHR: defineStrict('CHR(number)', ['number'], 'text', (_scope, code) => character(code)),
  CASESAFEID: define('CASESAFEID(id)', ['text'], 'id', (_scope, id) =>
    id.length === 15 ? (normaliseId(id) ?? id) : id,
  ),
};
