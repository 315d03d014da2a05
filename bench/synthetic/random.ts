/** Mulberry32 (Tommy Ettinger, public domain): small, seeded, sufficient for test cases and generated people. */
export class Random {
  constructor(private state: number) {}

  /** 0 <= x < 1 */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  /** Returns a rank below `count`: P(rank) ~ 1 / (rank + shift), the distribution of Zipf and Mandelbrot. */
  zipf(count: number, shift: number): number {
    return Math.min(count - 1, Math.floor(shift * ((count + shift) / shift) ** this.next() - shift));
  }
}
