import type { Neighbourhood } from './neighbourhood.js';

/** Neighbourhoods grow while they are remembered: their bytes are counted anew after so many look-ups. */
const COUNT_EVERY = 1_024;

/**
 * Neighbourhoods by query text, bounded by bytes: two generations, of which the older is dropped when the younger is full. What is used again in
 * time moves to the younger one.
 */
export class NeighbourMemo {
  private young = new Map<string, Neighbourhood>();
  private old = new Map<string, Neighbourhood>();
  private filled = 0;
  private lookUps = 0;

  /** @param capacity bytes that both generations hold together; 0 remembers nothing */
  constructor(private readonly capacity: number) {}

  get(text: string): Neighbourhood | undefined {
    if (++this.lookUps % COUNT_EVERY === 0) this.recount();
    const known = this.young.get(text);
    if (known) return known;
    const older = this.old.get(text);
    if (older) this.set(older);
    return older;
  }

  set(neighbourhood: Neighbourhood): void {
    if (this.capacity === 0) return;
    // Most come empty and are filled at once: counted twice until the next count.
    this.filled += neighbourhood.bytes * 2;
    if (this.filled > this.capacity / 2) this.age();
    this.young.set(neighbourhood.text, neighbourhood);
  }

  /** Bytes held, for the statistics. */
  get bytes(): number {
    return bytesOf(this.young) + bytesOf(this.old);
  }

  private recount(): void {
    this.filled = bytesOf(this.young);
    if (this.filled > this.capacity / 2) this.age();
  }

  private age(): void {
    this.old = this.young;
    this.young = new Map();
    this.filled = 0;
  }
}

function bytesOf(neighbourhoods: ReadonlyMap<string, Neighbourhood>): number {
  let sum = 0;
  for (const each of neighbourhoods.values()) sum += each.bytes;
  return sum;
}
