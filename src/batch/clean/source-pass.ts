import { Failure } from '../../runtime/failure.js';
import { textOf } from '../input/input-table.js';
import { openInput } from '../input/open-input.js';
import { csvCell, unguard } from '../output/csv.js';
import { cellsAsWritten } from '../input/cells-as-written.js';
import type { OutputColumn } from './output-columns.js';
import type { SourceFile } from './source-files.js';

/** A row as it is written. */
export interface SourceRow {
  /** From 0 on, over all files. */
  readonly row: number;
  readonly file: number;
  /** By output column. */
  readonly cells: readonly string[];
  /** By position in its file: the cells as they stand there, with their quotes. Of CSV, where they were asked for. */
  readonly written?: readonly string[];
  /** Its row in the sheet, from 1 on, where the file is a workbook. */
  readonly place?: number;
  /** The value of the column that names the rows; the row's number in its file where there is none. */
  readonly id: string;
  /** Whether cells beyond the header are left out. */
  readonly isCut: boolean;
}

/**
 * Reads all rows once more: rows are not kept in memory, but read as often as they are needed.
 *
 * @param counts rows by file, as they were read at first
 * @param asWritten whether rows come with their cells as they stand in the file
 * @throws Failure where a file is not what it was
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
        ...(place !== undefined && { place }),
        isCut: cells.slice(table.columns.length).some((cell) => textOf(cell).trim() !== ''),
        id: idAt < 0 ? String(number) : textOfCell(cells[idAt]),
      };
      row += 1;
      read += 1;
    }
    if (read !== counts[file])
      throw new Failure(`${name} was changed while it was read: ${read} rows now, ${counts[file]!} before`);
  }
}

/** Cells as they stand in the file; where its quotes are broken, as they should. */
export function writtenCells(cells: readonly string[], text: string | undefined, delimiter: string): readonly string[] {
  if (text === undefined) return cells;
  const written = cellsAsWritten(text, delimiter);
  return written.length === cells.length ? written : cells.map((cell) => csvCell(cell, delimiter));
}

/** A cell as it is written and told apart. */
export function textOfCell(cell: unknown): string {
  if (typeof cell === 'string') return unguard(cell);
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : textOf(cell);
}
