import { isUtf8 } from 'node:buffer';
import { shownPath, type Path } from './json-path.js';
import { scanJson } from './json-scan.js';
import { findDuplicateKey } from './duplicate-key.js';
import { notJson } from '../response/http-error.js';

/** Levels of objects and arrays. The envelope needs five. */
const MAX_DEPTH = 32;
/** Keys of one object: above the platform's fields of one object. */
const MAX_KEYS = 2_000;
/**
 * Keys and elements of the whole body: 200 related records of 250 fields. More would hold the event loop while it is
 * parsed and checked.
 */
const MAX_NODES = 50_000;
/**
 * An object with more keys than this is refused unparsed; one with a few too many is parsed, and refused with their
 * number.
 */
const FAR_TOO_MANY_KEYS = 5 * MAX_KEYS;
const BOUNDS = { depth: MAX_DEPTH, nodes: MAX_NODES, keys: FAR_TOO_MANY_KEYS };

export interface ParsedBody {
  readonly value: unknown;
  /** Some object has a key `__proto__`, which object literals and zod would drop or misread. */
  readonly hasProto: boolean;
}

interface Frame {
  readonly value: object;
  readonly parent: Frame | undefined;
  readonly key: string | number;
}

/**
 * Parses a JSON text in UTF-8 (a BOM is accepted), once it is known to be neither too deep nor too wide. A key that
 * stands twice in one object is refused: `JSON.parse` would silently keep the last.
 *
 * @throws HttpError 400 JSON_PARSER_ERROR
 */
export function parseJson(bytes: Buffer): ParsedBody {
  if (bytes.length === 0) throw notJson('request body: expected a JSON object, got nothing');
  if (!isUtf8(bytes)) throw notJson('request body: not valid UTF-8');
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const { fault, members } = scanJson(hasBom ? bytes.subarray(3) : bytes, BOUNDS);
  if (fault !== undefined) throw notJson(`${shownPath(fault.path)}: ${FAULTS[fault.bound]}`);
  const text = bytes.toString('utf8', hasBom ? 3 : 0);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw notJson(`request body: not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  const walked = walk(value);
  if (walked.members !== members) {
    const path = findDuplicateKey(text);
    if (path) throw notJson(`${shownPath(path)}: this key stands twice in the same object`);
  }
  return { value, hasProto: walked.hasProto };
}

const FAULTS = {
  depth: `nested too deep; at most ${MAX_DEPTH} levels`,
  nodes: `more than ${MAX_NODES} keys and elements in one request`,
  keys: `more than ${FAR_TOO_MANY_KEYS} keys in one object; at most ${MAX_KEYS}`,
} as const;

/** Counts the members of all objects, without recursion. */
function walk(root: unknown): { hasProto: boolean; members: number } {
  let hasProto = false;
  let members = 0;
  if (typeof root !== 'object' || root === null) return { hasProto, members };
  const stack: Frame[] = [{ value: root, parent: undefined, key: '' }];
  for (let frame = stack.pop(); frame; frame = stack.pop()) {
    const { value } = frame;
    const keys = Array.isArray(value) ? undefined : Object.keys(value);
    const size = keys?.length ?? (value as unknown[]).length;
    if (keys !== undefined) {
      members += size;
      if (size > MAX_KEYS) throw notJson(`${pathOf(frame)}: ${size} keys; at most ${MAX_KEYS} in one object`);
    }
    for (let i = 0; i < size; i++) {
      const key = keys === undefined ? i : keys[i]!;
      if (key === '__proto__') hasProto = true;
      const child = (value as Record<string | number, unknown>)[key];
      if (typeof child === 'object' && child !== null) stack.push({ value: child, parent: frame, key });
    }
  }
  return { hasProto, members };
}

function pathOf(frame: Frame): string {
  const path: Path = [];
  for (let at: Frame = frame; at.parent; at = at.parent) path.push(at.key);
  return shownPath(path.reverse());
}
