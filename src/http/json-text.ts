import { isUtf8 } from 'node:buffer';
import { shownPath, type Path } from './path.js';
import { countMembers, hasTooMany, repeatedKey } from './repeated-key.js';
import { notJson } from './refusal.js';

/** Levels of objects and arrays. The envelope needs five. */
const MAX_DEPTH = 32;
/** Keys of one object: above the platform's fields of one object. */
const MAX_KEYS = 2_000;
/** Keys and elements of the whole body: 200 related records with all of their fields. */
const MAX_NODES = 250_000;
/** Keys of one object that are refused without naming where it stands. */
const FAR_TOO_MANY_KEYS = 5 * MAX_KEYS;
/** Shortest text in characters that can have so many: `"":1,` each. */
const SMALLEST_WIDE = 5 * FAR_TOO_MANY_KEYS;

export interface ParsedBody {
  readonly value: unknown;
  /** Some object has a key `__proto__`, which object literals and zod would drop or misread. */
  readonly hasProto: boolean;
}

interface Frame {
  readonly value: object;
  readonly depth: number;
  readonly parent: Frame | undefined;
  readonly key: string | number;
}

/**
 * Parses a JSON text in UTF-8 (a BOM is accepted) and walks it without recursion, so that nothing behind this ever sees a body that is too
 * deep or too wide. A key that stands twice in one object is refused: `JSON.parse` would silently keep the last.
 *
 * @throws Refusal 400 JSON_PARSER_ERROR
 */
export function parseJson(bytes: Buffer): ParsedBody {
  if (bytes.length === 0) throw notJson('request body: expected a JSON object, got nothing');
  if (!isUtf8(bytes)) throw notJson('request body: not valid UTF-8');
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = bytes.toString('utf8', hasBom ? 3 : 0);
  checkWidth(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw notJson(`request body: not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  const { hasProto, members } = walk(value);
  if (members !== countMembers(text)) {
    const path = repeatedKey(text);
    if (path) throw notJson(`${shownPath(path)}: this key stands twice in the same object`);
  }
  return { value, hasProto };
}

/**
 * Refuses before parsing what would be refused afterwards at many times the cost: two million empty lists take JSON.parse a fifth of a second to make and the collector as
 * long to take away, and an object of 80,000 keys a third of a second. What is a little too wide is parsed and refused with its path.
 */
function checkWidth(text: string): void {
  if (text.length < SMALLEST_WIDE) return;
  const fault = hasTooMany(text, MAX_NODES, FAR_TOO_MANY_KEYS);
  if (fault === 'members') throw notJson(`request body: more than ${MAX_NODES} keys and elements in one request`);
  if (fault === 'keys')
    throw notJson(`request body: more than ${FAR_TOO_MANY_KEYS} keys in one object; at most ${MAX_KEYS}`);
}

function walk(root: unknown): { hasProto: boolean; members: number } {
  let hasProto = false;
  let members = 0;
  let nodes = 0;
  if (typeof root !== 'object' || root === null) return { hasProto, members };
  const stack: Frame[] = [{ value: root, depth: 1, parent: undefined, key: '' }];
  for (let frame = stack.pop(); frame; frame = stack.pop()) {
    const { value, depth } = frame;
    if (depth > MAX_DEPTH) throw notJson(`${pathOf(frame)}: nested too deep; at most ${MAX_DEPTH} levels`);
    const keys = Array.isArray(value) ? undefined : Object.keys(value);
    const size = keys?.length ?? (value as unknown[]).length;
    nodes += size;
    if (keys !== undefined) {
      members += size;
      if (size > MAX_KEYS) throw notJson(`${pathOf(frame)}: ${size} keys; at most ${MAX_KEYS} in one object`);
    }
    if (nodes > MAX_NODES) throw notJson(`${pathOf(frame)}: more than ${MAX_NODES} keys and elements in one request`);
    for (let i = 0; i < size; i++) {
      const key = keys === undefined ? i : keys[i]!;
      if (key === '__proto__') hasProto = true;
      const child = (value as Record<string | number, unknown>)[key];
      if (typeof child === 'object' && child !== null)
        stack.push({ value: child, depth: depth + 1, parent: frame, key });
    }
  }
  return { hasProto, members };
}

function pathOf(frame: Frame): string {
  const path: Path = [];
  for (let at: Frame = frame; at.parent; at = at.parent) path.push(at.key);
  return shownPath(path.reverse());
}
