/**
 * Records as bytes in slabs: one entry is a header of four uint32 (payload length, series, number, shape) and the
 * payload, padded to eight bytes.
 *
 *     | length | series | number | shape | payload ........ pad | length | ...
 *
 * An address is one uint32: slab x 2^21 + offset / 8, plus 1, so that 0 is "nothing". That reaches 2,047 slabs of 16
 * MB: 32 GB. The header says whose entry it is, so a slab can be walked and its living entries moved out: no table from
 * entries back to records is needed.
 */
const HEADER = 16;
const UNIT = 8;
const UNITS_PER_SLAB = 1 << 21;
const SLAB_BYTES = UNITS_PER_SLAB * UNIT;
/** The first slab is smaller: many stores (tests, small files) never need more. */
const FIRST_SLAB_BYTES = 1 << 20;
const MAX_SLABS = 2047;

interface Slab {
  readonly bytes: Buffer;
  /** Bytes used from the start, dead entries included. */
  end: number;
  live: number;
}

/** The owner of the addresses answers these questions while entries are moved. */
export interface ArenaOwner {
  addressOf(series: number, number: number): number;
  moved(series: number, number: number, to: number): void;
}

export class RecordArena {
  readonly #slabs: (Slab | undefined)[] = [];
  #head = -1;
  #live = 0;
  #used = 0;
  #victim = -1;
  #cursor = 0;

  /** Bytes of living entries, headers included. */
  get liveBytes(): number {
    return this.#live;
  }

  /** Bytes of all slabs. */
  get heldBytes(): number {
    let sum = 0;
    for (const slab of this.#slabs) sum += slab?.bytes.length ?? 0;
    return sum;
  }

  /** Stores a payload and returns its address. */
  put(series: number, number: number, shape: number, payload: string | Uint8Array): number {
    const length = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.length;
    const { slab, at, address } = this.#reserve(length);
    slab.bytes.writeUInt32LE(length, at);
    slab.bytes.writeUInt32LE(series, at + 4);
    slab.bytes.writeUInt32LE(number, at + 8);
    slab.bytes.writeUInt32LE(shape, at + 12);
    if (typeof payload === 'string') slab.bytes.write(payload, at + HEADER, 'utf8');
    else slab.bytes.set(payload, at + HEADER);
    return address;
  }

  shape(address: number): number {
    const { slab, at } = this.#locate(address);
    return slab.bytes.readUInt32LE(at + 12);
  }

  /** The number that an entry was put under. */
  number(address: number): number {
    const { slab, at } = this.#locate(address);
    return slab.bytes.readUInt32LE(at + 4) * 2 ** 32 + slab.bytes.readUInt32LE(at + 8);
  }

  text(address: number): string {
    const { slab, at } = this.#locate(address);
    return slab.bytes.toString('utf8', at + HEADER, at + HEADER + slab.bytes.readUInt32LE(at));
  }

  /** The payload where it lies: to be used before anything else happens to the arena. */
  payload(address: number): Buffer {
    const { slab, at } = this.#locate(address);
    return slab.bytes.subarray(at + HEADER, at + HEADER + slab.bytes.readUInt32LE(at));
  }

  /** Gives an entry up. Its payload is overwritten: a deleted record is gone from memory too. */
  free(address: number): void {
    const { slab, at } = this.#locate(address);
    const length = slab.bytes.readUInt32LE(at);
    slab.bytes.fill(0, at + HEADER, at + HEADER + length);
    slab.live -= entryBytes(length);
    this.#live -= entryBytes(length);
  }

  /**
   * Moves living entries out of the slab with the most dead bytes while more than a quarter of all is dead. Looks at
   * about `budget` bytes, so garbage is paid for in proportion to the writes that make it, never all at once.
   */
  tidy(budget: number, owner: ArenaOwner): void {
    while (budget > 0) {
      if (this.#victim < 0 && !this.#chooseVictim()) return;
      const index = this.#victim;
      const slab = this.#slabs[index]!;
      if (this.#cursor >= slab.end) {
        this.#used -= slab.end;
        this.#slabs[index] = undefined;
        this.#victim = -1;
        continue;
      }
      const at = this.#cursor;
      const length = slab.bytes.readUInt32LE(at);
      const size = entryBytes(length);
      const series = slab.bytes.readUInt32LE(at + 4);
      const number = slab.bytes.readUInt32LE(at + 8);
      if (owner.addressOf(series, number) === addressAt(index, at)) {
        const payload = slab.bytes.subarray(at + HEADER, at + HEADER + length);
        const to = this.put(series, number, slab.bytes.readUInt32LE(at + 12), payload);
        slab.live -= size;
        this.#live -= size;
        owner.moved(series, number, to);
      }
      this.#cursor += size;
      budget -= size;
    }
  }

  #chooseVictim(): boolean {
    if (this.#used - this.#live <= Math.max(this.#used / 4, FIRST_SLAB_BYTES)) return false;
    let most = 0;
    this.#slabs.forEach((slab, index) => {
      if (slab === undefined || index === this.#head || slab.end - slab.live <= most) return;
      most = slab.end - slab.live;
      this.#victim = index;
    });
    this.#cursor = 0;
    return this.#victim >= 0;
  }

  #reserve(length: number): { slab: Slab; at: number; address: number } {
    const size = entryBytes(length);
    let slab = this.#slabs[this.#head];
    if (slab === undefined || slab.end + size > slab.bytes.length) slab = this.#addSlab(size);
    const at = slab.end;
    slab.end += size;
    slab.live += size;
    this.#live += size;
    this.#used += size;
    return { slab, at, address: addressAt(this.#head, at) };
  }

  #addSlab(size: number): Slab {
    let index = this.#slabs.indexOf(undefined);
    if (index < 0) index = this.#slabs.length;
    if (index >= MAX_SLABS) throw new RangeError(`records need more than ${MAX_SLABS} slabs of memory`);
    const usual = this.#head < 0 ? FIRST_SLAB_BYTES : SLAB_BYTES;
    const slab = { bytes: Buffer.allocUnsafeSlow(Math.max(usual, size)), end: 0, live: 0 };
    this.#slabs[index] = slab;
    this.#head = index;
    return slab;
  }

  #locate(address: number): { slab: Slab; at: number } {
    const units = address - 1;
    return { slab: this.#slabs[Math.floor(units / UNITS_PER_SLAB)]!, at: (units % UNITS_PER_SLAB) * UNIT };
  }
}

function entryBytes(length: number): number {
  return (HEADER + length + UNIT - 1) & ~(UNIT - 1);
}

function addressAt(slab: number, at: number): number {
  return slab * UNITS_PER_SLAB + at / UNIT + 1;
}
