/** Formats a table with aligned columns. Control characters become spaces, and long values are truncated. */
export function table(header: readonly string[], rows: readonly (readonly string[])[], widest = 40): string {
  const clean = [header, ...rows].map((row) => row.map((cell) => cut(printable(cell), widest)));
  const widths = header.map((_, i) => Math.max(...clean.map((row) => widthOf(row[i] ?? ''))));
  const lines = clean.map((row) => row.map((cell, i) => pad(cell, i === row.length - 1 ? 0 : widths[i]!)).join('  '));
  lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '));
  return `${lines.join('\n')}\n`;
}

/** Removes escape sequences, which a stored value may contain, from text for a terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ');
}

function cut(text: string, width: number): string {
  const characters = Array.from(text);
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

function widthOf(text: string): number {
  return Array.from(text).length;
}
