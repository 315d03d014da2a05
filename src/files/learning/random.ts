/** Mulberry32 (T. Ettinger, public domain), a seeded generator with the same results on every machine. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Returns the next number n, with 0 <= n < 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** Returns `count` different numbers from 0 to `size` - 1, ascending. Returns all numbers if there are not more. */
  sample(size: number, count: number): number[] {
    if (count >= size) return Array.from({ length: size }, (_, i) => i);
    const chosen = new Set<number>();
    for (let i = size - count; i < size; i++) {
      const candidate = this.below(i + 1);
      chosen.add(chosen.has(candidate) ? i : candidate);
    }
    return [...chosen].sort((a, b) => a - b);
  }

  shuffled(size: number): Int32Array {
    const order = Int32Array.from({ length: size }, (_, i) => i);
    for (let i = size - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return order;
  }
}
