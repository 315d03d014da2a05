import { Failure } from '../../runtime/failure.js';
import { refuseTooManyColumns } from './header.js';
import { decoded, isUnreadable, shownName, type Encoding } from './encoding.js';
import type { FileBytes } from './file-bytes.js';
import type { InputRow } from './input-table.js';

const longestItem = 32 * 1024 * 1024;

export interface OpenJson {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<InputRow>;
}

/**
 * Opens a JSON array of objects, or NDJSON (an object a line): whichever the first character says. Streams: the file is
 * never held as a whole.
 */
export function openJson(bytes: FileBytes, name: string, encoding: Encoding): OpenJson {
  const columns: string[] = [];
  return { columns, rows: rowsOf(decoded(bytes.chunks(), encoding), columns, name, encoding) };
}

async function* rowsOf(
  stream: AsyncIterable<string>,
  columns: string[],
  name: string,
  encoding: Encoding,
): AsyncGenerator<InputRow> {
  const positions = new Map<string, number>();
  let number = 0;
  for await (const source of itemsOf(stream, name)) {
    number += 1;
    const row = toRow(source, number, columns, positions);
    yield encoding.fault === undefined || row.fault !== undefined || !isUnreadable(source)
      ? row
      : { ...row, fault: `the row holds bytes that are not ${shownName(encoding.name)}` };
    refuseTooManyColumns(columns.length, name);
  }
}

function toRow(source: string, number: number, columns: string[], positions: Map<string, number>): InputRow {
  let item: unknown;
  try {
    item = JSON.parse(source);
  } catch {
    return { number, cells: [], fault: `not readable as JSON: ${shorten(source)}` };
  }
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    return { number, cells: [], fault: `expected an object of field values, got ${shorten(source)}` };
  }
  const cells: unknown[] = [];
  for (const [key, value] of Object.entries(item)) {
    // Field names are matched without regard to case, so rows may spell one key differently; a row must not spell it
    // twice.
    const name = key.toLowerCase();
    let position = positions.get(name);
    if (position === undefined) {
      position = columns.push(key) - 1;
      positions.set(name, position);
    }
    if (cells[position] !== undefined)
      return { number, cells, fault: `the key '${key}' stands twice, in two spellings` };
    cells[position] = value;
  }
  return { number, cells };
}

/** The source text of every item, cut by brackets outside strings; NDJSON by lines. */
async function* itemsOf(stream: AsyncIterable<string>, name: string): AsyncGenerator<string> {
  let pending = '';
  let mode: 'start' | 'array' | 'lines' = 'start';
  let splitter: ArraySplitter | undefined;
  for await (const chunk of stream) {
    let text = chunk;
    if (mode === 'start') {
      pending += text;
      text = pending.replace(/^\uFEFF/, '').trimStart();
      if (text === '') continue;
      pending = '';
      mode = text.startsWith('[') ? 'array' : 'lines';
      if (mode === 'array') {
        splitter = new ArraySplitter(name);
        text = text.slice(1);
      }
    }
    if (splitter !== undefined) {
      yield* splitter.push(text);
      continue;
    }
    const lines = (pending + text).split('\n');
    pending = lines.pop() ?? '';
    if (pending.length > longestItem) throw new Failure(`${name}: a line is longer than ${longestItem} characters`);
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (splitter !== undefined) splitter.end();
  else if (mode === 'lines' && pending.trim() !== '') yield pending;
}

/** Cuts `item, item, ... ]` at the commas of the outermost level, chunk by chunk. */
export class ArraySplitter {
  #item = '';
  #depth = 0;
  #inString = false;
  #escaped = false;
  #closed = false;

  constructor(private readonly name: string) {}

  *push(text: string): Generator<string> {
    let from = 0;
    for (let i = 0; i < text.length; i += 1) {
      const char = text[i]!;
      if (this.#closed) {
        if (char.trim() !== '') throw new Failure(`${this.name}: something follows the end of the JSON array`);
        from = i + 1;
      } else if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (char === '\\') this.#escaped = true;
        else if (char === '"') this.#inString = false;
      } else if (char === '"') this.#inString = true;
      else if (char === '{' || char === '[') this.#depth += 1;
      else if (this.#depth > 0 && (char === '}' || char === ']')) this.#depth -= 1;
      else if (this.#depth === 0 && (char === ',' || char === ']')) {
        const item = this.#item + text.slice(from, i);
        this.#item = '';
        from = i + 1;
        this.#closed = char === ']';
        if (item.trim() !== '') yield item;
      }
    }
    this.#item += text.slice(from);
    if (this.#item.length > longestItem)
      throw new Failure(`${this.name}: an item is longer than ${longestItem} characters`);
  }

  end(): void {
    if (!this.#closed) throw new Failure(`${this.name}: the JSON array is never closed; is the file cut off?`);
  }
}

function shorten(source: string): string {
  const text = source.trim();
  return text.length <= 60 ? text : `${text.slice(0, 60)}...`;
}
