/** A pair of row positions with its score in percent, unrounded. */
export interface SampledPair {
  readonly a: number;
  readonly b: number;
  readonly score: number;
}

/**
 * Number of candidates kept for each pair that is shown. Some candidates share a record with a pair that is already
 * shown.
 */
const CANDIDATES = 6;

interface Kept extends SampledPair {
  readonly distance: number;
  readonly order: number;
}

/** Selects the pairs nearest to a threshold on one side, in bounded memory and reproducibly. */
export class HardestPairs {
  private readonly kept: Kept[] = [];

  constructor(
    private readonly threshold: number,
    private readonly most: number,
    known: readonly SampledPair[] = [],
  ) {
    for (const { a, b, score } of known) this.add(a, b, score);
  }

  /** Candidates that a later run can resume from, as JSON values. */
  get candidates(): readonly SampledPair[] {
    return this.kept.map(({ a, b, score }) => ({ a, b, score }));
  }

  add(a: number, b: number, score: number): void {
    const distance = Math.abs(score - this.threshold);
    const last = this.kept.at(-1);
    const isFull = this.kept.length === this.most * CANDIDATES;
    if (isFull && distance > last!.distance) return;
    // Scatters pairs with the same score, because the first pairs of a file may all be similar.
    const order = scattered(a, b);
    if (isFull && distance === last!.distance && order >= last!.order) return;
    let at = this.kept.length;
    while (at > 0 && isBefore(distance, order, this.kept[at - 1]!)) at--;
    this.kept.splice(at, 0, { a, b, score, distance, order });
    if (isFull) this.kept.pop();
  }

  /** Returns pairs, nearest first. Uses each record once, so that one group of look-alikes does not fill the list. */
  pairs(): SampledPair[] {
    const shown = new Set<number>();
    const pairs: SampledPair[] = [];
    for (const { a, b, score } of this.kept) {
      if (pairs.length === this.most) break;
      if (shown.has(a) || shown.has(b)) continue;
      shown.add(a).add(b);
      pairs.push({ a, b, score });
    }
    return pairs;
  }
}

function isBefore(distance: number, order: number, other: { distance: number; order: number }): boolean {
  return distance === other.distance ? order < other.order : distance < other.distance;
}

function scattered(a: number, b: number): number {
  return Math.imul(Math.imul(a + 1, 0x9e3779b1) ^ (b + 1), 0x85ebca6b) >>> 0;
}
