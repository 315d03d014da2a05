import { findDuplicateKey, TooDeepError } from '../../runtime/syntax/duplicate-key.js';
import { jsonPath } from './problem.js';

export class StrictJsonError extends Error {
  override readonly name = 'JsonTextError';
  constructor(
    message: string,
    readonly path = '',
  ) {
    super(message);
  }
}

/** Maximum nesting. No valid file is nested more deeply. Checked before recursive code processes the value. */
const MAX_DEPTH = 64;

/**
 * Parses UTF-8 bytes as JSON, and ignores a byte order mark. Unlike `JSON.parse`, rejects deep nesting, and duplicate
 * keys, because one of the values would be lost.
 * @throws StrictJsonError
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new StrictJsonError(`invalid JSON: ${describeFault(text, error)}`);
  }
  checkKeys(text);
  return value;
}

/** @throws StrictJsonError if the bytes are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw new StrictJsonError('the file is UTF-16: save it as UTF-8');
  try {
    // The decoder also removes a byte order mark.
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
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- a short message of JSON.parse
  return `${message.replace(/ at position \d+.*$/s, '').slice(0, 200)} (line ${line}, column ${column})`;
}

function checkKeys(text: string): void {
  let path: (string | number)[] | undefined;
  try {
    path = findDuplicateKey(text, MAX_DEPTH);
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error;
    throw new StrictJsonError(`nested too deeply: at most ${MAX_DEPTH} levels are allowed`);
  }
  if (path !== undefined) throw new StrictJsonError('the key is given twice', jsonPath(path));
}
