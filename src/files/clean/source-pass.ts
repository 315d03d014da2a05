import { Failure } from '../../runtime/failure.js';
import { textOf } from '../read/input-table.js';
import { openInput } from '../read/open-input.js';
import { csvCell, unguard } from '../write/csv.js';
import { cellsAsWritten } from '../read/cells-as-written.js';
import type { OutputColumn } from './output-columns.js';
import type { SourceFile } from './source-files.js';

export interface SourceRow {
  /** Row number over all files, from 0. */
  readonly row: number;
  readonly file: number;
  /** Cells by output column. */
  readonly cells: readonly string[];
  /** Original cells with their quotes, by position in the file. Set only for CSV, if requested. */
  readonly written?: readonly string[];
  /** Text of the record in a JSON file, if the file is a list. */
  readonly item?: string;
  /** Row number in a workbook's sheet, from 1. */
  readonly place?: number;
  /** The row's Id or, if there is no Id column, its number in the file. */
  readonly id: string;
  /** Whether the row has extra cells beyond the header. */
  readonly isCut: boolean;
}

/**
 * Reads all rows once more, because they are not kept in memory.
 * @param counts number of rows in each file on the first pass
 * @param asWritten whether to include the original cells
 * @throws Failure if a file has changed
 */
export async function* sourcePass(
  files: readonly SourceFile[],
  columns: readonly OutputColumn[],
  counts: readonly number[],
  asWritten = false,
): AsyncGenerator<SourceRow> {
  let row = 0;
  for (const [file, { path, name, id, reading }] of files.entries()) {
    const table = await openInput(path, { ...reading, texts: asWritten });
    const positions = columns.map((column) => column.positions[file] ?? -1);
    let read = 0;
    for await (const { number, cells, text, place } of table.rows) {
      const idAt = id === undefined ? -1 : table.columns.indexOf(id);
      yield {
        ...{ row, file },
        cells: positions.map((position) => textOfCell(cells[position])),
        ...(table.form && { written: writtenCells(cells as readonly string[], text, table.form.delimiter) }),
        ...(text !== undefined && table.form === undefined && { item: text }),
        ...(place !== undefined && { place }),
        isCut: cells.slice(table.columns.length).some((cell) => textOf(cell).trim() !== ''),
        id: idAt < 0 ? String(number) : unguard(textOfCell(cells[idAt])),
      };
      row += 1;
      read += 1;
    }
    if (read !== counts[file])
      throw new Failure(`${name} changed while it was being read: it had ${counts[file]!} rows, and now has ${read}`);
  }
}

/** Returns the original cells. If their quotes are broken, returns cells with correct quotes. */
export function writtenCells(cells: readonly string[], text: string | undefined, delimiter: string): readonly string[] {
  if (text === undefined) return cells;
  const written = cellsAsWritten(text, delimiter);
  return written.length === cells.length ? written : cells.map((cell) => csvCell(cell, delimiter));
}

export function textOfCell(cell: unknown): string {
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : textOf(cell);
}
