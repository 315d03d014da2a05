import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { MemoryIndexImage } from '../memory-index.js';
import type { MemoryIndexOptions } from '../index-options.js';
import type { PortableScenario } from '../threads/portable-scenario.js';
import type { JoinTable } from './join-table.js';
import type { PairArrays } from './pair-columns.js';
import type { SimilarPairs } from './similar-pairs.js';

/** Sent to a thread of a self-join when it starts. */
export interface JoinWork {
  /** With only the needed columns. */
  readonly scenarios: readonly PortableScenario[];
  readonly methods: MethodOptions;
  readonly options: MemoryIndexOptions;
  readonly image: MemoryIndexImage;
  /** Shared by all threads, see `CELLS`. */
  readonly cells: Int32Array;
  /** First part of the work: ranges of a column's values, each compared with all greater values. */
  readonly values: readonly ValueStretch[];
  /** Whether pairs of values compared crosswise arrive in parts and unordered. */
  readonly areCrossedInParts: boolean;
}

export interface ValueStretch {
  /** Position among the columns that the scenarios read. */
  readonly column: number;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Second part of the work, once values are compared: rows of a table. */
export interface RowWork {
  readonly table: JoinTable;
  /** Over columns of the table. */
  readonly scenarios: readonly PortableScenario[];
  /** First row of the first range. */
  readonly from: number;
  /** Rows per range. */
  readonly length: number;
}

/** The next range, or the plan for joining rows. */
export type ToJoin = { readonly stretch: number } | RowWork;

/** Positions in `cells`. */
export const CELLS = {
  /** Number of ranges whose results are all returned: results are returned in order. */
  given: 0,
  /** Pairs found but not yet returned. */
  pending: 1,
} as const;
export const CELL_COUNT = 2;

/** At this many waiting pairs, threads that work ahead pause; at twice as many, all pause. */
export const MOST_PENDING = 1 << 21;

/** Result of a range, or a part of it. */
export interface StretchResult {
  readonly stretch: number;
  readonly isLast: boolean;
}

export interface FoundValues extends StretchResult {
  readonly pairs: SimilarPairs;
}

/** Some of a range's pairs, by rows of the index. */
export interface FoundPairs extends StretchResult, PairArrays {}
