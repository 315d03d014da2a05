import { hashEnd, hashPart, hashStart, hashUnit } from '../../runtime/memory/hash.js';

/**
 * Deletion neighbourhoods (Mor & Fraenkel 1982; SymSpell, W. Garbe 2012). Strings within k edits can be made equal by
 * deleting at most k characters from each. The same holds for the first `PREFIX` characters, which limits the keys to
 * 29 for k = 2.
 */
const PREFIX = 7;

/**
 * Adds `hashText` of the prefix with 0 to k characters deleted. Of several equal adjacent characters, deletes only the
 * first.
 */
export function deletionKeys(text: string, k: 0 | 1 | 2, seed = 0, into: number[] = []): number[] {
  const length = Math.min(text.length, PREFIX);
  let start = hashStart(seed);
  into.push(hashEnd(hashPart(start, text, 0, length)));
  if (k === 0) return into;
  for (let i = 0; i < length; i++) {
    const own = text.charCodeAt(i);
    if (i === 0 || own !== text.charCodeAt(i - 1)) {
      into.push(hashEnd(hashPart(start, text, i + 1, length)));
      let between = start;
      for (let j = i + 1; k > 1 && j < length; j++) {
        const other = text.charCodeAt(j);
        if (j === i + 1 || other !== text.charCodeAt(j - 1)) into.push(hashEnd(hashPart(between, text, j + 1, length)));
        between = hashUnit(between, other);
      }
    }
    start = hashUnit(start, own);
  }
  return into;
}
