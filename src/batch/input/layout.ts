import { parse } from 'csv-parse/sync';
import { delimiters, mostFrequent, type Delimiter } from './delimiter.js';

/** Where the table of a CSV file begins. */
export interface Layout {
  readonly delimiter: Delimiter;
  /** Records above the header: `sep=;`, titles. */
  readonly skipped: number;
}

/** Records looked at, and how far down a header may be. */
const LOOKED = 40;
const LOWEST_HEADER = 15;

/**
 * Finds delimiter and header. A first line `sep=;`, as Excel writes and reads it, says the delimiter. Rows above the
 * header that fill less than half of the table's width are titles.
 *
 * @param text the beginning of the file
 */
export function layoutOf(text: string): Layout {
  const [, said] = /^\uFEFF?"?sep=(.)"?\r?\n/i.exec(text) ?? [];
  const asked = delimiters.find((each) => each === said);
  if (asked !== undefined) {
    const rest = text.slice(text.indexOf('\n') + 1);
    return { delimiter: asked, skipped: 1 + titlesAbove(recordsOf(rest, asked)) };
  }
  const delimiter = mostFrequent(text);
  const skipped = titlesAbove(recordsOf(text, delimiter));
  if (skipped > 0 || filledOf(recordsOf(text, delimiter)[0]) > 1) return { delimiter, skipped };
  // The first line has one cell by any delimiter: it may be a title, above a table.
  const below = delimiters
    .map((each) => ({ delimiter: each, skipped: titlesAbove(recordsOf(text, each)) }))
    .filter((each) => each.skipped > 0)
    .map((each) => ({ ...each, width: filledOf(recordsOf(text, each.delimiter)[each.skipped]) }))
    .sort((a, b) => b.width - a.width);
  return below[0] === undefined
    ? { delimiter, skipped: 0 }
    : { delimiter: below[0].delimiter, skipped: below[0].skipped };
}

/** Rows above the header: those that fill less than half of the width that the table has below them. */
export function titlesAbove(rows: readonly (readonly unknown[])[]): number {
  const widths = rows.slice(0, LOOKED).map(filledOf);
  const width = Math.max(0, ...widths);
  const header = widths.findIndex((filled) => filled >= width / 2);
  if (width < 3 || header <= 0 || header > LOWEST_HEADER) return 0;
  const below = widths.slice(header + 1).sort((a, b) => a - b);
  return below.length > 0 && below[below.length >> 1]! >= width / 2 ? header : 0;
}

function filledOf(row: readonly unknown[] | undefined): number {
  const isFilled = (cell: unknown) =>
    typeof cell === 'string' ? cell.trim() !== '' : cell !== null && cell !== undefined;
  return (row ?? []).filter(isFilled).length;
}

function recordsOf(text: string, delimiter: Delimiter): string[][] {
  try {
    return parse(text.slice(0, 64 * 1024), {
      ...{ delimiter, bom: true, to: LOOKED, relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
      skip_records_with_error: true,
    });
  } catch {
    // Cut in the middle of quotes: the first line alone decides.
    return [];
  }
}
