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
  for (let quote = text.indexOf(QUOTE, at + 1); quote >= 0; quote = text.indexOf(QUOTE, quote + 2))
    if (text[quote + 1] !== QUOTE) return quote + 1;
  return text.length;
}
