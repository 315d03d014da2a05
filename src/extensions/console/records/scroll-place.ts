/** Height of a row in pixels. Must equal `--row` in tokens.css. */
export const ROW_HEIGHT = 32;
/** Maximum height of a list in pixels, because browsers limit elements to about 17 million pixels. */
const TALLEST = 8_000_000;
/** Number of pixels at either end of a taller list in which rows have their real height. */
const EXACT = 2_000_000;

/** Returns the height of a list in pixels. Above `TALLEST`, only the ends of the list are exact. */
export const heightOf = (rows: number): number => Math.min(rows * ROW_HEIGHT, TALLEST);

/** Returns the row at a scroll position, including the fraction of a row. */
export function rowAt(top: number, rows: number): number {
  const height = heightOf(rows);
  if (height === rows * ROW_HEIGHT || top <= EXACT) return top / ROW_HEIGHT;
  if (top >= height - EXACT) return rows - (height - top) / ROW_HEIGHT;
  const first = EXACT / ROW_HEIGHT;
  return first + ((top - EXACT) / (height - 2 * EXACT)) * (rows - 2 * first);
}

/** Returns the scroll position of a row, the inverse of `rowAt`. */
export function topOf(row: number, rows: number): number {
  const height = heightOf(rows);
  const first = EXACT / ROW_HEIGHT;
  if (height === rows * ROW_HEIGHT || row <= first) return row * ROW_HEIGHT;
  if (row >= rows - first) return height - (rows - row) * ROW_HEIGHT;
  return EXACT + ((row - first) / (rows - 2 * first)) * (height - 2 * EXACT);
}

/** The position in a list: the first visible row, and its scroll position. */
export interface ScrollPlace {
  readonly row: number;
  readonly top: number;
}

/**
 * Returns the new position after a scroll. The wheel and touch gestures move by rows, while the scroll bar moves to a
 * fraction of the list.
 *
 * @param seen visible pixels of the list
 */
export function scrolled(from: ScrollPlace, top: number, rows: number, seen: number): ScrollPlace {
  const isSmall = Math.abs(top - from.top) < 2 * seen;
  const row = isSmall ? from.row + (top - from.top) / ROW_HEIGHT : rowAt(top, rows);
  return { row: Math.max(0, Math.min(rows - seen / ROW_HEIGHT, row)), top };
}
