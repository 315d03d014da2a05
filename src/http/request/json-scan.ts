import type { Path } from './json-path.js';

export interface JsonBounds {
  /** Maximum nesting depth of objects and arrays. */
  readonly depth: number;
  /** Maximum number of keys and elements in the whole document. */
  readonly nodes: number;
  /** Maximum number of keys in one object. */
  readonly keys: number;
}

export interface JsonScan {
  /** The exceeded limit and the path of the object or array. */
  readonly fault?: { readonly bound: keyof JsonBounds; readonly path: Path };
  /** Number of members of all objects, counted as colons outside strings. */
  readonly members: number;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Scans UTF-8 text, which need not be valid JSON, and stops when it is too deep or too wide. For a body that is
 * rejected anyway, such as six million brackets, JSON.parse would take up to two seconds, and garbage collection as
 * long again.
 */
export function scanJson(text: Uint8Array, bounds: JsonBounds): JsonScan {
  /** State by level: whether the level is an object, its number of commas, and the position of its last key. */
  const isObject = new Uint8Array(bounds.depth + 1);
  const commas = new Int32Array(bounds.depth + 1);
  const keyFrom = new Int32Array(bounds.depth + 1);
  const keyTo = new Int32Array(bounds.depth + 1);
  let depth = 0;
  let nodes = 0;
  let members = 0;
  let stringFrom = 0;
  let stringTo = 0;
  const fault = (bound: keyof JsonBounds, levels: number): JsonScan => {
    const path: Path = [];
    for (let level = 1; level <= levels; level++)
      path.push(isObject[level] === 1 ? keyOf(text.subarray(keyFrom[level], keyTo[level])) : commas[level]!);
    return { fault: { bound, path }, members };
  };
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (depth === bounds.depth) return fault('depth', depth);
        depth++;
        isObject[depth] = text[i] === OPEN_OBJECT ? 1 : 0;
        commas[depth] = 0;
        // The first key or element of a level. Each later key or element follows a comma.
        if (text[i + 1] !== text[i]! + 2 && ++nodes > bounds.nodes) return fault('nodes', depth - 1);
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        if (depth > 0) depth--;
        break;
      case COMMA:
        commas[depth]!++;
        if (++nodes > bounds.nodes) return fault('nodes', depth - 1);
        if (isObject[depth] === 1 && commas[depth]! >= bounds.keys) return fault('keys', depth - 1);
        break;
      case COLON:
        members++;
        keyFrom[depth] = stringFrom;
        keyTo[depth] = stringTo;
        break;
      case QUOTE:
        stringFrom = i;
        while (++i < text.length && text[i] !== QUOTE) if (text[i] === BACKSLASH) i++;
        stringTo = i + 1;
        break;
    }
  }
  return { members };
}

function keyOf(quoted: Uint8Array): string {
  try {
    return String(JSON.parse(Buffer.from(quoted).toString()));
  } catch {
    return '';
  }
}
