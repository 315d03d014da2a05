/** How the in-memory index works. Except `maxPostings` and `isJoined`, nothing here changes what a search answers. */
export interface MemoryIndexOptions {
  /** Bytes of remembered similar values for each indexed field; 0 remembers nothing. Default 16 MiB. */
  readonly cacheBytes?: number;
  /**
   * Declared guard against hostile blocks: a search looks at this many posting entries at the most, and says
   * `incomplete` when that cut it short. Default: no guard.
   */
  readonly maxPostings?: number;
  /**
   * Comparisons that one step of a search makes at the most to find similar values: one to five milliseconds, by how
   * long the values are. Default 200.
   */
  readonly comparisonsPerStep?: number;
  /** Records that one step of a search looks at, about. Default 2,000. */
  readonly rowsPerStep?: number;
  /**
   * When the similar values of a query value are looked for: all at once, only where the plan needs them, or as the
   * costs suggest. Default `auto`.
   */
  readonly similarValues?: 'eager' | 'lazy' | 'auto';
  /**
   * In which order essential levels are walked and fields are planned; other than `cheapest` is for tests of the
   * equality law.
   */
  readonly planOrder?: 'cheapest' | 'dearest' | 'reversed';
  /**
   * For a self-join alone: each row is put once, none is changed, and none is searched for. Such an index is made in
   * half the time. Default: false.
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
