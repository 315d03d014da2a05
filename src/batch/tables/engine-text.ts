/**
 * Stands before the four digits of a character that UTF-8 cannot hold, and of itself: no character of any language.
 */
const ESCAPE = '\uFDD0';

/** Whether engines keep a text in another form. */
export function isWrittenOut(text: string): boolean {
  return !text.isWellFormed() || text.includes(ESCAPE);
}

/**
 * A text as engines keep it: halves of surrogate pairs, which bytes that could not be read become, are written out. So
 * texts that differ stay different.
 */
export function engineText(text: string): string {
  if (!isWrittenOut(text)) return text;
  return text.replaceAll(
    /[\p{Surrogate}\uFDD0]/gu,
    (unit) => `${ESCAPE}${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Gives back the text that `engineText` was given. */
export function textOfEngine(kept: string): string {
  if (!kept.includes(ESCAPE)) return kept;
  return kept.replaceAll(/\uFDD0([\da-f]{4})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
