/** Escape character, followed by four digits. The character is a Unicode noncharacter, and is escaped too. */
const ESCAPE = '\uFDD0';

/** Returns whether a string must be escaped for engines. */
export function isWrittenOut(text: string): boolean {
  return !text.isWellFormed() || text.includes(ESCAPE);
}

/** Escapes unpaired surrogates, which UTF-8 cannot encode, so that different strings remain different. */
export function engineText(text: string): string {
  if (!isWrittenOut(text)) return text;
  return text.replaceAll(
    /[\p{Surrogate}\uFDD0]/gu,
    (unit) => `${ESCAPE}${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function textOfEngine(kept: string): string {
  if (!kept.includes(ESCAPE)) return kept;
  return kept.replaceAll(/\uFDD0([\da-f]{4})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
