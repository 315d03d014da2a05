import { Failure } from '../../runtime/failure.js';
import { parseExactJson } from '../../runtime/syntax/exact-json.js';
import { refuseTooManyColumns } from './header.js';
import { decoded, isUnreadable, shownName, type Encoding } from './encoding.js';
import type { FileBytes } from './file-bytes.js';
import type { InputRow, OpenRows } from './input-table.js';

const longestItem = 32 * 1024 * 1024;

/**
 * Opens a stream of rows from an array of objects, NDJSON (an object per line), or an object with a list, as in API
 * responses (`data`, `records`, `results` ...), judging by its start. In an array of arrays, the first is the header.
 */
export function openJson(bytes: FileBytes, name: string, encoding: Encoding): OpenRows {
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
  let isTable = false;
  for await (const source of itemsOf(stream, name)) {
    const item = parsed(source);
    if (Array.isArray(item) && (isTable || (number === 0 && item.every((cell) => typeof cell === 'string')))) {
      if (isTable) yield { number: ++number, cells: item };
      else columns.push(...(item as string[]));
      isTable = true;
      continue;
    }
    for (const record of recordsIn(item, number === 0)) {
      number += 1;
      const row = toRow(record, source, number, columns, positions);
      // A list's records have their own text; the records of an object of objects do not.
      if (record === item) row.text = source;
      yield encoding.fault === undefined || row.fault !== undefined || !isUnreadable(source)
        ? row
        : { ...row, fault: `the row has invalid ${shownName(encoding.name)}` };
      refuseTooManyColumns(columns.length, name);
    }
  }
}

const BROKEN = Symbol('no JSON');

function parsed(source: string): unknown {
  try {
    return parseExactJson(source);
  } catch {
    return BROKEN;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the records of `{ "c1": { ... }, "c2": { ... } }` with their keys. Returns any other item unchanged. */
function recordsIn(item: unknown, isFirst: boolean): unknown[] {
  if (!isFirst || !isObject(item)) return [item];
  const entries = Object.entries(item);
  const [first, second] = entries.map(([, value]) => (isObject(value) ? Object.keys(value) : []));
  const areAlike = second !== undefined && first!.some((key) => second.includes(key));
  if (!areAlike || !entries.every(([, value]) => isObject(value))) return [item];
  return entries.map(([key, value]) => ({ key, ...(value as object) }));
}

function toRow(
  item: unknown,
  source: string,
  number: number,
  columns: string[],
  positions: Map<string, number>,
): InputRow & { text?: string } {
  if (item === BROKEN) return { number, cells: [], fault: `not readable as JSON: ${shorten(source)}` };
  if (!isObject(item))
    return { number, cells: [], fault: `expected an object of field values, got ${shorten(source)}` };
  const cells: unknown[] = [];
  for (const { name: key, value } of flatCells(item)) {
    // Keys ignore case, so rows may spell a key differently, but must not repeat a key.
    const name = key.toLowerCase();
    let position = positions.get(name);
    if (position === undefined) {
      position = columns.push(key) - 1;
      positions.set(name, position);
    }
    if (cells[position] !== undefined) return { number, cells, fault: `the key '${key}' has two spellings` };
    cells[position] = value;
  }
  return { number, cells };
}

const DEEPEST = 6;
/** Key that holds the type of a platform record. */
const ATTRIBUTES = 'attributes';

/** Yields cells by column. Nested objects become columns (`address.city`). A list of values becomes one cell. */
export function* flatCells(item: object, before = '', path: readonly string[] = [], depth = 0): Generator<FlatCell> {
  for (const [key, value] of Object.entries(item) as [string, unknown][]) {
    const [name, at] = [before + key, [...path, key]];
    const isDeep = depth < DEEPEST && key !== ATTRIBUTES;
    if (isObject(value) && isDeep && Object.keys(value).length > 0) yield* flatCells(value, `${name}.`, at, depth + 1);
    else if (!Array.isArray(value) || !isDeep) yield { name, path: at, value };
    else if (value.every((one) => typeof one !== 'object')) yield { name, path: at, value: value.join('; ') };
    else
      for (const [i, one] of value.entries()) {
        const own = [...at, String(i)];
        if (isObject(one)) yield* flatCells(one, `${name} ${i + 1}.`, own, depth + 1);
        else yield { name: `${name} ${i + 1}`, path: own, value: one };
      }
  }
}

interface FlatCell {
  readonly name: string;
  /** Keys of the value, from the outermost to the innermost. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/** How to split a file. Without a splitter, the file is split by lines. */
interface Begun {
  readonly text: string;
  readonly splitter?: ArraySplitter | ValueSplitter;
}

/** Number of characters at the end of a line that show whether it is complete. */
const LINE_END = 16;

function begun(beginning: string, isEnd: boolean, name: string): Begun | undefined {
  const text = beginning.replace(/^\uFEFF/, '').trimStart();
  if (text === '') return isEnd ? { text } : undefined;
  if (text.startsWith('[')) return { text: text.slice(1), splitter: new ArraySplitter(name) };
  if (!text.startsWith('{')) return { text };
  const line = text.indexOf('\n');
  const next = line < 0 ? '' : text.slice(line).trimStart();
  if (next === '' && !isEnd && text.length < longestItem) return undefined;
  // A line is an item if it is complete and the next line begins another object.
  const areLines = next.startsWith('{') && line > 1 && !/[,[]\s*$/.test(text.slice(0, line).slice(-LINE_END));
  return areLines ? { text } : { text, splitter: new ValueSplitter(name) };
}

/** Splits a file into items, by brackets outside strings or, for NDJSON, by lines. */
async function* itemsOf(stream: AsyncIterable<string>, name: string): AsyncGenerator<string> {
  let pending = '';
  let found: Begun | undefined;
  for await (const chunk of stream) {
    let text = chunk;
    if (found === undefined) {
      pending += text;
      found = begun(pending, false, name);
      if (found === undefined) continue;
      pending = '';
      text = found.text;
    }
    if (found.splitter !== undefined) {
      yield* found.splitter.push(text);
      continue;
    }
    const lines = (pending + text).split('\n');
    pending = lines.pop() ?? '';
    if (pending.length > longestItem) throw new Failure(`${name}: a line is longer than ${longestItem} characters`);
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (found === undefined) {
    found = begun(pending, true, name)!;
    pending = found.text;
    if (found.splitter !== undefined) yield* found.splitter.push(pending);
  }
  const { splitter } = found;
  if (splitter instanceof ArraySplitter) splitter.end();
  else if (splitter !== undefined) yield* splitter.end();
  else for (const line of pending.split('\n')) if (line.trim() !== '') yield line;
}

/** Keys of lists in API responses, which also have counts and links to the next page. */
const LISTS = new Set(
  (
    'data result results record records item items rows value values list entries elements hits docs documents payload ' +
    'objects contacts people persons customers clients companies organizations organisations accounts leads members ' +
    'subscribers users attendees donors vendors suppliers kontakte kunden personen mitglieder'
  ).split(' '),
);

/** Splits consecutive objects over any number of lines, or the items of an object's list. */
class ValueSplitter {
  #value = '';
  #depth = 0;
  #inString = false;
  #escaped = false;
  #list: ArraySplitter | undefined;

  constructor(private readonly name: string) {}

  *push(text: string): Generator<string> {
    if (this.#list !== undefined) {
      yield* this.#list.push(text);
      return;
    }
    let from = 0;
    for (let i = 0; i < text.length; i += 1) {
      const char = text[i]!;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (char === '\\') this.#escaped = true;
        else if (char === '"') this.#inString = false;
      } else if (char === '"') this.#inString = true;
      else if (char === '}' || char === ']') {
        if (--this.#depth > 0) continue;
        this.#depth = 0;
        yield this.#value + text.slice(from, i + 1);
        this.#value = '';
        from = i + 1;
      } else if (char === '{' || char === '[') {
        if (char === '[' && this.#depth === 1 && this.#isList(this.#value + text.slice(from, i))) {
          const rest = text.slice(i + 1);
          const [, columns] =
            /"(?:columns|fields|headers?)"\s*:\s*(\[[^[\]]*\])/.exec(this.#value + text.slice(from, i)) ?? [];
          if (columns !== undefined && rest.trimStart().startsWith('[')) yield columns;
          this.#list = new ArraySplitter(this.name, true);
          yield* this.#list.push(rest);
          return;
        }
        this.#depth += 1;
      }
    }
    this.#value += text.slice(from);
    if (this.#value.length > longestItem)
      throw new Failure(`${this.name}: an item is longer than ${longestItem} characters`);
  }

  /** Returns whether the list that starts here is the object's list of records. */
  #isList(before: string): boolean {
    const [, key] = /"([^"\\]*)"\s*:\s*$/.exec(before.slice(-200)) ?? [];
    return key !== undefined && LISTS.has(key.toLowerCase());
  }

  *end(): Generator<string> {
    if (this.#list !== undefined) this.#list.end();
    else if (this.#value.trim() !== '') yield this.#value;
  }
}

/** Splits `item, item, ... ]` at the commas of the outermost level, chunk by chunk. */
export class ArraySplitter {
  #item = '';
  #depth = 0;
  #inString = false;
  #escaped = false;
  #closed = false;

  /** @param isWithin whether the array is part of an object that continues after it */
  constructor(
    private readonly name: string,
    private readonly isWithin = false,
  ) {}

  *push(text: string): Generator<string> {
    let from = 0;
    for (let i = 0; i < text.length; i += 1) {
      const char = text[i]!;
      if (this.#closed) {
        if (this.isWithin) return;
        if (char.trim() !== '') throw new Failure(`${this.name}: unexpected text after the end of the JSON array`);
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
    if (!this.#closed) throw new Failure(`${this.name}: the JSON array has no end: the file may be truncated`);
  }
}

function shorten(source: string): string {
  const text = source.trim();
  return text.length <= 60 ? text : `${text.slice(0, 60)}...`;
}
