import type { ArenaMemory, Spilling } from './arena-memory.js';
import { EntryCache } from './entry-cache.js';
import type { View } from './page-file.js';

/**
 * Records as bytes in slabs. An entry consists of a header of four uint32 (payload length, series, number, shape) and
 * the payload, padded to eight bytes:
 *
 * | length | series | number | shape | payload ........ pad | length | ...
 *
 * An address is one uint32: slab x 2^21 + offset / 8, plus 1, because 0 means "none". Up to 2,047 slabs of 16 MB, or 32
 * GB, can be addressed. The header identifies the record, so that a compaction can move live entries without a reverse
 * table.
 *
 * If memory is limited, the oldest full slabs are moved to a page file (see `ArenaMemory`). Entries in the file keep
 * their addresses, and are read one by one.
 */
const HEADER = 16;
const LENGTH = 4;
const UNIT = 8;
const UNITS_PER_SLAB = 1 << 21;
const SLAB_BYTES = UNITS_PER_SLAB * UNIT;
/** Sizes of the first slabs, which are small because reserved bytes make V8 collect garbage. */
const FIRST_SLAB_BYTES = [1 << 16, 1 << 20];
/** Minimum number of dead bytes for a compaction. */
const FEWEST_DEAD_BYTES = 1 << 20;
const MAX_SLABS = 2047;

interface Slab {
  /** Slabs are filled in order, so older slabs have lower numbers. */
  readonly number: number;
  readonly size: number;
  /** `undefined` if the slab is on disk. */
  bytes: Buffer | undefined;
  view: DataView | undefined;
  /** Bytes used from the start of the slab, with dead entries. */
  end: number;
  live: number;
  /** Position in the page file, or -1 if the slab has none. */
  position: number;
  written: number;
  /** Whether the slab cannot be compacted, because its live entries could not be read. */
  isStuck: boolean;
}

/** The owner of the addresses, which is called when entries move. */
export interface ArenaOwner {
  addressOf(series: number, number: number): number;
  moved(series: number, number: number, to: number): void;
}

export interface ArenaEntry {
  readonly shape: number;
  readonly text: string;
}

export interface SlabImage {
  readonly index: number;
  readonly live: number;
  /** The slab's entries. Valid until the arena is used again. */
  readonly bytes: Buffer;
}

export class RecordArena {
  readonly #slabs: (Slab | undefined)[] = [];
  readonly #slabBytes: number;
  #head = -1;
  #next = 0;
  #live = 0;
  #used = 0;
  #victim = -1;
  #cursor = 0;
  #spilling: Slab | undefined;
  #cache: EntryCache | undefined;
  /** Addresses of freed entries on disk that must still be overwritten. */
  #owed: number[] = [];
  /** Entries on disk, or their headers, that were read during `keepingReads`, by address. */
  readonly #kept = new Map<number, Buffer>();

  /**
   * @param memory limits the bytes in memory; default: no limit
   * @param isCached whether entries on disk are read repeatedly
   */
  constructor(
    private readonly memory?: ArenaMemory,
    private readonly isCached = false,
  ) {
    this.#slabBytes = Math.min(SLAB_BYTES, memory?.slabBytes ?? SLAB_BYTES);
    memory?.add(this);
  }

  /** Bytes of live entries with their headers. */
  get liveBytes(): number {
    return this.#live;
  }

  get heldBytes(): number {
    let sum = 0;
    for (const slab of this.#slabs) sum += slab?.bytes?.length ?? 0;
    return sum;
  }

  get cacheBytes(): number {
    return this.#cache?.bytes ?? 0;
  }

  /** Bytes of all entries on disk, dead or alive. */
  get diskBytes(): number {
    let sum = 0;
    for (const slab of this.#slabs) if (slab?.bytes === undefined) sum += slab?.end ?? 0;
    return sum;
  }

  put(series: number, number: number, shape: number, payload: string | Uint8Array): number {
    if (typeof payload !== 'string') return this.putPart(series, number, shape, payload, 0, payload.length);
    const length = Buffer.byteLength(payload);
    const at = this.#begin(series, number, shape, length);
    this.#slabs[this.#head]!.bytes!.write(payload, at + HEADER, 'utf8');
    return this.#end(at, length);
  }

  /** Like `put`, for the part of `payload` from `start` up to, but not including, `end`. */
  putPart(series: number, number: number, shape: number, payload: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const at = this.#begin(series, number, shape, length);
    this.#slabs[this.#head]!.bytes!.set(payload.subarray(start, end), at + HEADER);
    return this.#end(at, length);
  }

  shape(address: number): number {
    const { bytes, at } = this.#locate(address, false);
    return bytes.readUInt32LE(at + 12);
  }

  number(address: number): number {
    const { bytes, at } = this.#locate(address, false);
    return bytes.readUInt32LE(at + 4) * 2 ** 32 + bytes.readUInt32LE(at + 8);
  }

  /** @throws the error from `ArenaMemory.unreadable` if the entry is on disk and cannot be read */
  read(address: number): ArenaEntry {
    const { bytes, at } = this.#locate(address);
    return {
      shape: bytes.readUInt32LE(at + 12),
      text: bytes.toString('utf8', at + HEADER, at + HEADER + bytes.readUInt32LE(at)),
    };
  }

  /** Returns the payload without copying it. Valid until the next call to the arena, including reads. */
  payload(address: number): Buffer {
    const { bytes, at } = this.#locate(address);
    return bytes.subarray(at + HEADER, at + HEADER + bytes.readUInt32LE(at));
  }

  /** Frees an entry and overwrites it, so that a deleted record remains neither in memory nor in the page file. */
  free(address: number): void {
    this.#forget(address);
    if (!this.#freeNow(address)) this.#owed.push(address);
  }

  /**
   * Compacts the slab with the most dead bytes, while more than a quarter of all bytes are dead. Processes about
   * `budget` bytes, so that the cost is proportional to the writes.
   */
  tidy(budget: number, owner: ArenaOwner): void {
    if (this.#owed.length > 0) this.#owed = this.#owed.filter((address) => !this.#freeNow(address));
    while (budget > 0) {
      if (this.#victim < 0 && !this.#chooseVictim()) return;
      const slab = this.#slabs[this.#victim]!;
      const from = this.#cursor;
      try {
        while (budget > 0 && this.#cursor < slab.end && slab.live > 0) budget -= this.#moveOut(slab, owner);
      } catch {
        // When an entry is read, the error will be reported.
        slab.isStuck = true;
        this.#victim = -1;
      }
      // The entries were moved or freed, but are still in the file and must be overwritten.
      if (slab.bytes === undefined && this.#cursor > from) this.#erase(slab.position + from, this.#cursor - from);
      if (this.#victim >= 0 && (this.#cursor >= slab.end || slab.live === 0)) this.#drop(slab);
    }
  }

  spill(): Spilling | undefined {
    const { memory } = this;
    let oldest: Slab | undefined;
    for (const [index, slab] of this.#slabs.entries()) {
      if (slab?.bytes === undefined || index === this.#head || index === this.#victim) continue;
      if (oldest === undefined || slab.number < oldest.number) oldest = slab;
    }
    if (oldest === undefined || memory === undefined) return undefined;
    const slab = (this.#spilling = oldest);
    return {
      write: (atMost) => {
        const bytes = slab.bytes!;
        if (slab.position < 0) slab.position = memory.pages.take(slab.size);
        const end = Math.min(slab.end, slab.written + atMost);
        memory.pages.write(bytes.subarray(slab.written, end), slab.position + slab.written);
        slab.written = end;
        if (end < slab.end) return false;
        this.#spilling = undefined;
        slab.bytes = slab.view = undefined;
        return true;
      },
      abandon: () => {
        this.#spilling = undefined;
        const { position } = slab;
        [slab.position, slab.written] = [-1, 0];
        if (position < 0) return;
        this.#erase(position, slab.end);
        memory.pages.give(position, slab.size);
      },
    };
  }

  letGo(): void {
    for (const bytes of this.#kept.values()) bytes.fill(0);
    this.#kept.clear();
  }

  /** Returns all slabs in order, including slabs on disk. */
  *image(): Iterable<SlabImage> {
    for (const [index, slab] of this.#slabs.entries()) {
      if (slab === undefined) continue;
      const { bytes, at } = this.#at(slab, 0, slab.end);
      yield { index, live: slab.live, bytes: bytes.subarray(at, at + slab.end) };
    }
  }

  /** Adds a slab from another arena's image, without copying its bytes. The arena must be empty or restored. */
  restore({ index, live, bytes }: SlabImage): void {
    if (this.#slabs[index] !== undefined) throw new Error(`likeness: slab ${index} twice`);
    while (this.#slabs.length < index) this.#slabs.push(undefined);
    const { length } = bytes;
    this.#slabs[index] = newSlab(this.#next++, bytes, length, live);
    this.#live += live;
    this.#used += length;
    this.memory?.took(length);
  }

  #freeNow(address: number): boolean {
    const { slab, at } = this.#slabOf(address);
    let length: number;
    try {
      const header = this.#at(slab, at, HEADER);
      length = header.bytes.readUInt32LE(header.at);
    } catch {
      return false;
    }
    // Keeps the length, because iterating over the slab needs it.
    const from = at + LENGTH;
    slab.bytes?.fill(0, from, at + HEADER + length);
    if (slab.bytes === undefined || from < slab.written) this.#erase(slab.position + from, HEADER - LENGTH + length);
    slab.live -= entryBytes(length);
    this.#live -= entryBytes(length);
    return true;
  }

  /** If the entry at the cursor is live, moves it out of the slab. @returns its bytes */
  #moveOut(slab: Slab, owner: ArenaOwner): number {
    const address = addressAt(this.#victim, this.#cursor);
    const header = this.#at(slab, this.#cursor, HEADER);
    const length = header.bytes.readUInt32LE(header.at);
    const series = header.bytes.readUInt32LE(header.at + 4);
    const number = header.bytes.readUInt32LE(header.at + 8);
    const shape = header.bytes.readUInt32LE(header.at + 12);
    const size = entryBytes(length);
    if (owner.addressOf(series, number) === address) {
      const { bytes, at } = this.#at(slab, this.#cursor, HEADER + length);
      const to = this.put(series, number, shape, bytes.subarray(at + HEADER, at + HEADER + length));
      this.#forget(address);
      slab.live -= size;
      this.#live -= size;
      owner.moved(series, number, to);
    }
    this.#cursor += size;
    return size;
  }

  #drop(slab: Slab): void {
    this.#owed = this.#owed.filter((address) => this.#slabOf(address).slab !== slab);
    this.#used -= slab.end;
    // Skips freed entries that could not be read.
    this.#live -= slab.live;
    if (slab.bytes === undefined) this.memory!.pages.give(slab.position, slab.size);
    this.#slabs[this.#victim] = undefined;
    this.#victim = -1;
  }

  #chooseVictim(): boolean {
    if (this.#used - this.#live <= Math.max(this.#used / 4, Math.min(FEWEST_DEAD_BYTES, this.#slabBytes))) return false;
    let most = 0;
    this.#slabs.forEach((slab, index) => {
      if (slab === undefined || index === this.#head || slab === this.#spilling || slab.isStuck) return;
      if (slab.end - slab.live <= most) return;
      most = slab.end - slab.live;
      this.#victim = index;
    });
    this.#cursor = 0;
    return this.#victim >= 0;
  }

  /** Makes room for an entry and writes its header. @returns where it starts in the current slab */
  #begin(series: number, number: number, shape: number, length: number): number {
    const size = entryBytes(length);
    let slab = this.#slabs[this.#head];
    if (slab === undefined || slab.end + size > slab.size) slab = this.#addSlab(size);
    const at = slab.end;
    slab.end += size;
    slab.live += size;
    this.#live += size;
    this.#used += size;
    const view = slab.view!;
    view.setFloat64(at + size - UNIT, 0);
    view.setUint32(at, length, true);
    view.setUint32(at + 4, series, true);
    view.setUint32(at + 8, number, true);
    view.setUint32(at + 12, shape, true);
    return at;
  }

  /** Completes an entry after its payload is written. @returns its address */
  #end(at: number, length: number): number {
    const address = addressAt(this.#head, at);
    this.memory?.took(entryBytes(length));
    return address;
  }

  #addSlab(size: number): Slab {
    let index = this.#slabs.indexOf(undefined);
    if (index < 0) index = this.#slabs.length;
    if (index >= MAX_SLABS) throw new RangeError(`records need more than ${MAX_SLABS} slabs of memory`);
    const usual = Math.min(this.#slabBytes, FIRST_SLAB_BYTES[this.#next] ?? SLAB_BYTES);
    const slab = newSlab(this.#next++, Buffer.allocUnsafeSlow(Math.max(usual, size)), 0, 0);
    this.#slabs[index] = slab;
    this.#head = index;
    return slab;
  }

  #slabOf(address: number): { slab: Slab; at: number } {
    const units = address - 1;
    return { slab: this.#slabs[Math.floor(units / UNITS_PER_SLAB)]!, at: (units % UNITS_PER_SLAB) * UNIT };
  }

  /** Returns the bytes of an entry, or only its header if `isWhole` is false. */
  #locate(address: number, isWhole = true): View {
    const units = address - 1;
    const slab = this.#slabs[Math.floor(units / UNITS_PER_SLAB)]!;
    const at = (units % UNITS_PER_SLAB) * UNIT;
    const { bytes } = slab;
    return bytes === undefined ? this.#fetch(address, slab, at, isWhole) : { bytes, at };
  }

  /** Reads an entry on disk. Entries that are read sequentially are not cached. */
  #fetch(address: number, slab: Slab, at: number, isWhole: boolean): View {
    const memory = this.memory!;
    if (!memory.isKeeping) return this.#fetchNow(address, slab, at, isWhole);
    const known = this.#kept.get(address);
    if (known !== undefined && (!isWhole || known.length >= sizeIn(known, 0))) return { bytes: known, at: 0 };
    const found = this.#fetchNow(address, slab, at, isWhole);
    const kept = Buffer.from(
      found.bytes.subarray(found.at, found.at + (isWhole ? sizeIn(found.bytes, found.at) : HEADER)),
    );
    this.#kept.set(address, kept);
    return { bytes: kept, at: 0 };
  }

  #fetchNow(address: number, slab: Slab, at: number, isWhole: boolean): View {
    const memory = this.memory!;
    const cached = this.#cache?.get(address);
    if (cached !== undefined) {
      if (isWhole) memory.hits++;
      return cached;
    }
    const { reads } = memory.pages;
    try {
      const header = this.#at(slab, at, HEADER);
      if (!isWhole) {
        memory.misses += memory.pages.reads - reads;
        return header;
      }
      const size = sizeIn(header.bytes, header.at);
      if (at + size > slab.end) throw new Error(`the entry at byte ${slab.position + at} is damaged`);
      const view = memory.pages.read(slab.position + at, size);
      if (memory.pages.reads === reads) memory.hits++;
      else memory.misses++;
      if (!this.isCached || view.isInOrder) return view;
      this.#cache ??= new EntryCache(memory.cacheBytes);
      const kept = this.#cache.put(address, view.bytes.subarray(view.at, view.at + size)) ?? view;
      memory.took(size);
      return kept;
    } catch (error) {
      throw memory.unreadable(error);
    }
  }

  /** @throws a file system error */
  #at(slab: Slab, at: number, atLeast: number): View {
    const { bytes } = slab;
    return bytes === undefined ? this.memory!.pages.read(slab.position + at, atLeast) : { bytes, at };
  }

  /** Overwrites cached bytes of an entry on disk. */
  #forget(address: number): void {
    this.#cache?.forget(address);
    this.#kept.get(address)?.fill(0);
    this.#kept.delete(address);
  }

  #erase(position: number, length: number): void {
    const failure = this.memory!.pages.erase(position, length);
    if (failure !== undefined) this.memory!.failed(failure);
  }
}

function newSlab(number: number, bytes: Buffer, end: number, live: number): Slab {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { number, size: bytes.length, bytes, view, end, live, position: -1, written: 0, isStuck: false };
}

/** Returns the length of an entry without padding. */
function sizeIn(bytes: Buffer, at: number): number {
  return HEADER + bytes.readUInt32LE(at);
}

function entryBytes(length: number): number {
  return (HEADER + length + UNIT - 1) & ~(UNIT - 1);
}

function addressAt(slab: number, at: number): number {
  return slab * UNITS_PER_SLAB + at / UNIT + 1;
}
