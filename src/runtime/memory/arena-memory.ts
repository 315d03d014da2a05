import { PageFile, type PageDevice } from './page-file.js';

/** Bytes per write to the page file. A write starts whenever half this many bytes have been added in memory. */
const SLICE = 1 << 18;
/** The cache's share of the memory limit when some data is on disk. */
const CACHE_SHARE = 1 / 4;
const LEAST_CACHE = 1 << 18;
const SLAB_BYTES = 1 << 24;
/** Milliseconds before a failed write is retried. */
const PAUSE_MS = 10_000;

export interface ArenaMemoryOptions {
  /** Memory limit of all arenas together. The slabs that are being filled, and some buffers, are not counted. */
  readonly bytes: number;
  readonly open: () => PageDevice;
  /** Called once when writing to the page file begins to fail, and once when it works again. */
  readonly tell: (message: string) => void;
  readonly unreadable: (cause: unknown) => Error;
  /** Slab size in bytes; smaller only in tests. */
  readonly slabBytes?: number;
}

/** Writes an arena's oldest full slab to the page file, slice by slice. */
export interface Spilling {
  /** Writes the next slice. @returns whether it was the last slice @throws a file system error; no data is lost */
  write(bytes: number): boolean;
  /** Frees the slab's bytes in the file. The slab stays in memory. */
  abandon(): void;
}

export interface SpillingArena {
  readonly heldBytes: number;
  /** Starts writing the oldest full slab in memory. Returns `undefined` if there is none. */
  spill(): Spilling | undefined;
  /** Drops the entries that `keepingReads` cached. */
  letGo(): void;
}

/**
 * The memory limit that arenas share. The oldest slabs beyond the limit are written to a page file and read from there.
 * A slab leaves memory only when all of it is written.
 */
export class ArenaMemory {
  readonly bytes: number;
  readonly slabBytes: number;
  readonly pages: PageFile;
  readonly cacheBytes: number;
  /** Cache hits and misses for reads from disk. */
  hits = 0;
  misses = 0;
  /** The reason why slabs beyond the limit stay in memory, or `undefined` if none do. */
  fault: Error | undefined;
  readonly #arenas: SpillingArena[] = [];
  #spilling: Spilling | undefined;
  #owed = 0;
  #notBefore = 0;
  #isKeeping = false;
  #readFault = false;
  #isClosed = false;

  constructor(private readonly options: ArenaMemoryOptions) {
    this.bytes = options.bytes;
    this.slabBytes = options.slabBytes ?? SLAB_BYTES;
    this.cacheBytes = Math.max(LEAST_CACHE, this.bytes * CACHE_SHARE);
    this.pages = new PageFile(options.open, this.slabBytes);
  }

  /** For creating another `ArenaMemory` with the same limits. */
  get bound(): { readonly bytes: number; readonly slabBytes: number } {
    return { bytes: this.bytes, slabBytes: this.slabBytes };
  }

  add(arena: SpillingArena): void {
    this.#arenas.push(arena);
  }

  /** Counts bytes added to memory. Once the limit is reached, writes at least as many bytes to disk as were added. */
  took(bytes: number): void {
    this.#owed += bytes;
    if (this.#isKeeping) return;
    const due = Math.min(SLICE, this.slabBytes) / 2;
    for (; this.#owed >= due; this.#owed -= due) this.#step();
  }

  /** Whether entries that are read stay in memory. */
  get isKeeping(): boolean {
    return this.#isKeeping;
  }

  /** While `work` runs, all entries that it reads stay in memory, and nothing is written to disk. */
  keepingReads(work: () => void): void {
    this.#isKeeping = true;
    try {
      work();
    } finally {
      this.#isKeeping = false;
      for (const arena of this.#arenas) arena.letGo();
      this.took(0);
    }
  }

  /** @returns the error to throw */
  unreadable(cause: unknown): Error {
    if (!this.#readFault && !this.#isClosed)
      this.options.tell(`records cannot be read from their file on disk: ${(cause as Error).message}`);
    this.#readFault = true;
    return this.options.unreadable(cause);
  }

  failed(cause: unknown): void {
    this.#fail(cause);
  }

  tryAgain(): void {
    this.#notBefore = 0;
  }

  close(): void {
    this.#isClosed = true;
    this.pages.close();
  }

  #step(): void {
    if (this.fault !== undefined && !this.#isWell()) return;
    if (this.#spilling === undefined) {
      if (!this.#isOver) return;
      for (const arena of this.#arenas) if ((this.#spilling ??= arena.spill()) !== undefined) break;
    }
    const spilling = this.#spilling;
    if (spilling === undefined) return;
    try {
      if (spilling.write(Math.min(SLICE, this.slabBytes))) this.#spilling = undefined;
      if (this.fault === undefined) return;
      this.fault = undefined;
      this.options.tell('the file for records on disk is writable again');
    } catch (error) {
      this.#spilling = undefined;
      spilling.abandon();
      this.#fail(error);
    }
  }

  get #isOver(): boolean {
    const held = this.#arenas.reduce((sum, arena) => sum + arena.heldBytes, 0);
    const bound = this.pages.bytes === 0 ? this.bytes : this.bytes - this.cacheBytes;
    return held > bound;
  }

  #fail(cause: unknown): void {
    this.#notBefore = performance.now() + PAUSE_MS;
    if (this.fault === undefined)
      this.options.tell(
        `the file for records on disk is not writable, so records stay in memory and exceed its limit: ${(cause as Error).message}`,
      );
    this.fault ??= cause instanceof Error ? cause : new Error(String(cause));
  }

  /** Retries failed overwrites after a pause. @returns whether all have succeeded */
  #isWell(): boolean {
    if (performance.now() < this.#notBefore) return false;
    const failure = this.pages.settle();
    if (failure !== undefined) this.#fail(failure);
    return failure === undefined;
  }
}
