/**
 * Escape character before the four digits of a character that UTF-8 cannot encode, and of itself; a noncharacter in
 * Unicode.
 */
const ESCAPE = '\uFDD0';

/** Whether a text must be escaped for engines. */
export function isWrittenOut(text: string): boolean {
  return !text.isWellFormed() || text.includes(ESCAPE);
}

/**
 * A text for engines: unpaired surrogates, which stand for unreadable bytes, are escaped, so that different texts stay
 * different.
 */
export function engineText(text: string): string {
  if (!isWrittenOut(text)) return text;
  return text.replaceAll(
    /[\p{Surrogate}\uFDD0]/gu,
    (unit) => `${ESCAPE}${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The inverse of `engineText`. */
export function textOfEngine(kept: string): string {
  if (!kept.includes(ESCAPE)) return kept;
  return kept.replaceAll(/\uFDD0([\da-f]{4})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
