/** The findings of a bench, as shown on the terminal, kept in `bench/out` and drawn together into the results page. */
export interface Report {
  /** One sentence: what the bench asks. */
  readonly question: string;
  readonly tables: readonly Table[];
  /** Facts that one must know to read the tables: skipped parts and why, what is not comparable. */
  readonly notes: readonly string[];
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table for the terminal: the first column to the left, the others to the right. */
export function textTable({ title, columns, rows }: Table): string {
  const widths = columns.map((column, i) => Math.max(column.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ');
  return [title, line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

export function markdownTable({ title, columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `|${columns.map((_, i) => (i === 0 ? '---' : '---:')).join('|')}|`;
  return [`**${title}**`, '', line(columns), rule, ...rows.map(line)].join('\n');
}
