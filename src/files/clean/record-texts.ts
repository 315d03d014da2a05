import { randomUUID } from 'node:crypto';
import { csvCell, quotedCell, reguard } from '../write/csv.js';
import { cellsAsWritten, isQuoted, valueOfWritten } from '../read/cells-as-written.js';
import type { OutputColumn } from './output-columns.js';
import type { OutputForm } from './output-form.js';
import type { SourceRow } from './source-pass.js';
import { withNumbers } from '../../runtime/syntax/exact-json.js';
import { flatCells } from '../read/read-json.js';

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

/** Marks a number kept as a string, so that no digit is lost. The mark is random, so that no file contains it. */
const MARK = randomUUID();

type Holder = Record<string, unknown>;

/**
 * Returns a JSON record with values of other records. Numbers keep their digits, and lines keep their indentation.
 * @param changes for each changed column, a record that has the value
 * @param indent indentation of the record
 */
function mergedItem(
  item: string,
  changes: readonly (readonly [column: string, from: string | undefined])[],
  indent: string,
): string {
  const record = marked(item);
  for (const [column, from] of changes) {
    const name = column.toLowerCase();
    const cellIn = (one: Holder) => Array.from(flatCells(one)).find((cell) => cell.name.toLowerCase() === name);
    const other = from === undefined ? undefined : marked(from);
    const found = other && cellIn(other);
    if (found !== undefined) put(record, cellIn(record)?.path ?? found.path, valueAt(other!, found.path));
  }
  const step = /^\{\s*\n([ \t]*)\S/.exec(item)?.[1]?.slice(indent.length);
  return unmarked(JSON.stringify(record, undefined, step)).replaceAll('\n', `\n${indent}`);
}

const marked = (item: string) => JSON.parse(withNumbers(item, (number) => `"${MARK}${number}"`)) as Holder;

const unmarked = (json: string) =>
  json
    .split(`"${MARK}`)
    .map((part, i) => (i === 0 ? part : part.replace('"', '')))
    .join('');

const valueAt = (record: Holder, path: readonly string[]): unknown =>
  path.reduce<unknown>((holder, key) => (holder as Holder)[key], record);

function put(record: Holder, path: readonly string[], value: unknown): void {
  let holder = record;
  for (const [i, key] of path.slice(0, -1).entries()) {
    const next = Object.hasOwn(holder, key) ? holder[key] : undefined;
    if (typeof next !== 'object' || next === null) setOwn(holder, key, /^\d+$/.test(path[i + 1]!) ? [] : {});
    holder = holder[key] as Holder;
  }
  setOwn(holder, path.at(-1)!, value);
}

/** Sets an own property, even one called `__proto__`. */
function setOwn(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
}
