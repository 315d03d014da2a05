/** How the in-memory index works. Except `maxWalk`, nothing here changes what a search answers. */
export interface MemoryIndexOptions {
  /** Bytes of remembered neighbourhoods for each feature; 0 remembers nothing. Default 16 MiB. */
  readonly memoBytes?: number;
  /**
   * Declared guard against hostile blocks: a search looks at this many posting entries at the most, and says `incomplete` when that cut it short.
   * Default: no guard.
   */
  readonly maxWalk?: number;
  /** Comparisons that one step of a search makes at the most to find neighbours: one to five milliseconds, by how long the values are. Default 200. */
  readonly atOnce?: number;
  /** Records that one step of a search looks at, about. Default 2,000. */
  readonly rowsAtOnce?: number;
  /** When the neighbours of a query value are looked for: all at once, only where the plan needs them, or as the costs suggest. Default `auto`. */
  readonly neighbours?: 'eager' | 'lazy' | 'auto';
  /** In which order essential levels are walked and fields are planned; other than `cheapest` is for tests of the equality law. */
  readonly planOrder?: 'cheapest' | 'dearest' | 'reversed';
}

export type ResolvedOptions = Required<MemoryIndexOptions>;

export function resolveOptions(options: MemoryIndexOptions): ResolvedOptions {
  return {
    memoBytes: 16 << 20,
    maxWalk: Infinity,
    atOnce: 200,
    rowsAtOnce: 2_000,
    neighbours: 'auto',
    planOrder: 'cheapest',
    ...options,
  };
}
