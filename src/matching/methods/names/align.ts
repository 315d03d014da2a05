import { FULL, type Similarity } from '../../method.js';
import { osaDistance } from '../../text/edit-distance.js';
import { pairNextWords } from '../../text/pair-words.js';
import { MOST_WORDS, type Name } from './name.js';
import { wordSimilarity, type NameWord } from './word.js';

/** Weight of a word in only one of the names. Middle names and second surnames are often omitted. */
const EXTRA = 0.15;
const CONFLICT = 1.5;
const INITIAL_WEIGHT = 0.4;
const PARTICLE_WEIGHT = 0.15;
const OUT_OF_ORDER = 0.98;
const OTHER_GENERATION = 0.8;
const GENERATION_MISSING = 0.98;
const GLUED = 0.97;

interface Alignment {
  readonly similarity: Similarity;
  /** Number of matching core words, without initials. */
  readonly whole: number;
  readonly initials: number;
  /** Number of core words that match two adjacent words, joined. */
  readonly joined: number;
}

/** Reused by `alignNames`, which never calls itself. Allocating arrays would cost more than comparing. */
const grid = new Uint16Array(MOST_WORDS * MOST_WORDS);
const partnerOfA = new Int8Array(MOST_WORDS);
const partnerOfB = new Int8Array(MOST_WORDS);

/** Aligns two names word by word, in any order. Symmetric, because the two names are sorted first. */
export function alignNames(first: Name, second: Name, most: 1 | 2): Alignment {
  const [a, b] =
    first.core.length < second.core.length || (first.core.length === second.core.length && first.text < second.text)
      ? [first, second]
      : [second, first];
  const n = a.core.length;
  const m = b.core.length;
  partnerOfA.fill(-1, 0, n);
  partnerOfB.fill(-1, 0, m);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) grid[i * m + j] = wordSimilarity(a.core[i]!, b.core[j]!, most);
  }
  let sum = 0;
  let matched = 0;
  let whole = 0;
  let initials = 0;
  let joined = 0;
  let inOrder = true;
  for (;;) {
    const at = pairNextWords(grid, n, m, partnerOfA, partnerOfB);
    if (at < 0) break;
    const i = Math.floor(at / m);
    const j = at % m;
    const byInitial = Math.min(a.core[i]!.text.length, b.core[j]!.text.length) === 1;
    const weight = byInitial ? INITIAL_WEIGHT : 1;
    if (byInitial) initials++;
    else whole++;
    sum += weight * grid[at]!;
    matched += weight;
  }
  if (n < m) {
    for (let i = 0; i < n; i++) {
      if (partnerOfA[i] !== -1) continue;
      for (let j = 0; j + 1 < m; j++) {
        if (partnerOfB[j] !== -1 || partnerOfB[j + 1] !== -1 || !isGlued(a.core[i]!, b.core[j]!, b.core[j + 1]!))
          continue;
        partnerOfA[i] = j;
        partnerOfB[j] = partnerOfB[j + 1] = i;
        sum += FULL * GLUED;
        matched += 1;
        joined++;
        break;
      }
    }
  }
  for (let i = 0, last = -1; i < n; i++) {
    const j = partnerOfA[i]!;
    if (j < 0) continue;
    if (j < last) inOrder = false;
    last = j;
  }
  if (matched === 0) return { similarity: 0, whole, initials, joined };
  const leftA = leftover(a.core, partnerOfA);
  const leftB = leftover(b.core, partnerOfB);
  const conflict = Math.min(leftA, leftB);
  const particles = unshared(a.particles, b.particles) * PARTICLE_WEIGHT;
  const extra = Math.max(leftA, leftB) - conflict + particles;
  let similarity = sum / (matched + CONFLICT * conflict + EXTRA * extra);
  if (!inOrder) similarity *= OUT_OF_ORDER;
  return { similarity: Math.floor(similarity * generations(a, b)), whole, initials, joined };
}

/** Returns a similarity above 0 if the names are equal when written without spaces. */
export function sameGlued(a: Name, b: Name): Similarity {
  return (a.glued ?? a.text) === (b.glued ?? b.text) ? Math.floor(FULL * GLUED * generations(a, b)) : 0;
}

/** Compares the joined words of names whose words are divided differently. Tolerates one edit. */
export function gluedSimilarity(a: Name, b: Name): Similarity {
  const x = a.glued ?? a.text;
  const y = b.glued ?? b.text;
  if (x === y) return Math.floor(FULL * GLUED * generations(a, b));
  const short = Math.min(x.length, y.length);
  if (short < 5 || a.core.length + a.particles.length === b.core.length + b.particles.length) return 0;
  if (osaDistance(x, y, 1) > 1) return 0;
  return Math.floor((FULL - 5_500 / Math.max(x.length, y.length)) * GLUED * generations(a, b));
}

function isGlued(one: NameWord, left: NameWord, right: NameWord): boolean {
  const { length } = one.text;
  return length >= 4 && length === left.text.length + right.text.length && one.text === left.text + right.text;
}

function leftover(core: readonly NameWord[], partner: Int8Array): number {
  let weight = 0;
  for (let i = 0; i < core.length; i++) {
    if (partner[i] === -1) weight += core[i]!.text.length === 1 ? INITIAL_WEIGHT : 1;
  }
  return weight;
}

function unshared(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  for (const word of a) if (!b.includes(word)) count++;
  for (const word of b) if (!a.includes(word)) count++;
  return count;
}

function generations(a: Name, b: Name): number {
  if (a.generation === b.generation) return 1;
  return a.generation === '' || b.generation === '' ? GENERATION_MISSING : OTHER_GENERATION;
}
