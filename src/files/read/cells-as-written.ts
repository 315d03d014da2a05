const QUOTE = '"';

/** Returns the cells of a record with their quotes. Joining them with the delimiter restores the record. */
export function cellsAsWritten(record: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let from = 0; ;) {
    const quote = quoteAt(record, from, delimiter);
    const next = record.indexOf(delimiter, quote < 0 ? from : behindQuotes(record, quote));
    cells.push(record.slice(from, next < 0 ? undefined : next));
    if (next < 0) return cells;
    from = next + 1;
  }
}

/** Returns the position of the quote that opens a cell, or -1. Ignores spaces around a quoted cell of one line. */
export function quoteAt(text: string, from: number, delimiter: string): number {
  if (text[from] === QUOTE) return from;
  if (text[from] !== ' ') return -1;
  const quote = behindSpaces(text, from, delimiter);
  if (text[quote] !== QUOTE) return -1;
  const closing = closingQuote(text, quote + 1);
  const end = closing < 0 ? -1 : behindSpaces(text, closing + 1, delimiter);
  return end >= 0 && (end === text.length || text[end] === delimiter) ? quote : -1;
}

export function behindSpaces(text: string, from: number, delimiter: string): number {
  let at = from;
  while (text[at] === ' ' && delimiter !== ' ') at += 1;
  return at;
}

export function isQuoted(cell: string): boolean {
  return cell.startsWith(QUOTE) && cell.length > 1 && cell.endsWith(QUOTE) && behindQuotes(cell, 0) === cell.length;
}

export function valueOfWritten(cell: string): string {
  const inner = cell.trim();
  return isQuoted(inner) ? inner.slice(1, -1).replaceAll('""', QUOTE) : cell;
}

/** Returns the position after the closing quote, or the end of the text. @param at position of the opening quote */
function behindQuotes(text: string, at: number): number {
  const closing = closingQuote(text, at + 1);
  return closing < 0 ? text.length : closing + 1;
}

/** Returns the position of a cell's closing quote; -1 if there is none. @param from a position within the cell */
export function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf(QUOTE, from); at >= 0; at = text.indexOf(QUOTE, at + 2))
    if (text[at + 1] !== QUOTE) return at;
  return -1;
}
