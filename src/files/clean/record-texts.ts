import { mergedItem } from './merged-item.js';
import { csvCell, quotedCell, reguard } from '../write/csv.js';
import { cellsAsWritten, isQuoted, valueOfWritten } from '../read/cells-as-written.js';
import type { OutputColumn } from './output-columns.js';
import type { OutputForm } from './output-form.js';
import type { SourceRow } from './source-pass.js';

/** Formats records of `clean.csv`, without line endings. Copies unchanged values, unless they are guarded. */
export class RecordTexts {
  constructor(
    private readonly form: OutputForm,
    private readonly columns: readonly OutputColumn[],
    /** Whether all rows come from one file, so that a row has exactly its own cells. */
    private readonly isOneFile: boolean,
    private readonly isGuarded: boolean,
    /** For JSON, returns the record in the row's group that has a text in an output column. */
    private readonly itemWith: (row: number, column: number, text: string) => string | undefined = () => undefined,
  ) {}

  /** Returns the lines above the rows. The header comes last, unless the input has no header. */
  head(): string[] {
    if (this.form.json !== undefined) return [];
    const { above = [], header, delimiter } = this.form;
    const written = header === undefined ? undefined : cellsAsWritten(header, delimiter);
    const labels =
      written !== undefined && this.isOneFile
        ? written.map((cell) => this.#asWritten(cell))
        : this.columns.map(({ label, positions: [at] }) => {
            const cell = at === undefined ? undefined : written?.[at];
            return cell === undefined ? this.#of(label, isQuoted(written?.[0] ?? '')) : this.#asWritten(cell);
          });
    const isHeadless = this.form.above !== undefined && header === undefined;
    const titles = above.map((text) => this.#join(cellsAsWritten(text, delimiter), true));
    return isHeadless ? titles : [...titles, this.#join(labels)];
  }

  untouched({ file, cells, written, item }: SourceRow): string {
    if (this.form.json !== undefined) return this.form.json.indent + item!.trim();
    if (written === undefined) return this.#join(cells.map((cell, i) => this.#value(cell, i)));
    if (this.isOneFile) return this.#join(written, true);
    return this.#join(
      this.columns.map(({ positions }, i) => {
        const cell = written[positions[file] ?? -1];
        return cell === undefined ? this.#value('', i) : this.#ofFile(file, cell, i);
      }),
    );
  }

  /** Formats a merged record. @param golden values by output column, which replace the row's own values */
  merged({ row, file, cells, written, item }: SourceRow, golden: readonly string[]): string {
    if (this.form.json !== undefined) {
      const { indent } = this.form.json;
      const changes = this.columns.flatMap(({ label }, i): [string, string | undefined][] =>
        golden[i] === cells[i] ? [] : [[label, this.itemWith(row, i, golden[i]!)]],
      );
      return indent + mergedItem(item!.trim(), changes, indent);
    }
    const record = this.columns.map(({ positions }, i) => {
      const cell = written?.[positions[file] ?? -1];
      return cell !== undefined && golden[i] === cells[i] ? this.#ofFile(file, cell, i) : this.#value(golden[i]!, i);
    });
    // Adds cells beyond the header.
    if (this.isOneFile && written !== undefined)
      for (const cell of written.slice(this.columns.length)) record.push(this.#asWritten(cell));
    return this.#join(record);
  }

  #join(cells: readonly string[], areAsWritten = false): string {
    return (areAsWritten ? cells.map((cell) => this.#asWritten(cell)) : cells).join(this.form.delimiter);
  }

  #value(text: string, column: number): string {
    return this.#of(text, this.form.quoted.has(this.columns[column]!.positions[0] ?? -1));
  }

  #ofFile(file: number, cell: string, column: number): string {
    return file === 0 || isQuoted(cell) ? this.#asWritten(cell) : this.#value(cell, column);
  }

  #of(text: string, inQuotes: boolean): string {
    const safe = this.isGuarded ? reguard(text) : text;
    return inQuotes ? quotedCell(safe) : csvCell(safe, this.form.delimiter);
  }

  #asWritten(cell: string): string {
    const inQuotes = isQuoted(cell);
    const value = inQuotes ? valueOfWritten(cell) : cell;
    const safe = this.isGuarded ? reguard(value) : value;
    if (safe !== value) return inQuotes ? quotedCell(safe) : csvCell(safe, this.form.delimiter);
    return cell;
  }
}
