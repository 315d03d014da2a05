/** A CSV line (RFC 4180, but lines end in LF; the caller adds the line end). */
export function csvLine(cells: readonly string[]): string {
  return delimitedLine(cells, ',');
}

/** As `csvLine`, by another delimiter. */
export function delimitedLine(cells: readonly string[], delimiter: string): string {
  return `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\n`;
}

export function csvCell(text: string, delimiter = ','): string {
  return /["\r\n]/.test(text) || text.includes(delimiter) || text !== text.trim() ? quotedCell(text) : text;
}

/** A cell in quotes, necessary or not. */
export function quotedCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * Protects a text against being run as a formula by a spreadsheet. It gets an apostrophe if it starts with `=`, `@`, or
 * a control character (tab, line feed, NUL), or with `+` or `-` unless a plain number or phone number follows. Leading
 * spaces are ignored, and full-width and small forms count too. If such a character follows apostrophes, the text gets
 * one more, so that `unguard` restores every text exactly.
 */
export function guard(text: string): string {
  return isRisky(text) ? `'${text}` : text;
}

/** Undoes `guard`. */
export function unguard(text: string): string {
  return text.startsWith("'") && isRisky(text) ? text.slice(1) : text;
}

/** For texts from a file, which may already be guarded. */
export const reguard = (text: string): string => guard(unguard(text));

/** Characters that spreadsheets ignore or do not show: all kinds of spaces, and zero-width characters. */
const UNSEEN = /^[\p{White_Space}\p{Cf}]*/u;

/** @param text leading apostrophes are ignored */
function isRisky(text: string): boolean {
  const inner = text.replace(/^'+/, '');
  if (/^\p{Cc}/u.test(inner)) return true;
  const seen = inner.slice(UNSEEN.exec(inner)![0].length);
  // The full-width and small forms of the four characters.
  const first = seen.charAt(0).normalize('NFKC');
  if (first === '=' || first === '@') return true;
  if (/^\p{Cc}/u.test(seen)) return true;
  return (first === '+' || first === '-') && !/^[+-][0-9().\s/-]*$/.test(seen.normalize('NFKC'));
}
