/** Results of a bench, printed, stored in `bench/out`, and collected on the results page. */
export interface Report {
  /** The question that the bench answers, in one sentence. */
  readonly question: string;
  readonly tables: readonly Table[];
  /** Facts needed to read the tables: skipped parts with the reason, and what cannot be compared. */
  readonly notes: readonly string[];
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Formats a table for the terminal. The first column is left-aligned, the others right-aligned. */
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
