import { hashPair, hashText } from '../../memory/hash.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { osaDistance } from '../text/edit-distance.js';
import { cut, fold, words } from '../text/fold.js';
import { halfHashes, halfHashesAsked } from '../text/segments.js';

/**
 * First and last name written into each other's field: similar only where the first name of one is the last name of the other and the other way round, and neither
 * stands in its place. One typo is forgiven. Evidence beside the methods for first and last name, not instead of them.
 * Keys: pairs of one name as it is and half of the other one; partition scheme see `segments`.
 */
const FLOOR: Similarity = 9_000;
const SHORTEST_WITH_TYPO = 4;
const LONGEST = 40;
const SEED = 111;
/** No letter or digit of a folded name. */
const BETWEEN = '|';

interface TwoNames {
  readonly text: string;
  readonly first: string;
  readonly last: string;
}

export function swappedName(): MatchMethod<TwoNames> {
  return {
    name: 'swappedName',
    kind: 'remark',
    learnedFor: [{ name: /^FirstName\+LastName$/ }],
    tellsFieldsApart: true,
    blanks: ({ name }) => name,
    floor: FLOOR,
    normalise,
    prepare(text) {
      const at = text.indexOf(BETWEEN);
      return { text, first: text.slice(0, at), last: text.slice(at + 1) };
    },
    compare,
    retrieval: {
      kind: 'keys',
      keys: (names) => keys(names, halfHashes),
      probes: ({ text, first, last }) => keys({ text, first: last, last: first }, halfHashesAsked),
    },
  };
}

/** `first|last`; blank unless both names are given and differ. */
function normalise(raw: readonly string[]): string {
  const parts = raw.length === 1 ? raw[0]!.split(BETWEEN) : raw;
  const [first = '', last = ''] = parts.map((part) => cut(words(fold(part)).join(''), LONGEST));
  return first === '' || last === '' || first === last ? '' : `${first}${BETWEEN}${last}`;
}

function compare(a: TwoNames, b: TwoNames): Similarity {
  if (a.text === b.text) return FULL;
  if (a.first === b.first || a.last === b.last) return 0;
  const typos = edits(a.first, b.last) + edits(a.last, b.first);
  return typos === 0 ? FULL - 100 : typos === 1 ? FLOOR : 0;
}

function edits(a: string, b: string): number {
  if (a === b) return 0;
  return Math.min(a.length, b.length) >= SHORTEST_WITH_TYPO && osaDistance(a, b, 1) === 1 ? 1 : 3;
}

/** @param halvesOf two hashes of a name's halves, or those to look up for it */
function keys({ text, first, last }: TwoNames, halvesOf: (name: string, seed: number) => number[]): number[] {
  const found = [hashText(text, SEED + 1)];
  const one = hashText(first, SEED);
  const two = hashText(last, SEED);
  for (const half of halvesOf(first, SEED)) found.push(hashPair(half, two));
  for (const half of halvesOf(last, SEED)) found.push(hashPair(one, half));
  return found;
}
