import type { Neighbourhood } from './neighbourhood.js';

/**
 * Neighbourhoods by query text, bounded by bytes: two generations, of which the older is dropped when the younger is full. What is used again in
 * time moves to the younger one.
 */
export class NeighbourMemo {
  private young = new Map<string, Neighbourhood>();
  private old = new Map<string, Neighbourhood>();
  private filled = 0;

  /** @param capacity bytes that both generations hold together; 0 remembers nothing */
  constructor(private readonly capacity: number) {}

  get(text: string): Neighbourhood | undefined {
    const known = this.young.get(text);
    if (known) return known;
    const older = this.old.get(text);
    if (older) this.set(older);
    return older;
  }

  set(neighbourhood: Neighbourhood): void {
    if (this.capacity === 0) return;
    // Neighbourhoods grow while they are remembered: counted twice what they hold when they come.
    this.filled += neighbourhood.bytes * 2;
    if (this.filled > this.capacity / 2) {
      this.old = this.young;
      this.young = new Map();
      this.filled = neighbourhood.bytes * 2;
    }
    this.young.set(neighbourhood.text, neighbourhood);
  }

  /** Bytes held, for the statistics. */
  get bytes(): number {
    let sum = 0;
    for (const map of [this.young, this.old]) for (const each of map.values()) sum += each.bytes;
    return sum;
  }
}
