interface Level {
  /** Keys so far, or `undefined` for an array. */
  readonly keys: Set<string> | undefined;
  at: string | number;
}

export class TooDeepError extends Error {}

/**
 * Finds the first key that occurs twice in one object of valid JSON text. Takes linear time, and is not recursive.
 * @param mostLevels maximum nesting of objects and arrays
 * @returns the path of keys and indexes, outermost first
 * @throws TooDeepError
 */
export function findDuplicateKey(text: string, mostLevels = Infinity): (string | number)[] | undefined {
  const levels: Level[] = [];
  for (let i = 0; i < text.length; i++) {
    const level = levels.at(-1);
    if (levels.length > mostLevels) throw new TooDeepError();
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

/** Returns whether a colon follows the string that ends at `end`. */
function isKey(text: string, end: number): boolean {
  let next = end + 1;
  while (next < text.length && ' \t\r\n'.includes(text[next]!)) next++;
  return text[next] === ':';
}

/** Returns the offset of the quote that closes the string begun at `start`, or -1 if there is none. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    if (end < 0) return end;
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 92) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}
