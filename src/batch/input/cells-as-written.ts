const QUOTE = '"';

/** The cells of a record as they stand in the file, with their quotes: joined by the delimiter they are the record. */
export function cellsAsWritten(record: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let from = 0; ;) {
    const next = record.indexOf(delimiter, record[from] === QUOTE ? behindQuotes(record, from) : from);
    cells.push(record.slice(from, next < 0 ? undefined : next));
    if (next < 0) return cells;
    from = next + 1;
  }
}

/** Whether a cell as it stands in a file is quoted from its beginning to its end. */
export function isQuoted(cell: string): boolean {
  return cell.startsWith(QUOTE) && cell.length > 1 && cell.endsWith(QUOTE) && behindQuotes(cell, 0) === cell.length;
}

/** The value of a cell as it stands in a file. */
export function valueOfWritten(cell: string): string {
  return isQuoted(cell) ? cell.slice(1, -1).replaceAll('""', QUOTE) : cell;
}

/** @param at a quote that is opened @returns just behind the one that closes it; the text's end where none does */
function behindQuotes(text: string, at: number): number {
  const closing = closingQuote(text, at + 1);
  return closing < 0 ? text.length : closing + 1;
}

/** The quote that closes a cell. @param from a place within the cell @returns -1 where none closes it */
export function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf(QUOTE, from); at >= 0; at = text.indexOf(QUOTE, at + 2))
    if (text[at + 1] !== QUOTE) return at;
  return -1;
}
