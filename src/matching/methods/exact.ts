import { hashText } from '../../runtime/memory/hash.js';
import { FULL, type MatchMethod } from '../method.js';
import { isNumberOfParty } from '../contradictions/identifiers.js';
import { cut } from '../text/fold.js';

/** In UTF-16 units; longer values get a hash of the whole. */
const LIMIT = 512;

/** The product's EQUAL: case is ignored, white space counts; Unicode NFC. White space alone is blank. */
export function exact(): MatchMethod<string> {
  return equalityMethod({
    name: 'exact',
    learnedFor: [{ type: 'boolean' }, { type: 'reference' }, { name: { test: isNumberOfParty } }],
    // Codes.
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

/** Lower case in Unicode NFC; idempotent. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.normalize('NFC').toLowerCase();
}

/** The product's Exact, random order: "John Johnsen" equals "Johnsen John". Ignores case; counts repeated words. */
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

/** `first3` ... `first10`. */
export const FIRST_SIZES = [3, 4, 5, 6, 8, 10] as const;

/**
 * The product's First characters: "Amsterdam Noord" equals "Amsterdam" by its first five. Ignores case and leading
 * white space. A shorter value equals only itself.
 * @param size in UTF-16 units; half of a surrogate pair at the end is dropped
 */
export function firstCharacters(size: number): MatchMethod<string> {
  return equalityMethod({
    name: `first${size}`,
    // The start of a longer value ("Testimony") is no placeholder.
    blanks:
      ({ any }) =>
      (text) =>
        text.trim().length > size && any(text),
    normalise: (raw) => cut(foldCase(raw.join('\n')).trimStart(), size).trimEnd(),
  });
}

const digestOf = (text: string): string =>
  `…${text.length}:${hashText(text).toString(16)}${hashText(text, 1).toString(16)}`;

/** Values match only if their normal forms are equal. */
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
