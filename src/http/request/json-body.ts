import { isUtf8 } from 'node:buffer';
import { MOST } from '../../store/config/config-limits.js';
import { shownPath, type Path } from './json-path.js';
import { scanJson } from './json-scan.js';
import { findDuplicateKey } from '../../runtime/syntax/duplicate-key.js';
import { notJson } from '../response/http-error.js';

/** The key limit exceeds the platform's number of fields per object. */
const { bodyDepth: MAX_DEPTH, objectKeys: MAX_KEYS } = MOST;
/** Sufficient for 200 related records of 250 fields. Larger bodies would block the event loop. */
const MAX_NODES = MOST.bodyNodes;
/**
 * Objects with more keys are rejected without parsing. Smaller objects are parsed, because the error message states
 * their number of keys.
 */
const FAR_TOO_MANY_KEYS = 5 * MAX_KEYS;
const BOUNDS = { depth: MAX_DEPTH, nodes: MAX_NODES, keys: FAR_TOO_MANY_KEYS };

export interface ParsedBody {
  readonly value: unknown;
  /** Whether any object has a key `__proto__`, which object literals and zod would drop or misinterpret. */
  readonly hasProto: boolean;
}

interface Frame {
  readonly value: object;
  readonly parent: Frame | undefined;
  readonly key: string | number;
}

/**
 * Parses UTF-8 JSON (a BOM is accepted) after checking its depth and width. Duplicate keys are rejected, because
 * `JSON.parse` would silently use the last value.
 * @throws HttpError 400 JSON_PARSER_ERROR
 */
export function parseJson(bytes: Buffer): ParsedBody {
  if (bytes.length === 0) throw notJson('request body: expected a JSON object, but the body is empty');
  if (!isUtf8(bytes)) throw notJson('request body: not valid UTF-8');
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const { fault, members } = scanJson(hasBom ? bytes.subarray(3) : bytes, BOUNDS);
  if (fault !== undefined) throw notJson(`${shownPath(fault.path)}: ${FAULTS[fault.bound]}`);
  const text = bytes.toString('utf8', hasBom ? 3 : 0);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw notJson(`request body: invalid JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  const walked = walk(value);
  if (walked.members !== members) {
    const path = findDuplicateKey(text);
    if (path) throw notJson(`${shownPath(path)}: this key is repeated in the same object`);
  }
  return { value, hasProto: walked.hasProto };
}

const FAULTS = {
  depth: `nested too deeply. At most ${MAX_DEPTH} levels are allowed`,
  nodes: `more than ${MAX_NODES} keys and elements in one request`,
  keys: `more than ${FAR_TOO_MANY_KEYS} keys in one object. At most ${MAX_KEYS} are allowed`,
} as const;

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
      if (size > MAX_KEYS)
        throw notJson(`${pathOf(frame)}: the object has ${size} keys. At most ${MAX_KEYS} are allowed`);
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
