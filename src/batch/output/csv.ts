/** A CSV line (RFC 4180, CRLF left to the caller: lines end in LF here). */
export function csvLine(cells: readonly string[]): string {
  return delimitedLine(cells, ',');
}

/** As `csvLine`, by another delimiter. */
export function delimitedLine(cells: readonly string[], delimiter: string): string {
  return `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\n`;
}

/** A cell of such a line. */
export function csvCell(text: string, delimiter = ','): string {
  return /["\r\n]/.test(text) || text.includes(delimiter) || text !== text.trim() ? quotedCell(text) : text;
}

/** A cell in quotes, whether it needs them or not. */
export function quotedCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * Guards a text against being run as a formula when a spreadsheet opens the file: `=`, `@`, a control character (tab,
 * line feed, NUL) at the start, and `+` or `-` unless a plain number or phone number follows, get an apostrophe put
 * before them. Spaces before them do not help, and their wide and small forms count as they do. A text that already
 * begins with apostrophes before such a character gets one more, so that `unguard` gives every text back exactly.
 */
export function guard(text: string): string {
  return isRisky(text) ? `'${text}` : text;
}

/** Undoes `guard`. */
export function unguard(text: string): string {
  return text.startsWith("'") && isRisky(text) ? text.slice(1) : text;
}

/**
 * Characters that spreadsheets pass over, or show nothing of: spaces of all kinds, and characters that have no width.
 */
const UNSEEN = /^[\p{White_Space}\p{Cf}]*/u;

/** @param text apostrophes at its start count for nothing */
function isRisky(text: string): boolean {
  const inner = text.replace(/^'+/, '');
  if (/^\p{Cc}/u.test(inner)) return true;
  const seen = inner.slice(UNSEEN.exec(inner)![0].length);
  // The wide and the small forms of the four.
  const first = seen.charAt(0).normalize('NFKC');
  if (first === '=' || first === '@') return true;
  if (/^\p{Cc}/u.test(seen)) return true;
  return (first === '+' || first === '-') && !/^[+-][0-9().\s/-]*$/.test(seen.normalize('NFKC'));
}
