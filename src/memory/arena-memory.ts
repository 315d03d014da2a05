import { PageFile, type PageDevice } from './page-file.js';

/** Bytes written to the page file at a time, each time that half as many have come. */
const SLICE = 1 << 18;
/** Share of the bound that goes to the cache, once there is something on disk. */
const CACHE_SHARE = 1 / 4;
const LEAST_CACHE = 1 << 18;
const SLAB_BYTES = 1 << 24;
/** Milliseconds until a write that failed is tried again. */
const PAUSE_MS = 10_000;

export interface ArenaMemoryOptions {
  /** Bytes that all arenas together hold in memory. What is being filled, and some buffers, come on top. */
  readonly bytes: number;
  /** Makes the page file, once there is something for it. */
  readonly open: () => PageDevice;
  /** Is told, once, when the page file takes nothing, and when it does again. */
  readonly tell: (message: string) => void;
  /** Makes the error of who reads what cannot be read. */
  readonly unreadable: (cause: unknown) => Error;
  /** Bytes of a slab; smaller only in tests. */
  readonly slabBytes?: number;
}

/** Where an arena's oldest full slab goes, slice by slice. */
export interface Spilling {
  /** Writes the next slice. @returns whether it was the last @throws what the system says; nothing is lost */
  write(bytes: number): boolean;
  /** Gives its place in the file up; the slab stays in memory. */
  abandon(): void;
}

export interface SpillingArena {
  /** Bytes of slabs in memory. */
  readonly heldBytes: number;
  /** The oldest full slab in memory, on its way to the file; `undefined`: there is none. */
  spill(): Spilling | undefined;
  /** Gives up the entries that were read while reads were kept. */
  letGo(): void;
}

/**
 * The bound of memory that arenas share: slabs beyond it are written to a page file, oldest first, and read from there.
 * A slab is on disk only once all of it is written; one that cannot be written stays in memory.
 */
export class ArenaMemory {
  readonly bytes: number;
  readonly slabBytes: number;
  readonly pages: PageFile;
  readonly cacheBytes: number;
  /** Reads of entries on disk: found in memory all the same, and not. */
  hits = 0;
  misses = 0;
  /** Why slabs stay in memory that should not; `undefined`: none do. */
  fault: Error | undefined;
  readonly #arenas: SpillingArena[] = [];
  #spilling: Spilling | undefined;
  /** Bytes that were put, or taken into the cache, since the last slice. */
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

  /** By which another one can be made like it. */
  get bound(): { readonly bytes: number; readonly slabBytes: number } {
    return { bytes: this.bytes, slabBytes: this.slabBytes };
  }

  /** Arenas that come first go to disk first. */
  add(arena: SpillingArena): void {
    this.#arenas.push(arena);
  }

  /** Told that so many bytes were taken into memory: as many, and more, leave it where that is due. */
  took(bytes: number): void {
    this.#owed += bytes;
    if (this.#isKeeping) return;
    const due = Math.min(SLICE, this.slabBytes) / 2;
    for (; this.#owed >= due; this.#owed -= due) this.#step();
  }

  /** Whether each entry that is read stays in memory for now. */
  get isKeeping(): boolean {
    return this.#isKeeping;
  }

  /** Until the work ends, what it has read once it can read again, and nothing that it puts goes to disk. */
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

  /** @returns what cannot be read, to be thrown */
  unreadable(cause: unknown): Error {
    if (!this.#readFault && !this.#isClosed)
      this.options.tell(`records cannot be read back from the page file: ${(cause as Error).message}`);
    this.#readFault = true;
    return this.options.unreadable(cause);
  }

  /** Some bytes that were to be overwritten in the file could not be. */
  failed(cause: unknown): void {
    this.#fail(cause);
  }

  /** Waits no longer after a write that failed. */
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
      this.options.tell('the page file takes records again');
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
        `records beyond the bound of memory stay there, for the page file takes nothing: ${(cause as Error).message}`,
      );
    this.fault ??= cause instanceof Error ? cause : new Error(String(cause));
  }

  /** Whether what could not be overwritten is, after a pause. */
  #isWell(): boolean {
    if (performance.now() < this.#notBefore) return false;
    const failure = this.pages.settle();
    if (failure !== undefined) this.#fail(failure);
    return failure === undefined;
  }
}
