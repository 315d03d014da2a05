import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { MemoryIndexImage } from '../memory-index.js';
import type { MemoryIndexOptions } from '../options.js';
import type { KeptImage } from '../pairs/kept-records.js';
import type { PairArrays } from '../pairs/pair-columns.js';
import type { SentScenario } from './sent-scenario.js';

/** What a thread that looks for duplicates is given. */
export interface DedupeWork {
  readonly scenarios: readonly SentScenario[];
  readonly methods: MethodOptions;
  readonly options: MemoryIndexOptions;
  /** Of an index renumbered by `dedupeOrder`. */
  readonly image: MemoryIndexImage;
  /** The order that it was renumbered by, shared. */
  readonly order: Int32Array;
  /** Where the threads keep what they find for one another. */
  readonly kept: readonly KeptImage[];
  /** The rows to search from, shared. Stretch n is the n-th `stretch` of them. */
  readonly rows: Int32Array;
  readonly stretch: number;
  /** Shared by all threads: see `CELLS`. */
  readonly cells: Int32Array;
}

/** Places in `cells`. */
export const CELLS = {
  /** The next stretch that nobody has taken. */
  next: 0,
  /** Stretches of which everything has been given out: the threads' results are given out in order. */
  given: 1,
  /** Pairs found and not yet given out. */
  pending: 2,
} as const;
export const CELL_COUNT = 3;

/** Pairs that may wait to be given out before threads that are ahead of their turn pause; twice as many pause all. */
export const MOST_PENDING = 1 << 21;

/** Some of the pairs of a stretch, by the rows of the index before it was renumbered. */
export interface FoundPairs extends PairArrays {
  readonly stretch: number;
  /** Whether these are the last of the stretch. */
  readonly isLast: boolean;
}
