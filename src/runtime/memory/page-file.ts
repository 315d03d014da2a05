/** The file in which a page file stores its data. All calls are synchronous and throw file system errors. */
export interface PageDevice {
  /** Reads into the buffer. Returns fewer bytes only at the end of the file. */
  read(buffer: Buffer, position: number): number;
  /** Writes all bytes. After an error, some of them may have been written. */
  write(bytes: Buffer, position: number): void;
  truncate(length: number): void;
  close(): void;
}

/** Bytes in memory, valid until the next read. */
export interface View {
  readonly bytes: Buffer;
  readonly at: number;
}

/** Bytes per read for random access. Most records are shorter. */
const PROBE = 1 << 10;
const WINDOW = 1 << 16;
/** Maximum number of sequential readers with their own buffer. With more readers, the file is read more often. */
const WINDOWS = 8;
/** Maximum bytes of dead entries that a sequential reader reads over. */
const NEAR = 1 << 12;
const ZEROS = Buffer.alloc(WINDOW);

interface Window {
  readonly bytes: Buffer;
  start: number;
  filled: number;
  /** Value of the use counter when the buffer was last used. */
  used: number;
}

interface Range {
  readonly position: number;
  readonly length: number;
}

/** A file of slots with equal size, for data that does not fit into memory. Deleted with the process. */
export class PageFile {
  #device: PageDevice | undefined;
  readonly #slots: boolean[] = [];
  readonly #windows: Window[] = [];
  #uses = 0;
  reads = 0;
  /** Ranges that must still be overwritten with zeros. */
  #owed: Range[] = [];
  /** Freed ranges that cannot be reused before they are overwritten. */
  #leaving: Range[] = [];

  /** @param open called at the first write, and again after an error */
  constructor(
    private readonly open: () => PageDevice,
    private readonly slotBytes: number,
  ) {}

  get bytes(): number {
    return this.#slots.length * this.slotBytes;
  }

  /** @returns the position of contiguous bytes @throws a file system error */
  take(length: number): number {
    this.#device ??= this.open();
    const count = this.#count(length);
    let first = 0;
    for (let i = 0; i < this.#slots.length && i - first < count; i++) if (this.#slots[i] === true) first = i + 1;
    for (let i = first; i < first + count; i++) this.#slots[i] = true;
    return first * this.slotBytes;
  }

  /** Frees a range that the caller has overwritten. A range at the end of the file is cut off. */
  give(position: number, length: number): void {
    const range = { position, length };
    if (this.#owed.some((owed) => overlap(owed, range))) {
      this.#leaving.push(range);
      return;
    }
    const first = position / this.slotBytes;
    this.#slots.fill(false, first, first + this.#count(length));
    let end = this.#slots.length;
    while (end > 0 && this.#slots[end - 1] !== true) end--;
    if (end === this.#slots.length) return;
    this.#slots.length = end;
    try {
      this.#device?.truncate(this.bytes);
    } catch {
      // The freed range holds zeros and will be reused.
    }
  }

  /** @throws a file system error */
  write(bytes: Buffer, position: number): void {
    const range = { position, length: bytes.length };
    for (const window of this.#windows) if (overlap(rangeOf(window), range)) window.filled = 0;
    this.#device!.write(bytes, position);
  }

  /**
   * Overwrites a range with zeros in the file and in the read buffers.
   * @returns the error if the write failed; the next call retries it
   */
  erase(position: number, length: number): unknown {
    const range = { position, length };
    for (const window of this.#windows) {
      if (!overlap(rangeOf(window), range)) continue;
      const from = Math.max(0, position - window.start);
      window.bytes.fill(0, from, Math.min(window.filled, position + length - window.start));
    }
    this.#owed.push(range);
    return this.settle();
  }

  /** Retries failed overwrites. @returns the error, or `undefined` if all have succeeded */
  settle(): unknown {
    try {
      for (let range = this.#owed.at(-1); range !== undefined; range = this.#owed.at(-1)) {
        const { position, length } = range;
        for (let done = 0; done < length; done += WINDOW)
          this.#device!.write(ZEROS.subarray(0, Math.min(WINDOW, length - done)), position + done);
        this.#owed.pop();
      }
    } catch (error) {
      return error;
    }
    for (const { position, length } of this.#leaving.splice(0)) this.give(position, length);
    return undefined;
  }

  /** Reads at least `atLeast` bytes. @throws a file system error */
  read(position: number, atLeast: number): View & { readonly isInOrder: boolean } {
    let next: Window | undefined;
    for (const window of this.#windows) {
      const at = position - window.start;
      if (at < 0 || at > window.filled + NEAR || window.filled === 0) continue;
      if (at + atLeast <= window.filled) {
        window.used = ++this.#uses;
        return { bytes: window.bytes, at, isInOrder: window.filled > PROBE };
      }
      next = window;
    }
    if (atLeast > WINDOW) {
      const bytes = Buffer.allocUnsafe(atLeast);
      this.#fill(bytes, position, atLeast);
      return { bytes, at: 0, isInOrder: false };
    }
    const isInOrder = next !== undefined && next.start !== position;
    const window = next ?? this.#oldest();
    window.filled = 0;
    const wanted = isInOrder ? WINDOW : Math.max(PROBE, atLeast);
    const filled = this.#fill(window.bytes.subarray(0, wanted), position, atLeast);
    window.start = position;
    window.filled = filled;
    window.used = ++this.#uses;
    return { bytes: window.bytes, at: 0, isInOrder };
  }

  close(): void {
    this.#device?.close();
    this.#device = undefined;
  }

  #fill(bytes: Buffer, position: number, atLeast: number): number {
    if (this.#device === undefined) throw new Error('it is closed');
    this.reads++;
    const filled = this.#device.read(bytes, position);
    if (filled < atLeast) throw new Error(`it ends at byte ${position + filled}`);
    return filled;
  }

  #oldest(): Window {
    if (this.#windows.length < WINDOWS) {
      const window = { bytes: Buffer.allocUnsafeSlow(WINDOW), start: 0, filled: 0, used: 0 };
      this.#windows.push(window);
      return window;
    }
    return this.#windows.reduce((oldest, window) => (window.used < oldest.used ? window : oldest));
  }

  #count(length: number): number {
    return Math.ceil(length / this.slotBytes);
  }
}

function rangeOf({ start, filled }: Window): Range {
  return { position: start, length: filled };
}

function overlap(one: Range, other: Range): boolean {
  return one.position < other.position + other.length && other.position < one.position + one.length;
}
