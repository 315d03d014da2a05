import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { MemoryIndexImage } from '../memory-index.js';
import type { MemoryIndexOptions } from '../index-options.js';
import type { PortableScenario } from '../threads/portable-scenario.js';
import type { JoinTable } from './join-table.js';
import type { PairArrays } from './pair-columns.js';
import type { SimilarPairs } from './similar-pairs.js';

export interface JoinWork {
  readonly scenarios: readonly PortableScenario[];
  readonly methods: MethodOptions;
  readonly options: MemoryIndexOptions;
  readonly image: MemoryIndexImage;
  readonly cells: Int32Array;
  /** The first part of the work: ranges of values. Each range is compared with all greater values. */
  readonly values: readonly ValueStretch[];
  readonly areCrossedInParts: boolean;
}

export interface ValueStretch {
  readonly column: number;
  readonly from: number;
  /** First value after the range. */
  readonly to: number;
}

export interface RowWork {
  readonly table: JoinTable;
  readonly scenarios: readonly PortableScenario[];
  readonly from: number;
  readonly length: number;
}

export type ToJoin = { readonly stretch: number } | RowWork;

export const CELLS = {
  /** Index of the number of ranges whose results the main thread has returned. Results are returned in order. */
  given: 0,
  pending: 1,
} as const;
export const CELL_COUNT = 2;

/** Number of pairs not yet returned at which threads that work ahead pause. At twice this number, all threads pause. */
export const MOST_PENDING = 1 << 21;

export interface StretchResult {
  readonly stretch: number;
  readonly isLast: boolean;
}

export interface FoundValues extends StretchResult {
  readonly pairs: SimilarPairs;
}

export interface FoundPairs extends StretchResult, PairArrays {}
