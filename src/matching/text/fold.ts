import anyAscii from 'any-ascii';
import { decodeHTML } from 'entities';
import { romanise } from './romanise.js';

/** Folding converts to NFKC (UAX #15), lower case and ASCII (any-ascii), so "Łukasz" equals "lukasz". */

/** Maximum number of UTF-16 units read. No name, street or company is longer. */
const RAW_LIMIT = 1_024;
/** Maximum length of the result. Transliteration can turn one character into 29 (U+FDFA). */
const FOLDED_LIMIT = 512;

// eslint-disable-next-line no-control-regex
const ASCII = /^[\x00-\x7f]*$/;
const KEPT = /^[\p{L}\p{N}]$/u;

/** The dot in Spanish and Portuguese abbreviations: M.ª is Mª (Maria), 3.º is 3º. */
const DOT_BEFORE_END = /\.(?=[ªº])/g;
/** Arabic and Hebrew vowel signs, and the Arabic elongation stroke. Most writers omit them. */
const VOWEL_SIGNS = /[\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;

/**
 * Returns lower-case ASCII with punctuation. Decodes HTML entities. Idempotent.
 * @param rawLimit UTF-16 units to read
 */
export function fold(raw: string, limit = FOLDED_LIMIT, rawLimit = RAW_LIMIT * 4): string {
  let text = raw.length > rawLimit ? raw.slice(0, rawLimit) : raw;
  if (text.includes('&')) text = withoutEntities(text);
  if (ASCII.test(text)) return cut(text.toLowerCase(), limit);
  if (MISREAD.test(text)) text = reread(text);
  text = romanise(text.replace(DOT_BEFORE_END, '').normalize('NFKC').toLowerCase().replace(VOWEL_SIGNS, ''));
  if (text.length > rawLimit) text = text.slice(0, rawLimit);
  let out = '';
  for (const char of text) {
    if (out.length >= limit) break;
    if (char < '\x80') {
      out += char;
      continue;
    }
    const ascii = anyAscii(char).toLowerCase();
    if (ascii !== '') out += ascii;
    else if (KEPT.test(char)) out += char;
  }
  return cut(out, limit);
}

/** Two-byte UTF-8 letters that were decoded as Windows-1252 ("FranÃ§ois"). */
const MISREAD =
  /[\u00c2-\u00c5][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/;
const WINDOWS = new Map(
  Array.from(new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))).map(
    (char, byte) => [char, byte] as const,
  ),
);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes the text correctly, or returns it unchanged if a part was not decoded as Windows-1252. */
function reread(text: string): string {
  const bytes = Array.from(text, (char) => WINDOWS.get(char) ?? (char < '\u0100' ? char.charCodeAt(0) : -1));
  if (bytes.includes(-1)) return text;
  try {
    return utf8.decode(Uint8Array.from(bytes));
  } catch {
    return text;
  }
}

/** Decodes entities until none is left ("&amp;amp;"). Each round makes the text shorter. */
function withoutEntities(text: string): string {
  while (ENTITY.test(text)) {
    const decoded = decodeHTML(text);
    if (decoded.length >= text.length) break;
    text = decoded;
  }
  return text;
}

/** @param limit in UTF-16 units; half a surrogate pair at the end is dropped */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

const SEPARATORS = /[^a-z0-9\u0080-\uffff]+/;
const APOSTROPHES = /['`]/g;

/** Splits text into words. "o'brien" becomes "obrien". All other punctuation separates words. */
export function words(folded: string): string[] {
  return folded.replace(APOSTROPHES, '').split(SEPARATORS).filter(Boolean);
}
