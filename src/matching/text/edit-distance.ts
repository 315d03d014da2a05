/**
 * Optimal string alignment: insertions, deletions, substitutions, and transpositions of adjacent characters, each at
 * cost 1 (Damerau 1964; restricted form). Patterns up to 32 characters are bit-parallel (Hyyrö 2003, "A bit-vector
 * algorithm for computing Levenshtein and Damerau edit distances"). Longer patterns are processed row by row, near the
 * diagonal only (Ukkonen 1985, "Algorithms for approximate string matching").
 */

const masks = new Int32Array(65_536);

/** Returns the distance, or `limit + 1` if it exceeds `limit`. */
export function osaDistance(a: string, b: string, limit = 0x7fff): number {
  let pattern = a;
  let text = b;
  if (pattern.length > text.length) {
    pattern = b;
    text = a;
  }
  if (text.length - pattern.length > limit) return limit + 1;
  let start = 0;
  let m = pattern.length;
  let n = text.length;
  while (m > 0 && pattern.charCodeAt(m - 1) === text.charCodeAt(n - 1)) {
    m--;
    n--;
  }
  while (start < m && pattern.charCodeAt(start) === text.charCodeAt(start)) start++;
  m -= start;
  n -= start;
  if (m === 0) return Math.min(n, limit + 1);
  return m <= 32 ? bitParallel(pattern, text, start, m, n, limit) : byRows(pattern, text, start, m, n, limit);
}

export function isTransposition(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let i = 0;
  while (i < a.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return i + 1 < a.length && a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2);
}

function bitParallel(pattern: string, text: string, start: number, m: number, n: number, limit: number): number {
  for (let i = 0; i < m; i++) masks[pattern.charCodeAt(start + i)]! |= 1 << i;
  const last = 1 << (m - 1);
  let vp = -1;
  let vn = 0;
  let d0 = 0;
  let previous = 0;
  let score = m;
  for (let j = 0; j < n; j++) {
    const pm = masks[text.charCodeAt(start + j)]!;
    const transposed = ((~d0 & pm) << 1) & previous;
    d0 = (((pm & vp) + vp) ^ vp) | pm | vn | transposed;
    let hp = vn | ~(d0 | vp);
    let hn = d0 & vp;
    if (hp & last) score++;
    if (hn & last) score--;
    hp = (hp << 1) | 1;
    hn <<= 1;
    vp = hn | ~(d0 | hp);
    vn = d0 & hp;
    previous = pm;
    if (score - (n - 1 - j) > limit) {
      score = limit + 1;
      break;
    }
  }
  for (let i = 0; i < m; i++) masks[pattern.charCodeAt(start + i)] = 0;
  return Math.min(score, limit + 1);
}

/** Greater than any distance. Adding 1 does not overflow. */
const FAR = 0xfffe;

/** Computes row by row, and skips cells more than `limit` from the diagonal, through which no short path leads. */
function byRows(pattern: string, text: string, start: number, m: number, n: number, limit: number): number {
  let before = new Uint16Array(n + 1);
  let above = new Uint16Array(n + 1);
  let row = new Uint16Array(n + 1);
  for (let j = 0; j <= n; j++) above[j] = j;
  for (let i = 1; i <= m; i++) {
    const from = Math.max(1, i - limit);
    const to = Math.min(n, i + limit);
    row[from - 1] = from === 1 ? i : FAR;
    let least = from === 1 ? i : FAR;
    const p = pattern.charCodeAt(start + i - 1);
    for (let j = from; j <= to; j++) {
      const t = text.charCodeAt(start + j - 1);
      let d = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (p === t ? 0 : 1));
      if (i > 1 && j > 1 && p === text.charCodeAt(start + j - 2) && pattern.charCodeAt(start + i - 2) === t) {
        d = Math.min(d, before[j - 2]! + 1);
      }
      row[j] = d;
      if (d < least) least = d;
    }
    if (to < n) row[to + 1] = FAR;
    // A transposition looks two rows back, so no path is left only if two consecutive rows exceed the limit.
    if (least > limit + 1) return limit + 1;
    [before, above, row] = [above, row, before];
  }
  return Math.min(above[n]!, limit + 1);
}
