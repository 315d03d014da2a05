import { hashText } from '../../runtime/memory/hash.js';
import { FULL, type MatchMethod } from '../method.js';
import { isNumberOfParty } from '../contradictions/identifiers.js';
import { cut } from '../text/fold.js';

/** Maximum length in UTF-16 units. If a value is longer, a hash of the whole value replaces its end. */
const LIMIT = 512;

/** Plauti's EQUAL: ignores case, but not white space. Uses Unicode NFC. White space alone is blank. */
export function exact(): MatchMethod<string> {
  return equalityMethod({
    name: 'exact',
    learnedFor: [{ type: 'boolean' }, { type: 'reference' }, { name: { test: isNumberOfParty } }],
    texts: /^[-+]?[\d.,]+$/,
    blanks: ({ any }) => any,
    normalise(raw) {
      const text = foldCase(raw.join('\n'));
      if (text.trim() === '') return '';
      if (text.length <= LIMIT) return text;
      const whole = digestOf(text);
      return foldCase(text.slice(0, LIMIT - whole.length - 1)) + whole;
    },
  });
}

/** Lower case in Unicode NFC. Idempotent. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.normalize('NFC').toLowerCase();
}

/** Plauti's "Exact, random order": "John Johnsen" equals "Johnsen John". Ignores case, but not repeated words. */
export function exactAnyOrder(): MatchMethod<string> {
  return equalityMethod({
    name: 'exactAnyOrder',
    blanks: ({ any }) => any,
    normalise(raw) {
      const sorted = foldCase(raw.join('\n')).split(/\s/).filter(Boolean).sort().join(' ');
      return sorted.length <= LIMIT ? sorted : digestOf(sorted);
    },
  });
}

export const FIRST_SIZES = [3, 4, 5, 6, 8, 10] as const;

/**
 * Plauti's "First characters": "Amsterdam Noord" and "Amsterdam" have the same first five characters. Ignores case and
 * leading white space. A shorter value equals only itself.
 * @param size in UTF-16 units; half a surrogate pair at the end is dropped
 */
export function firstCharacters(size: number): MatchMethod<string> {
  return equalityMethod({
    name: `first${size}`,
    // Checks the whole value: "Testimony" begins like a placeholder, but is not one.
    blanks:
      ({ any }) =>
      (text) =>
        text.trim().length > size && any(text),
    normalise: (raw) => cut(foldCase(raw.join('\n')).trimStart(), size).trimEnd(),
  });
}

const digestOf = (text: string): string =>
  `…${text.length}:${hashText(text).toString(16)}${hashText(text, 1).toString(16)}`;

function equalityMethod(
  method: Omit<MatchMethod<string>, 'floor' | 'prepare' | 'compare' | 'retrieval'>,
): MatchMethod<string> {
  const keys = (value: string) => [hashText(value)];
  return {
    ...method,
    floor: FULL,
    nearest: 0,
    prepare: (normalised) => normalised,
    compare: (a, b) => (a === b ? FULL : 0),
    retrieval: { kind: 'keys', keys, probes: keys },
  };
}
