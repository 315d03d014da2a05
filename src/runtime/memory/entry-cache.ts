import type { View } from './page-file.js';

const UNIT = 8;
const MOST_CHUNK_BYTES = 1 << 20;
const LEAST_CHUNK_BYTES = 1 << 14;
/** Bytes before an entry: the entry's address, and its length in the ring. */
const HEAD = 8;
/** Bytes of entries per slot of the table. Entries are longer, so nearly all have a slot. */
const BYTES_PER_PLACE = 64;

/**
 * Caches entries by address in a ring of chunks outside the JavaScript heap. Reuses the oldest chunk. An old entry that
 * is read again moves to the newest chunk, so that entries in use stay cached.
 */
export class EntryCache {
  readonly #chunks: Buffer[] = [];
  readonly #chunkBytes: number;
  readonly #most: number;
  /** Two slots per hash of an address. A slot contains the entry's offset in the ring, in units from 1. */
  readonly #table: Uint32Array;
  readonly #mask: number;
  #chunk = 0;
  #end = 0;

  /** @param limit in bytes, including the table; at least two chunks are used */
  constructor(limit: number) {
    this.#chunkBytes = Math.min(MOST_CHUNK_BYTES, Math.max(LEAST_CHUNK_BYTES, Math.floor(limit / 16 / UNIT) * UNIT));
    this.#most = Math.max(2, Math.floor((limit - (limit / BYTES_PER_PLACE) * 4) / this.#chunkBytes));
    const places = 2 ** Math.max(4, Math.floor(Math.log2((this.#most * this.#chunkBytes) / BYTES_PER_PLACE)));
    this.#table = new Uint32Array(places);
    this.#mask = places - 2;
  }

  get bytes(): number {
    return this.#chunks.length * this.#chunkBytes + this.#table.byteLength;
  }

  get(address: number): View | undefined {
    const place = this.#find(address);
    if (place < 0) return undefined;
    const start = (this.#table[place]! - 1) * UNIT;
    const chunk = Math.floor(start / this.#chunkBytes);
    const bytes = this.#chunks[chunk]!;
    const at = start - chunk * this.#chunkBytes;
    const age = (this.#chunk - chunk + this.#most) % this.#most;
    if (age <= this.#most / 2) return { bytes, at: at + HEAD };
    // The entry is copied because its chunk may be reused next.
    return this.put(address, Buffer.from(bytes.subarray(at + HEAD, at + bytes.readUInt32LE(at + 4))));
  }

  /** @returns the entry's position, or `undefined` if it is too long for the cache */
  put(address: number, entry: Uint8Array): View | undefined {
    const size = (HEAD + entry.length + UNIT - 1) & ~(UNIT - 1);
    if (size > this.#chunkBytes / 4) return undefined;
    const bytes = this.#room(size);
    const at = this.#end;
    this.#end += size;
    const place = this.#placeFor(address);
    this.#drop(place);
    bytes.writeUInt32LE(address, at);
    bytes.writeUInt32LE(size, at + 4);
    bytes.set(entry, at + HEAD);
    this.#table[place] = (this.#chunk * this.#chunkBytes + at) / UNIT + 1;
    return { bytes, at: at + HEAD };
  }

  forget(address: number): void {
    const place = this.#find(address);
    if (place >= 0) this.#drop(place);
  }

  #find(address: number): number {
    const first = this.#firstOf(address);
    if (this.#addressAt(first) === address) return first;
    return this.#addressAt(first + 1) === address ? first + 1 : -1;
  }

  /** Returns the entry's current slot, or an empty slot, or the slot of the older entry. */
  #placeFor(address: number): number {
    const known = this.#find(address);
    if (known >= 0) return known;
    const first = this.#firstOf(address);
    if (this.#table[first] === 0) return first;
    return this.#table[first + 1] === 0 || this.#ageOf(first) < this.#ageOf(first + 1) ? first + 1 : first;
  }

  #firstOf(address: number): number {
    return (Math.imul(address, 0x9e3779b1) >>> 7) & this.#mask;
  }

  #addressAt(place: number): number {
    const unit = this.#table[place]!;
    if (unit === 0) return 0;
    const start = (unit - 1) * UNIT;
    const chunk = Math.floor(start / this.#chunkBytes);
    return this.#chunks[chunk]!.readUInt32LE(start - chunk * this.#chunkBytes);
  }

  #ageOf(place: number): number {
    const chunk = Math.floor(((this.#table[place]! - 1) * UNIT) / this.#chunkBytes);
    return (this.#chunk - chunk + this.#most) % this.#most;
  }

  #drop(place: number): void {
    const unit = this.#table[place]!;
    if (unit === 0) return;
    const start = (unit - 1) * UNIT;
    const chunk = Math.floor(start / this.#chunkBytes);
    const bytes = this.#chunks[chunk]!;
    const at = start - chunk * this.#chunkBytes;
    bytes.fill(0, at + HEAD, at + bytes.readUInt32LE(at + 4));
    bytes.writeUInt32LE(0, at);
    this.#table[place] = 0;
  }

  /** Returns a chunk with room for `size` bytes: the current chunk, or the next chunk after clearing it. */
  #room(size: number): Buffer {
    const current = this.#chunks[this.#chunk];
    if (current !== undefined && this.#end + size <= this.#chunkBytes) return current;
    if (current !== undefined) this.#chunk = (this.#chunk + 1) % this.#most;
    this.#end = 0;
    const used = this.#chunks[this.#chunk];
    if (used === undefined) return (this.#chunks[this.#chunk] = Buffer.alloc(this.#chunkBytes));
    for (let at = 0, next; at + HEAD <= used.length && (next = used.readUInt32LE(at + 4)) > 0; at += next) {
      const address = used.readUInt32LE(at);
      const place = address === 0 ? -1 : this.#find(address);
      if (place >= 0) this.#table[place] = 0;
    }
    return used.fill(0);
  }
}
