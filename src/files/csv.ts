/** A CSV line (RFC 4180, CRLF left to the caller: lines end in LF here). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\n`;
}

/** A cell of such a line. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Guards a text against being run as a formula when a spreadsheet opens the file: `=`, `@`, tab and carriage return at
 * the start, and `+` or `-` unless a plain number or phone number follows, get an apostrophe put before them. A text
 * that already begins with apostrophes before such a character gets one more, so that `unguard` gives every text back
 * exactly.
 */
export function guard(text: string): string {
  return isRisky(text.replace(/^'+/, '')) ? `'${text}` : text;
}

/** Undoes `guard`. */
export function unguard(text: string): string {
  return text.startsWith("'") && isRisky(text.replace(/^'+/, '')) ? text.slice(1) : text;
}

function isRisky(text: string): boolean {
  const first = text[0];
  if (first === '=' || first === '@' || first === '\t' || first === '\r') return true;
  return (first === '+' || first === '-') && !/^[+-][0-9().\s/-]*$/.test(text);
}
