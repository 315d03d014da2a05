const LONGEST = 28;
const WIDTH_OF_LETTER = 7;

/** Replaces control characters, which HTML and SVG forbid, and lone surrogates with U+FFFD. */
export function withoutControls(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '\uFFFD');
}

/** Shortens a label to one line that fits next to a chart. */
export function shortLabel(label: string): string {
  const letters = Array.from(withoutControls(label.slice(0, 2 * LONGEST)).replace(/[\t\n\r]+/g, ' '));
  return letters.length <= LONGEST ? letters.join('') : `${letters.slice(0, LONGEST - 1).join('')}…`;
}

/** Returns the left margin in pixels. Estimates the width of labels, so that charts look the same on all machines. */
export function labelMargin(labels: readonly string[]): number {
  return 16 + WIDTH_OF_LETTER * Math.max(4, ...labels.map((label) => Array.from(label).length));
}
