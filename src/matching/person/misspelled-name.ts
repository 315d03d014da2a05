import { femaleNames, isFrequentGivenName, maleNames } from '../lists/given-names.js';
import { deletionKeys } from '../text/deletions.js';
import { osaDistance } from '../text/edit-distance.js';

/** Minimum length of a misspelled word. Shorter words that differ by one letter are treated as different names. */
const SHORTEST = 5;
const MOST_KEPT = 4_096;
const kept = new Map<string, readonly string[]>();
let filed: ReadonlyMap<number, readonly string[]> | undefined;

/** Returns common first names that differ from the word by one edit, or none if the word is a common name. */
export function meantNames(word: string): readonly string[] {
  if (word.length < SHORTEST || isFrequentGivenName(word)) return [];
  let found = kept.get(word);
  if (found === undefined) {
    found = namesLike(word);
    if (kept.size === MOST_KEPT) kept.clear();
    kept.set(word, found);
  }
  return found;
}

function namesLike(word: string): string[] {
  filed ??= fileNames();
  const near = new Set(deletionKeys(word, 1).flatMap((key) => filed!.get(key) ?? []));
  // People rarely mistype the first letter.
  return [...near].filter((name) => name.charAt(0) === word.charAt(0) && osaDistance(word, name, 1) === 1);
}

function fileNames(): ReadonlyMap<number, readonly string[]> {
  const names = new Map<number, string[]>();
  for (const name of [...maleNames, ...femaleNames])
    for (const key of deletionKeys(name, 1)) {
      const same = names.get(key);
      if (same) same.push(name);
      else names.set(key, [name]);
    }
  return names;
}
