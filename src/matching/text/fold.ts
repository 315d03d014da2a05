import anyAscii from 'any-ascii';

/**
 * Folding for comparison: NFKC (UAX #15), lower case, transliteration to ASCII (any-ascii), so that "Łukasz", "ŁUKASZ"
 * and "lukasz" are one text. Letters and digits that any-ascii does not know stay as they are and so still equal
 * themselves.
 */

/** Longest raw value that is read, in UTF-16 units: what follows is no name, street or company any more. */
const RAW_LIMIT = 1_024;
/** Longest folded text: one character can become 29 (U+FDFA), so the cap comes after transliteration as well. */
const FOLDED_LIMIT = 512;

// eslint-disable-next-line no-control-regex
const ASCII = /^[\x00-\x7f]*$/;
const KEPT = /^[\p{L}\p{N}]$/u;

/** Lower-case ASCII with punctuation left in; idempotent. */
export function fold(raw: string, limit = FOLDED_LIMIT): string {
  let text = raw.length > RAW_LIMIT * 4 ? raw.slice(0, RAW_LIMIT * 4) : raw;
  if (ASCII.test(text)) return cut(text.toLowerCase(), limit);
  text = text.normalize('NFKC').toLowerCase();
  if (text.length > RAW_LIMIT * 4) text = text.slice(0, RAW_LIMIT * 4);
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

/** The first `limit` UTF-16 units; never ends in half of a surrogate pair. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

const SEPARATORS = /[^a-z0-9\u0080-\uffff]+/;
const APOSTROPHES = /['`]/g;

/** Words of a folded text: apostrophes vanish ("o'brien" is "obrien"), every other punctuation separates. */
export function words(folded: string): string[] {
  return folded.replace(APOSTROPHES, '').split(SEPARATORS).filter(Boolean);
}
