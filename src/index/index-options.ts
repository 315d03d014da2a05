/** Options of an index. Only `maxPostings` and `isJoined` can change search results. */
export interface MemoryIndexOptions {
  /** Bytes of cached similar values per indexed field; 0 disables the cache. Default: 16 MiB. */
  readonly cacheBytes?: number;
  /** Maximum number of postings that a search scans before it stops and returns `incomplete`. Default: no limit. */
  readonly maxPostings?: number;
  /** Comparisons per step when a search finds similar values. Default: 200, which take one to five milliseconds. */
  readonly comparisonsPerStep?: number;
  /** Records that a search reads per step. Default: 2,000. */
  readonly rowsPerStep?: number;
  /** When similar values are found: `eager` at the start, `lazy` when a plan needs them, `auto` (default) by cost. */
  readonly similarValues?: 'eager' | 'lazy' | 'auto';
  /** Order in which posting lists are scanned and fields are planned. Only tests change it. Default: `cheapest`. */
  readonly planOrder?: 'cheapest' | 'dearest' | 'reversed';
  /** For a self-join, which is then twice as fast. Rows are added once, and never changed or searched. Default: no. */
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
