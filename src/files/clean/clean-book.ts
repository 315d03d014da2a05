import { Failure } from '../../runtime/failure.js';
import type { SheetForm } from '../read/input-table.js';
import { openInput } from '../read/open-input.js';
import { copyWorkbook } from '../write/copy-workbook.js';
import type { OutputFile } from '../write/output-file.js';
import type { GoldenRecord } from './golden-record.js';
import type { OutputColumn } from './output-columns.js';
import type { SourceFile } from './source-files.js';
import { textOfCell, type SourceRow } from './source-pass.js';

/** Writes `clean.xlsx`: the input workbook without the rows that are merged into other rows. */
export class CleanBook {
  #lost = { formulas: 0, comments: 0 };
  readonly #places: number[] = [];
  readonly #kept = new Set<number>();
  readonly #merged = new Map<number, GoldenRecord>();
  /** Cells of master rows, keyed by row. */
  readonly #cells = new Map<number, readonly string[]>();

  /** @param membersOf returns the rows in a row's group @param cellsOf returns a row's cells by output column */
  constructor(
    private readonly file: SourceFile,
    private readonly sheet: SheetForm,
    private readonly columns: readonly OutputColumn[],
    private readonly membersOf: (row: number) => readonly number[],
    private readonly cellsOf: (row: number) => readonly string[],
  ) {}

  /** Takes the next row. @param record the merged record of the row's group, if any */
  take({ row, place, cells }: SourceRow, record: GoldenRecord | undefined): void {
    this.#places[row] = place!;
    if (record !== undefined && record.master !== row) return;
    this.#kept.add(place!);
    if (record === undefined) return;
    this.#merged.set(place!, record);
    this.#cells.set(row, cells);
  }

  async write(output: OutputFile): Promise<void> {
    const changes = new Map(Array.from(this.#merged, ([place, record]) => [place, this.#changesOf(record)]));
    const isKept = (place: number) => this.#kept.has(place);
    const rows = { sheet: this.sheet.at, first: this.#places[0]!, isKept, changes };
    this.#lost = await copyWorkbook(this.file.path, rows, output);
  }

  /** Returns a sentence about lost contents of the workbook; `undefined` if nothing was lost. */
  get lost(): string | undefined {
    const counts = Object.entries(this.#lost).filter(([, count]) => count > 0);
    if (counts.length === 0) return undefined;
    return `clean.xlsx is written without ${counts.map(([name, count]) => `${name} (${count})`).join(' and ')}`;
  }

  /** Returns the changed cells of a record. Each value keeps the format of the row that it comes from. */
  #changesOf({ master, cells }: GoldenRecord): Map<number, number | string> {
    const changes = new Map<number, number | string>();
    const own = this.#cells.get(master)!;
    cells.forEach((text, i) => {
      if (text === own[i]) return;
      const from = this.membersOf(master).find((row) => this.cellsOf(row)[i] === text);
      changes.set(this.columns[i]!.positions[0]!, from === undefined ? text : this.#places[from]!);
    });
    return changes;
  }

  /** Reads the file again, because some workbooks have unknown parts. @throws Failure if rows differ */
  async check(path: string, rows: AsyncIterable<SourceRow>): Promise<void> {
    const written = await openInput(path, { ...this.file.reading, header: this.sheet.hasHeader });
    const left = written.rows[Symbol.asyncIterator]();
    const positions = this.columns.map((column) => column.positions[0] ?? -1);
    for await (const { place, cells } of rows) {
      if (!this.#kept.has(place!)) continue;
      const expected = this.#merged.get(place!)?.cells ?? cells;
      const next = await left.next();
      const found = next.done === true ? undefined : next.value.cells;
      if (found === undefined || !positions.every((position, i) => textOfCell(found[position]) === expected[i]))
        throw new Failure(`row ${place!} of the written workbook is wrong`);
    }
    if ((await left.next()).done !== true) throw new Failure('the written workbook has too many rows');
  }
}
