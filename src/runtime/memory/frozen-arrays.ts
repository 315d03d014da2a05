import type { Bulk } from './image.js';

/** log2 of the chunk size in bytes. A chunk is copied before any of its bytes changes. Most changes are small. */
const CHUNK_BITS = 10;
const CHUNK = 1 << CHUNK_BITS;
const SLAB = 1 << 10;

interface Frozen {
  readonly owner: FrozenArrays;
  /** Number of bytes from the start that have been read, and may change without a copy. */
  read: number;
  kept: Map<number, number> | undefined;
}

/** Frozen arrays by buffer, because an image may have another view of the same buffer. */
const frozen = new Map<ArrayBufferLike, Frozen>();
let areAny = false;

/** Preserves frozen elements. Call before changing elements of an array that an image may have. */
export function willChange(array: Bulk, from: number, to: number): void {
  if (areAny) keep(array, from, to);
}

function keep(array: Bulk, from: number, to: number): void {
  const known = frozen.get(array.buffer);
  if (known !== undefined) known.owner.keep(array, known, from * array.BYTES_PER_ELEMENT, to * array.BYTES_PER_ELEMENT);
}

/**
 * A frozen view of arrays that can still change. Before a change, the writer calls `willChange`, which copies the bytes
 * unless they have been read. All reads therefore see the arrays as of one point in time.
 */
export class FrozenArrays {
  readonly #slabs: Uint8Array[] = [];
  readonly #free: number[] = [];
  readonly #arrays: readonly Bulk[];
  #next = 0;

  /** @throws Error if an array is already frozen */
  constructor(arrays: Iterable<Bulk>) {
    this.#arrays = [...arrays];
    for (const array of this.#arrays) {
      if (frozen.has(array.buffer)) {
        this.end();
        throw new Error('memory: the array is already frozen');
      }
      frozen.set(array.buffer, { owner: this, read: 0, kept: undefined });
    }
    areAny = frozen.size > 0;
  }

  /** Bytes that were copied because they changed before they were read. */
  get keptBytes(): number {
    return this.#slabs.length * SLAB * CHUNK;
  }

  /** Reads an array's frozen bytes in order. Each byte can be read once. */
  read(array: Bulk, into: Uint8Array): void {
    const known = frozen.get(array.buffer);
    if (known?.owner !== this) throw new Error('memory: an array is not frozen, or has been read');
    const from = known.read;
    const to = from + into.length;
    if (to > array.byteLength) throw new RangeError('memory: an array ends before');
    into.set(bytesOf(array).subarray(from, to));
    if (known.kept !== undefined) this.#restore(known.kept, from, into);
    known.read = to;
    if (to === array.byteLength) this.#release(array);
  }

  end(): void {
    for (const array of this.#arrays) if (frozen.get(array.buffer)?.owner === this) frozen.delete(array.buffer);
    areAny = frozen.size > 0;
    this.#slabs.length = 0;
  }

  keep(array: Bulk, known: Frozen, from: number, to: number): void {
    const last = Math.min(to, array.byteLength) - 1;
    for (let chunk = Math.max(from, known.read) >>> CHUNK_BITS; chunk <= last >>> CHUNK_BITS; chunk++) {
      known.kept ??= new Map();
      if (known.kept.has(chunk)) continue;
      const place = this.#free.pop() ?? this.#next++;
      const begin = chunk * CHUNK;
      this.#slot(place).set(bytesOf(array).subarray(begin, Math.min(begin + CHUNK, array.byteLength)));
      known.kept.set(chunk, place);
    }
  }

  #restore(kept: Map<number, number>, from: number, into: Uint8Array): void {
    const to = from + into.length;
    for (let chunk = from >>> CHUNK_BITS; chunk * CHUNK < to; chunk++) {
      const place = kept.get(chunk);
      if (place === undefined) continue;
      const begin = Math.max(from, chunk * CHUNK);
      const end = Math.min(to, (chunk + 1) * CHUNK);
      into.set(this.#slot(place).subarray(begin - chunk * CHUNK, end - chunk * CHUNK), begin - from);
      if (end < (chunk + 1) * CHUNK) continue;
      kept.delete(chunk);
      this.#free.push(place);
    }
  }

  #slot(place: number): Uint8Array {
    const slab = (this.#slabs[Math.floor(place / SLAB)] ??= new Uint8Array(SLAB * CHUNK));
    const at = (place % SLAB) * CHUNK;
    return slab.subarray(at, at + CHUNK);
  }

  #release(array: Bulk): void {
    const known = frozen.get(array.buffer)!;
    for (const place of known.kept?.values() ?? []) this.#free.push(place);
    frozen.delete(array.buffer);
    areAny = frozen.size > 0;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Bulk): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
