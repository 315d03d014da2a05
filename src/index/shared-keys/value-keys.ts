import type { MatchMethod } from '../../matching/method.js';
import { hashText } from '../../memory/hash.js';

/** Key space of normal forms as they are. */
const WHOLE = 151;

/**
 * Hashes of a value (32 bits), each once. Two values that are similar share one of what the one asks for and the other
 * is filed under, whichever is which, and so do two equal ones.
 */
export interface ValueKeys {
  readonly filed: readonly number[];
  /** The same array where it holds the same keys. */
  readonly asked: readonly number[];
}

export function keysOfValue(method: MatchMethod, normal: string): ValueKeys {
  const { retrieval } = method;
  const prepared = method.prepare(normal);
  const isTerms = retrieval.kind === 'terms';
  const filed = new Set(isTerms ? hashes(retrieval.terms(prepared)) : retrieval.keys(prepared));
  const asked = new Set(isTerms ? hashes(retrieval.probeTerms(prepared)) : retrieval.probes(prepared));
  // An index finds equal values without keys, and some methods give them none in common.
  if (![...asked].some((key) => filed.has(key))) {
    const whole = wholeKey(normal);
    filed.add(whole);
    asked.add(whole);
  }
  const isSame = filed.size === asked.size && [...asked].every((key) => filed.has(key));
  const keys = [...filed];
  return { filed: keys, asked: isSame ? keys : [...asked] };
}

/** Key of a normal form where only equal ones are looked for. */
export const wholeKey = (normal: string): number => hashText(normal, WHOLE);

function hashes(terms: Iterable<string>): number[] {
  return Array.from(terms, (term) => hashText(term));
}
