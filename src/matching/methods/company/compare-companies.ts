import levenshtein from 'fast-levenshtein';
import { FULL, type Similarity } from '../../method.js';
import { osaDistance } from '../../text/edit-distance.js';
import { pairNextWords } from '../../text/pair-words.js';
import {
  MOST_WORDS,
  TWO_EDITS,
  lengthOfHead,
  namesOf,
  type Company,
  type CompanyToken,
  type TokenKind,
} from './company.js';

/** Weights of words by kind, and the cost of words without a match. */
export interface Strength {
  readonly floor: Similarity;
  readonly weights: Readonly<Record<TokenKind, number>>;
  /** Cost of words that conflict, as a multiple of their weight. */
  readonly conflict: number;
  readonly extra: number;
  /** Cost of a place or number in only one name, because it indicates a branch. */
  readonly extraBranch: number;
  readonly otherForm: number;
  readonly formMissing: number;
  /** Factor for names with different numbers (Fund II and Fund III). */
  readonly otherNumber: number;
  /** Similarity of an acronym and its name. 0 if they do not match. */
  readonly acronym: Similarity;
  readonly edits: 1 | 2;
}

const OUT_OF_ORDER = 0.98;
const GLUED = 0.97;

export function tokenSimilarity(a: CompanyToken, b: CompanyToken, edits: 1 | 2): Similarity {
  if (a.text === b.text) return FULL;
  if (a.kind === 'number' || b.kind === 'number') return 0;
  const short = Math.min(a.text.length, b.text.length);
  if (short < 4) return 0;
  const long = Math.max(a.text.length, b.text.length);
  const distance = osaDistance(a.text, b.text, 2);
  const first = a.text.charCodeAt(0) === b.text.charCodeAt(0) ? 0 : 300;
  if (distance === 1) return FULL - Math.round(5_500 / long) - first;
  if (distance > 2 || edits < 2 || short < TWO_EDITS || first > 0) return 0;
  // The keys (thirds of words) find two edits only if the plain Levenshtein distance is also two.
  return levenshtein.get(a.text, b.text) <= 2 ? FULL - Math.round(17_000 / long) : 0;
}

export function compareCompanies(first: Company, second: Company, strength: Strength): Similarity {
  if (first.text === second.text) return FULL;
  if (first.also === undefined && second.also === undefined) return compareNames(first, second, strength);
  let best = 0;
  for (const a of namesOf(first)) for (const b of namesOf(second)) best = Math.max(best, compareNames(a, b, strength));
  return best;
}

function compareNames(first: Company, second: Company, strength: Strength): Similarity {
  const [a, b] =
    first.tokens.length < second.tokens.length ||
    (first.tokens.length === second.tokens.length && first.text < second.text)
      ? [first, second]
      : [second, first];
  let similarity = Math.max(aligned(a, b, strength), whole(a, b, strength));
  if (a.legalForm !== b.legalForm && a.whole !== b.whole) {
    similarity *= a.legalForm === '' || b.legalForm === '' ? strength.formMissing : strength.otherForm;
  }
  return similarity < strength.floor ? 0 : Math.min(Math.floor(similarity), FULL - 50);
}

function whole(a: Company, b: Company, strength: Strength): number {
  if (a.glued !== '' && a.glued === b.glued) return a.tokens.length === b.tokens.length ? FULL : FULL * GLUED;
  // Only one of the two names has its legal form joined to it.
  if (a.whole === b.whole || a.whole === b.glued || a.glued === b.whole) return FULL * GLUED;
  const { acronym } = strength;
  return acronym > 0 && (a.acronyms.includes(b.glued) || b.acronyms.includes(a.glued)) ? acronym : 0;
}

/** Reused by `aligned`, which never calls itself. Allocating arrays would cost more than comparing. */
const grid = new Uint16Array(MOST_WORDS * MOST_WORDS);
const partnerOfA = new Int8Array(MOST_WORDS);
const partnerOfB = new Int8Array(MOST_WORDS);

function aligned(
  a: Company,
  b: Company,
  { weights, conflict, extra, extraBranch, otherNumber, acronym, edits }: Strength,
): number {
  const n = a.tokens.length;
  const m = b.tokens.length;
  partnerOfA.fill(-1, 0, n);
  partnerOfB.fill(-1, 0, m);
  const weightOf = (token: CompanyToken) => weights[token.kind];
  let sum = 0;
  let matched = 0;
  let anchored = a.pairs.some((pair) => b.pairs.includes(pair));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) grid[i * m + j] = tokenSimilarity(a.tokens[i]!, b.tokens[j]!, edits);
  }
  for (;;) {
    const at = pairNextWords(grid, n, m, partnerOfA, partnerOfB);
    if (at < 0) break;
    const i = Math.floor(at / m);
    const j = at % m;
    const one = a.tokens[i]!;
    const two = b.tokens[j]!;
    const weight = (weightOf(one) + weightOf(two)) / 2;
    sum += weight * grid[at]!;
    matched += weight;
    if (one.isAnchor && two.isAnchor) anchored = true;
  }
  for (const [few, many, partnerOfFew, partnerOfMany] of [
    [a.tokens, b.tokens, partnerOfA, partnerOfB],
    [b.tokens, a.tokens, partnerOfB, partnerOfA],
  ] as const) {
    for (let i = 0; i < few.length; i++) {
      const token = few[i]!;
      if (partnerOfFew[i] !== -1 || !token.isAnchor || token.kind === 'number') continue;
      for (let j = 0; j + 1 < many.length; j++) {
        const left = many[j]!;
        const right = many[j + 1]!;
        if (partnerOfMany[j] !== -1 || partnerOfMany[j + 1] !== -1 || left.kind === 'stop' || right.kind === 'stop')
          continue;
        const { length } = token.written;
        if (length !== left.written.length + right.written.length || token.written !== left.written + right.written)
          continue;
        partnerOfFew[i] = j;
        partnerOfMany[j] = partnerOfMany[j + 1] = i;
        const weight = weightOf(token);
        sum += weight * FULL * GLUED;
        matched += weight;
        anchored = true;
        break;
      }
    }
  }
  if (!anchored) return 0;
  if (acronym > 0 && partnerOfA[0] === -1 && partnerOfB[0] === -1) {
    const [ofA, ofB] = [lengthOfHead(a.tokens[0]!, b.tokens), lengthOfHead(b.tokens[0]!, a.tokens)];
    if (isFree(partnerOfB, ofA) && isFree(partnerOfA, ofB) && ofA + ofB > 0) {
      partnerOfA.fill(0, 0, Math.max(ofB, 1));
      partnerOfB.fill(0, 0, Math.max(ofA, 1));
      const weight = weightOf((ofA > 0 ? a : b).tokens[0]!);
      sum += weight * acronym;
      matched += weight;
    }
  }
  const leftA = leftover(a.tokens, partnerOfA, weightOf);
  const leftB = leftover(b.tokens, partnerOfB, weightOf);
  const [less, more] = leftA.weight <= leftB.weight ? [leftA, leftB] : [leftB, leftA];
  const margin = more.weight - less.weight;
  const branch = Math.min(margin, more.branch);
  let similarity = sum / (matched + conflict * less.weight + extraBranch * branch + extra * (margin - branch));
  if (leftA.numbers || leftB.numbers) similarity *= otherNumber;
  for (let i = 0, last = -1; i < n; i++) {
    const j = partnerOfA[i]!;
    if (j < 0 || a.tokens[i]!.kind === 'stop') continue;
    if (j < last) {
      similarity *= OUT_OF_ORDER;
      break;
    }
    last = j;
  }
  return similarity;
}

const isFree = (partner: Int8Array, length: number): boolean => partner.subarray(0, length).every((at) => at === -1);

function leftover(tokens: readonly CompanyToken[], partner: Int8Array, weightOf: (token: CompanyToken) => number) {
  let weight = 0;
  let branch = 0;
  let numbers = false;
  tokens.forEach((token, i) => {
    if (partner[i] !== -1) return;
    weight += weightOf(token);
    if (token.kind === 'number' || token.kind === 'place') branch += weightOf(token);
    if (token.kind === 'number') numbers = true;
  });
  return { weight, branch, numbers };
}
