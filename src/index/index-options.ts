/** Only `maxPostings` and `isJoined` can change the results of a search. */
export interface MemoryIndexOptions {
  /** Bytes for cached similar values per indexed field; 0: no cache. Default: 16 MiB. */
  readonly cacheBytes?: number;
  /** Guard against hostile blocks: postings a search reads before it returns `incomplete`. Default: no guard. */
  readonly maxPostings?: number;
  /** Comparisons per step while finding similar values: one to five milliseconds. Default: 200. */
  readonly comparisonsPerStep?: number;
  /** Records read per step. Default: 2,000. */
  readonly rowsPerStep?: number;
  /** When to find similar values: all at the start, only those that the plan needs, or by cost. Default: `auto`. */
  readonly similarValues?: 'eager' | 'lazy' | 'auto';
  /** Order in which levels are walked and fields are planned; other values are for tests. */
  readonly planOrder?: 'cheapest' | 'dearest' | 'reversed';
  /** For a self-join: each row is put once, never changed or searched. Halves the time. Default: false. */
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
