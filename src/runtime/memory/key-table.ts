import { int32 } from './buffers.js';
import { ExtendibleHash } from './extendible-hash.js';
import { willChange } from './frozen-arrays.js';

const FIRST_SLOTS = 16;
/** Maximum number of slots in a segment. Splitting a full segment takes a fraction of a millisecond. */
const MOST_SLOTS = 1 << 14;

interface Segment {
  /** Alternating keys (after `mix`) and values, so that a lookup reads adjacent memory. Value 0 is an empty slot. */
  slots: Int32Array;
  used: number;
  /** Number of leading bits that all keys in the segment (after `mix`) have in common. */
  readonly depth: number;
}

export interface KeyTableImage {
  readonly segments: readonly Readonly<Segment>[];
  /** Segment number by the leading bits of a key after `mix`. */
  readonly directory: Int32Array;
  readonly depth: number;
  readonly size: number;
}

/** Maps uint32 keys to int32 values (not 0). Small segments with open addressing first double, and then split. */
export class KeyTable extends ExtendibleHash<Segment> {
  /** Stores prefetched values, because the compiler would remove reads without effect. */
  protected read = 0;
  size = 0;

  constructor(image?: KeyTableImage) {
    super(segment(FIRST_SLOTS, 0));
    if (!image) return;
    const segments = image.segments.map((each) => ({ ...each }));
    this.directory = Array.from(image.directory, (number) => segments[number]!);
    this.depth = image.depth;
    this.size = image.size;
  }

  image(): KeyTableImage {
    const segments: Segment[] = [];
    const directory = int32(this.directory.length);
    for (let at = 0; at < directory.length;) {
      const each = this.directory[at]!;
      const end = at + 2 ** (this.depth - each.depth);
      directory.fill(segments.length, at, end);
      segments.push({ ...each });
      at = end;
    }
    return { segments, directory, depth: this.depth, size: this.size };
  }

  /** Returns a key's value, or 0 if there is none. */
  get(key: number): number {
    const mixed = mix(key);
    const { slots } = this.directory[this.placeOf(mixed)]!;
    const mask = slots.length - 1;
    for (let at = (mixed << 1) & mask; ; at = (at + 2) & mask) {
      const value = slots[at + 1]!;
      if (value === 0 || slots[at] === mixed) return value;
    }
  }

  /**
   * Prefetches the slots of keys. In a large table, nearly every lookup is a cache miss. The CPU overlaps many of the
   * reads here, because they do not depend on each other.
   */
  fetch(keys: readonly number[]): void {
    const { directory } = this;
    let read = 0;
    for (let i = 0; i < keys.length; i++) {
      const mixed = mix(keys[i]!);
      const { slots } = directory[this.placeOf(mixed)]!;
      read ^= slots[(mixed << 1) & (slots.length - 1)]!;
    }
    this.read = read;
  }

  set(key: number, value: number): void {
    const mixed = mix(key);
    for (;;) {
      const at = this.placeOf(mixed);
      const target = this.directory[at]!;
      const { slots } = target;
      const slot = slotOf(target, mixed);
      if (slots[slot + 1] !== 0) {
        willChange(slots, slot + 1, slot + 2);
        slots[slot + 1] = value;
        return;
      }
      if (target.used < (slots.length / 2) * 0.75) {
        willChange(slots, slot, slot + 2);
        slots[slot] = mixed;
        slots[slot + 1] = value;
        target.used++;
        this.size++;
        return;
      }
      if (slots.length / 2 < MOST_SLOTS) this.double(at);
      else this.divide(at);
    }
  }

  get bytes(): number {
    let sum = this.directory.length * 8;
    for (const each of this.segments()) sum += each.slots.byteLength;
    return sum;
  }

  private double(at: number): void {
    const old = this.directory[at]!;
    const grown = segment(old.slots.length, old.depth);
    for (let slot = 0; slot < old.slots.length; slot += 2)
      if (old.slots[slot + 1] !== 0) place(grown, old.slots[slot]!, old.slots[slot + 1]!);
    this.replace(at, grown);
  }

  private divide(at: number): void {
    const old = this.directory[at]!;
    const halves = [segment(MOST_SLOTS, old.depth + 1), segment(MOST_SLOTS, old.depth + 1)] as const;
    for (let slot = 0; slot < old.slots.length; slot += 2) {
      const key = old.slots[slot]!;
      if (old.slots[slot + 1] !== 0) place(halves[(key >>> (31 - old.depth)) & 1]!, key, old.slots[slot + 1]!);
    }
    this.split(at, halves);
  }
}

function segment(size: number, depth: number): Segment {
  return { slots: int32(size * 2), used: 0, depth };
}

function place(target: Segment, mixed: number, value: number): void {
  const slot = slotOf(target, mixed);
  target.slots[slot] = mixed;
  target.slots[slot + 1] = value;
  target.used++;
}

/** Returns the slot of the key, or the slot where it would be inserted. */
function slotOf({ slots }: Segment, mixed: number): number {
  const mask = slots.length - 1;
  let slot = (mixed << 1) & mask;
  while (slots[slot + 1] !== 0 && slots[slot] !== mixed) slot = (slot + 2) & mask;
  return slot;
}

/** Spreads keys that are not hashes, such as dates (finaliser of MurmurHash3). Different keys stay different. */
function mix(key: number): number {
  let h = key | 0;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
