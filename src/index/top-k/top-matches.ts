/**
 * The best matches so far, by score, then by row. Scores are fractions, which doubles order correctly. A heap of the
 * best `limit` matches yields the kth best score. Matches removed from the heap are dropped at the end.
 */
export class TopMatches {
  readonly rows: number[] = [];
  private readonly scores: number[] = [];
  private readonly nums: number[] = [];
  private readonly dens: number[] = [];
  /** Positions in the arrays. The worst match is on top. Empty if there is no limit. */
  private readonly heap: number[] = [];
  /** Increases whenever the kth best score may have risen. */
  version = 0;

  constructor(
    private readonly limit: number,
    private readonly withTies: boolean,
  ) {}

  get full(): boolean {
    return this.heap.length === this.limit;
  }

  get lastNum(): number {
    return this.nums[this.heap[0]!]!;
  }

  get lastDen(): number {
    return this.dens[this.heap[0]!]!;
  }

  /** This row and later rows are rejected if they only equal the last match's score. */
  get lastRow(): number {
    return this.full && !this.withTies ? this.rows[this.heap[0]!]! : Infinity;
  }

  wouldEnter(row: number, score: number): boolean {
    if (!this.full) return true;
    const last = this.scores[this.heap[0]!]!;
    return score > last || (score === last && row < this.lastRow);
  }

  add(row: number, num: number, den: number): void {
    const place = this.rows.length;
    this.rows.push(row);
    this.nums.push(num);
    this.dens.push(den);
    this.scores.push(num / den);
    if (this.limit === Infinity) return;
    const { heap } = this;
    if (heap.length < this.limit) {
      heap.push(place);
      this.up(heap.length - 1);
      if (heap.length === this.limit) this.version++;
    } else if (this.isWorse(heap[0]!, place)) {
      heap[0] = place;
      this.down();
      this.version++;
    }
  }

  sorted(): number[] {
    const byScore = new Map<number, number[]>();
    const least = this.full ? this.scores[this.heap[0]!]! : -Infinity;
    this.scores.forEach((score, place) => {
      if (score < least) return;
      const same = byScore.get(score);
      if (same) same.push(this.rows[place]!);
      else byScore.set(score, [this.rows[place]!]);
    });
    const result: number[] = [];
    for (const score of [...byScore.keys()].sort((a, b) => b - a))
      for (const row of Int32Array.from(byScore.get(score)!).sort()) result.push(row);
    return this.withTies ? result : result.slice(0, this.limit);
  }

  private isWorse(a: number, b: number): boolean {
    const difference = this.scores[a]! - this.scores[b]!;
    return difference < 0 || (difference === 0 && this.rows[a]! > this.rows[b]!);
  }

  private up(from: number): void {
    const { heap } = this;
    for (let at = from; at > 0;) {
      const parent = (at - 1) >>> 1;
      if (!this.isWorse(heap[at]!, heap[parent]!)) return;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }

  private down(): void {
    const { heap } = this;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const worse = right < heap.length && this.isWorse(heap[right]!, heap[left]!) ? right : left;
      if (!this.isWorse(heap[worse]!, heap[at]!)) return;
      [heap[at], heap[worse]] = [heap[worse]!, heap[at]!];
      at = worse;
    }
  }
}
