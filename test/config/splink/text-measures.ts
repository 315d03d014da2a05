/** DuckDB's measures of two texts, written anew to try our methods against; tested against DuckDB itself. */

export function jaro(a: string, b: string): number {
  if (a === b) return 1;
  const [s, t] = [Array.from(a), Array.from(b)];
  if (s.length === 0 || t.length === 0) return 0;
  const window = Math.max(0, Math.floor(Math.max(s.length, t.length) / 2) - 1);
  const taken = t.map(() => false);
  const matched: string[] = [];
  s.forEach((letter, i) => {
    for (let k = Math.max(0, i - window); k <= Math.min(t.length - 1, i + window); k++)
      if (!taken[k]! && t[k] === letter) {
        taken[k] = true;
        matched.push(letter);
        return;
      }
  });
  if (matched.length === 0) return 0;
  const others = t.filter((_, k) => taken[k]!);
  const moved = matched.filter((letter, i) => letter !== others[i]).length;
  const m = matched.length;
  return (m / s.length + m / t.length + (m - Math.floor(moved / 2)) / m) / 3;
}

export function jaroWinkler(a: string, b: string): number {
  const base = jaro(a, b);
  if (base <= 0.7) return base;
  let prefix = 0;
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix++;
  return base + 0.1 * prefix * (1 - base);
}

export function levenshtein(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let k = 1; k <= b.length; k++)
      next.push(Math.min(row[k]! + 1, next[k - 1]! + 1, row[k - 1]! + (a[i - 1] === b[k - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

/** With two letters exchanged as one edit, other edits between them included. */
export function damerauLevenshtein(a: string, b: string): number {
  const far = a.length + b.length;
  const last = new Map<string, number>();
  const d = Array.from({ length: a.length + 2 }, () => new Array<number>(b.length + 2).fill(0));
  d[0]![0] = far;
  for (let i = 0; i <= a.length; i++) Object.assign(d[i + 1]!, { 0: far, 1: i });
  for (let k = 0; k <= b.length; k++) {
    d[0]![k + 1] = far;
    d[1]![k + 1] = k;
  }
  for (let i = 1; i <= a.length; i++) {
    let match = 0;
    for (let k = 1; k <= b.length; k++) {
      const [p, q] = [last.get(b[k - 1]!) ?? 0, match];
      const isSame = a[i - 1] === b[k - 1];
      if (isSame) match = k;
      d[i + 1]![k + 1] = Math.min(
        d[i]![k]! + (isSame ? 0 : 1),
        d[i + 1]![k]! + 1,
        d[i]![k + 1]! + 1,
        d[p]![q]! + (i - p - 1) + 1 + (k - q - 1),
      );
    }
    last.set(a[i - 1]!, i);
  }
  return d[a.length + 1]![b.length + 1]!;
}

/** Share of the letters of either that both hold. */
export function jaccard(a: string, b: string): number {
  const [one, other] = [new Set(a), new Set(b)];
  const both = [...one].filter((letter) => other.has(letter)).length;
  return both / (one.size + other.size - both);
}
