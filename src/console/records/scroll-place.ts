/** As `--row` in tokens.css. */
export const ROW_HEIGHT = 32;
/** Pixels of the tallest list: browsers draw no element above some 17 million. */
const TALLEST = 8_000_000;
/** Pixels at either end of a taller list in which a row is as high as it looks. */
const EXACT = 2_000_000;

/** Pixels that a list takes; above `TALLEST` its rows are told apart in its ends only. */
export const heightOf = (rows: number): number => Math.min(rows * ROW_HEIGHT, TALLEST);

/** The row, with a fraction, that a scroll position stands for. */
export function rowAt(top: number, rows: number): number {
  const height = heightOf(rows);
  if (height === rows * ROW_HEIGHT || top <= EXACT) return top / ROW_HEIGHT;
  if (top >= height - EXACT) return rows - (height - top) / ROW_HEIGHT;
  const first = EXACT / ROW_HEIGHT;
  return first + ((top - EXACT) / (height - 2 * EXACT)) * (rows - 2 * first);
}

/** The scroll position of a row: what `rowAt` reads. */
export function topOf(row: number, rows: number): number {
  const height = heightOf(rows);
  const first = EXACT / ROW_HEIGHT;
  if (height === rows * ROW_HEIGHT || row <= first) return row * ROW_HEIGHT;
  if (row >= rows - first) return height - (rows - row) * ROW_HEIGHT;
  return EXACT + ((row - first) / (rows - 2 * first)) * (height - 2 * EXACT);
}

/** Where in the list one is: what is seen first, and the scroll position at which that is so. */
export interface ScrollPlace {
  readonly row: number;
  readonly top: number;
}

/**
 * Where a scroll leads: by a wheel or a finger as far as it goes in rows; by the scroll bar, to the share of the list.
 *
 * @param seen pixels of the list that are seen
 */
export function scrolled(from: ScrollPlace, top: number, rows: number, seen: number): ScrollPlace {
  const isSmall = Math.abs(top - from.top) < 2 * seen;
  const row = isSmall ? from.row + (top - from.top) / ROW_HEIGHT : rowAt(top, rows);
  return { row: Math.max(0, Math.min(rows - seen / ROW_HEIGHT, row)), top };
}
