/** Formats a CSV line (RFC 4180), but uses LF as the line ending. */
export function csvLine(cells: readonly string[]): string {
  return delimitedLine(cells, ',');
}

export function delimitedLine(cells: readonly string[], delimiter: string): string {
  return `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\n`;
}

export function csvCell(text: string, delimiter = ','): string {
  return /["\r\n]/.test(text) || text.includes(delimiter) || text !== text.trim() ? quotedCell(text) : text;
}

export function quotedCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * Prevents a spreadsheet from running a string as a formula: adds an apostrophe before `=`, `@`, a control character
 * (tab, line feed, NUL), and before `+` or `-` unless a plain number or phone number follows. Ignores leading spaces,
 * and includes full-width and small forms. A string that already has such apostrophes gets another apostrophe, for
 * `unguard`.
 */
export function guard(text: string): string {
  return isRisky(text) ? `'${text}` : text;
}

export function unguard(text: string): string {
  return text.startsWith("'") && isRisky(text) ? text.slice(1) : text;
}

/** Guards a string from a file, which may already be guarded. */
export const reguard = (text: string): string => guard(unguard(text));

/** Matches characters that spreadsheets ignore or do not show: all kinds of spaces, and zero-width characters. */
const UNSEEN = /^[\p{White_Space}\p{Cf}]*/u;

function isRisky(text: string): boolean {
  if (/^[a-z0-9]/i.test(text)) return false;
  const inner = text.replace(/^'+/, '');
  if (/^\p{Cc}/u.test(inner)) return true;
  const seen = inner.slice(UNSEEN.exec(inner)![0].length);
  // Normalises full-width and small forms of the four characters.
  const first = seen.charAt(0).normalize('NFKC');
  if (first === '=' || first === '@') return true;
  if (/^\p{Cc}/u.test(seen)) return true;
  return (first === '+' || first === '-') && !/^[+-][0-9().\s/-]*$/.test(seen.normalize('NFKC'));
}
