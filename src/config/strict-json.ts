import { jsonPath } from './problem.js';

/** A JSON text that cannot be taken. */
export class StrictJsonError extends Error {
  override readonly name = 'JsonTextError';
  constructor(
    message: string,
    readonly path = '',
  ) {
    super(message);
  }
}

/** Deeper than any file of ours; checked before anything recursive sees the value. */
const MAX_DEPTH = 64;

/**
 * Reads UTF-8 bytes as JSON. A byte order mark is passed over. Beyond `JSON.parse`, refuses keys given twice (one of
 * them would be lost silently) and deep nesting.
 * @throws JsonTextError
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new StrictJsonError(`broken JSON: ${describeFault(text, error)}`);
  }
  checkKeys(text);
  return value;
}

/** @throws JsonTextError for bytes that are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw new StrictJsonError('the file is UTF-16: save it as UTF-8');
  try {
    // Drops a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new StrictJsonError('the file is not valid UTF-8');
  }
}

function describeFault(text: string, error: unknown): string {
  if (text.trim() === '') return 'the file is empty';
  const message = error instanceof Error ? error.message : String(error);
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return message.slice(0, 200);
  const before = text.slice(0, Number(position));
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  return `${message.replace(/ at position \d+.*$/s, '').slice(0, 200)} (line ${line}, column ${column})`;
}

interface Open {
  /** Keys seen; absent for an array. */
  readonly keys?: Set<string>;
  /** The key or position that the next value stands at. */
  at: string | number;
}

/** Walks a text that is known to be valid JSON, with its own stack. */
function checkKeys(text: string): void {
  const open: Open[] = [];
  let at = 0;
  while (at < text.length) {
    const c = text.charAt(at);
    const top = open.at(-1);
    if (c === '"') {
      const end = endOfString(text, at);
      if (top?.keys !== undefined && isKey(text, end))
        noteKey(open, top.keys, JSON.parse(text.slice(at, end)) as string);
      at = end;
      continue;
    }
    if (c === '{' || c === '[') {
      if (open.length >= MAX_DEPTH)
        throw new StrictJsonError(`nested too deeply: at most ${MAX_DEPTH} levels are allowed`);
      open.push(c === '{' ? { keys: new Set(), at: '' } : { at: 0 });
    } else if (c === '}' || c === ']') open.pop();
    else if (c === ',' && top !== undefined && typeof top.at === 'number') top.at += 1;
    at += 1;
  }
}

function noteKey(open: readonly Open[], keys: Set<string>, key: string): void {
  const top = open.at(-1)!;
  top.at = key;
  if (keys.has(key)) throw new StrictJsonError('the key is given twice', jsonPath(open.map((each) => each.at)));
  keys.add(key);
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

/** In an object, a string that a colon follows is a key. */
function isKey(text: string, end: number): boolean {
  let at = end;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  return text.charAt(at) === ':';
}
