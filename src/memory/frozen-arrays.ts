import type { Bulk } from './image.js';

/** Bytes that are kept together, as they were, before the first of them changes: changes are mostly of a few words. */
const CHUNK_BITS = 10;
const CHUNK = 1 << CHUNK_BITS;
/** Chunks are kept in slabs of this many. */
const SLAB = 1 << 10;

interface Frozen {
  readonly owner: FrozenArrays;
  /** Bytes from the beginning that have been read: they may change. */
  read: number;
  /** Chunk -> where it is kept. */
  kept: Map<number, number> | undefined;
}

/** Arrays that are frozen at the moment, by the memory of the arrays: an image may have another view of it. */
const frozen = new Map<ArrayBufferLike, Frozen>();
let areAny = false;

/** Says that elements of an array are about to change. Whoever changes arrays that an image has says so. */
export function willChange(array: Bulk, from: number, to: number): void {
  if (areAny) keep(array, from, to);
}

function keep(array: Bulk, from: number, to: number): void {
  const known = frozen.get(array.buffer);
  if (known !== undefined) known.owner.keep(array, known, from * array.BYTES_PER_ELEMENT, to * array.BYTES_PER_ELEMENT);
}

/**
 * Arrays, each in memory of its own, as they are when this is made: to be read while they go on changing: whoever is
 * about to change one says so (`willChange`), and what was not read by then is copied first. So what is read is of one
 * moment, and memory is taken only for what changes in the meantime before it is read.
 */
export class FrozenArrays {
  readonly #slabs: Uint8Array[] = [];
  readonly #free: number[] = [];
  readonly #arrays: readonly Bulk[];
  #next = 0;

  /** @throws Error where one of them is frozen already */
  constructor(arrays: Iterable<Bulk>) {
    this.#arrays = [...arrays];
    for (const array of this.#arrays) {
      if (frozen.has(array.buffer)) {
        this.end();
        throw new Error('memory: an array is frozen twice');
      }
      frozen.set(array.buffer, { owner: this, read: 0, kept: undefined });
    }
    areAny = frozen.size > 0;
  }

  /** Bytes held for what has changed and was not read yet. */
  get keptBytes(): number {
    return this.#slabs.length * SLAB * CHUNK;
  }

  /** Reads bytes of an array as they were, each once and from the beginning on. */
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

  /** Lets all that is left change. */
  end(): void {
    for (const array of this.#arrays) if (frozen.get(array.buffer)?.owner === this) frozen.delete(array.buffer);
    areAny = frozen.size > 0;
    this.#slabs.length = 0;
  }

  /** To be called by `willChange` alone. */
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
