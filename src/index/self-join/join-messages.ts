import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { MemoryIndexImage } from '../memory-index.js';
import type { MemoryIndexOptions } from '../index-options.js';
import type { PortableScenario } from '../threads/portable-scenario.js';
import type { JoinTable } from './join-table.js';
import type { PairArrays } from './pair-columns.js';
import type { SimilarPairs } from './similar-pairs.js';

/** Sent to a thread of a self-join when it starts. */
export interface JoinWork {
  /** They only name the columns that are needed. */
  readonly scenarios: readonly PortableScenario[];
  readonly methods: MethodOptions;
  readonly options: MemoryIndexOptions;
  readonly image: MemoryIndexImage;
  /** Shared by all threads: see `CELLS`. */
  readonly cells: Int32Array;
  /** The first stretches of the work: values of a column to compare with all greater ones. */
  readonly values: readonly ValueStretch[];
  /** Whether pairs of values that are compared crosswise come in parts and in no order. */
  readonly areCrossedInParts: boolean;
}

export interface ValueStretch {
  /** Position among the columns that the scenarios read. */
  readonly column: number;
  readonly from: number;
  /** Behind the last value. */
  readonly to: number;
}

/** The further stretches, when the values are compared: rows of a table. */
export interface RowWork {
  readonly table: JoinTable;
  /** Over columns of the table. */
  readonly scenarios: readonly PortableScenario[];
  /** Where the first stretch begins. */
  readonly from: number;
  /** Rows of a stretch. */
  readonly length: number;
}

/** A stretch to join next, or what rows are joined by. */
export type ToJoin = { readonly stretch: number } | RowWork;

/** Places in `cells`. */
export const CELLS = {
  /** Stretches of which everything has been given out: the threads' results are given out in order. */
  given: 0,
  /** Pairs found and not yet given out. */
  pending: 1,
} as const;
export const CELL_COUNT = 2;

/** Pairs that may wait to be given out before threads that are ahead of their turn pause; twice as many pause all. */
export const MOST_PENDING = 1 << 21;

/** Result of a stretch, or of a part of it. */
export interface StretchResult {
  readonly stretch: number;
  /** Whether this is the last of the stretch. */
  readonly isLast: boolean;
}

export interface FoundValues extends StretchResult {
  readonly pairs: SimilarPairs;
}

/** Some of the pairs of a stretch, by the rows of the index. */
export interface FoundPairs extends StretchResult, PairArrays {}
