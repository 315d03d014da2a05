import { hashText } from '../hash.js';

/**
 * Deletion neighbourhoods (Mor & Fraenkel 1982; SymSpell, W. Garbe 2012): two texts within k edits (insertion, deletion, substitution, transposition
 * of neighbours) share a text that at most k deletions make of each. It holds for their first `PREFIX` characters as well, whatever follows:
 * that keeps the number of keys at 29 for k = 2.
 */
const PREFIX = 7;

/** Hashes of the prefix with 0..k characters deleted, each once. */
export function deletionKeys(text: string, k: number, seed = 0, into: Set<number> = new Set()): Set<number> {
  const prefix = text.length > PREFIX ? text.slice(0, PREFIX) : text;
  into.add(hashText(prefix, seed));
  if (k === 0) return into;
  for (let i = 0; i < prefix.length; i++) {
    const once = prefix.slice(0, i) + prefix.slice(i + 1);
    into.add(hashText(once, seed));
    if (k > 1) for (let j = i; j < once.length; j++) into.add(hashText(once.slice(0, j) + once.slice(j + 1), seed));
  }
  return into;
}
