import type { Path } from './json-path.js';

interface Level {
  /** Keys seen so far; `undefined` in an array. */
  readonly keys: Set<string> | undefined;
  /** The key or index at which the reading is. */
  at: string | number;
}

/**
 * Finds the first key that stands twice in the same object of a valid JSON text. Only asked when counting has shown
 * that there is one, so it need not be fast; it is linear and does not recurse.
 */
export function findDuplicateKey(text: string): Path | undefined {
  const levels: Level[] = [];
  for (let i = 0; i < text.length; i++) {
    const level = levels.at(-1);
    switch (text[i]) {
      case '{':
        levels.push({ keys: new Set(), at: '' });
        break;
      case '[':
        levels.push({ keys: undefined, at: 0 });
        break;
      case '}':
      case ']':
        levels.pop();
        break;
      case ',':
        if (typeof level?.at === 'number') level.at++;
        break;
      case '"': {
        const end = endOfString(text, i);
        if (level?.keys && isKey(text, end)) {
          const key = JSON.parse(text.slice(i, end + 1)) as string;
          level.at = key;
          if (level.keys.has(key)) return levels.map((one) => one.at);
          level.keys.add(key);
        }
        i = end;
        break;
      }
    }
  }
  return undefined;
}

/** Whether a colon follows the string that ends at `end`. */
function isKey(text: string, end: number): boolean {
  let next = end + 1;
  while (next < text.length && ' \t\r\n'.includes(text[next]!)) next++;
  return text[next] === ':';
}

/** Offset of the quote that ends the string which begins at `start`; -1 when it does not end. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    if (end < 0) return end;
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 92) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}
