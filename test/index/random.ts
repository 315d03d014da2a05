/** Mulberry32 (Tommy Ettinger, public domain): small, seeded, good enough to draw test cases. */
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
}

/** A seed that differs from run to run, or the one asked for; printed so that a failure can be repeated. */
export function freshSeed(what: string): number {
  const asked = process.env['LIKENESS_TEST_SEED'];
  const seed = asked === undefined ? Date.now() & 0x7fffffff : Number(asked);
  console.log(`${what}: seed ${seed} (repeat with LIKENESS_TEST_SEED=${seed})`);
  return seed;
}
