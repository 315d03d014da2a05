/** Options of the in-memory index. Only `maxPostings` and `isJoined` can change the results of a search. */
export interface MemoryIndexOptions {
  /** Bytes for cached similar values per indexed field; 0: no cache. Default: 16 MiB. */
  readonly cacheBytes?: number;
  /**
   * Guard against hostile blocks: maximum number of postings a search reads before it returns `incomplete`. Default: no
   * guard.
   */
  readonly maxPostings?: number;
  /** Maximum comparisons per step while finding similar values: one to five milliseconds. Default: 200. */
  readonly comparisonsPerStep?: number;
  /** Approximate number of records read per step. Default: 2,000. */
  readonly rowsPerStep?: number;
  /** When to find similar values: all at the start, only those that the plan needs, or by cost. Default: `auto`. */
  readonly similarValues?: 'eager' | 'lazy' | 'auto';
  /**
   * Order in which essential levels are walked and fields are planned; only tests use values other than `cheapest`.
   */
  readonly planOrder?: 'cheapest' | 'dearest' | 'reversed';
  /**
   * For a self-join only: each row is put once, never changed and never searched. Takes half the time. Default: false.
   */
  readonly isJoined?: boolean;
}

export type ResolvedOptions = Required<MemoryIndexOptions>;

export function resolveOptions(options: MemoryIndexOptions): ResolvedOptions {
  return {
    cacheBytes: 16 << 20,
    maxPostings: Infinity,
    comparisonsPerStep: 200,
    rowsPerStep: 2_000,
    similarValues: 'auto',
    planOrder: 'cheapest',
    isJoined: false,
    ...options,
  };
}
