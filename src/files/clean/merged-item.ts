import { randomUUID } from 'node:crypto';
import { withNumbers } from '../../runtime/syntax/exact-json.js';
import { flatCells } from '../read/read-json.js';

/** Marks a number kept as a string, so that no digit is lost. The mark is random, so that no file contains it. */
const MARK = randomUUID();

type Holder = Record<string, unknown>;

/**
 * Returns a JSON record with values of other records. Numbers keep their digits, and lines their indentation.
 * @param changes for each changed column, a record that has the value
 * @param indent indentation of the record
 */
export function mergedItem(
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
