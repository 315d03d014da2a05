/** How the in-memory index works. Except `maxWalk`, nothing here changes what a search answers. */
export interface MemoryIndexOptions {
  /** Bytes of remembered neighbourhoods for each feature; 0 remembers nothing. Default 16 MiB. */
  readonly memoBytes?: number;
  /**
   * Declared guard against hostile blocks: a search looks at this many posting entries at the most, and says `incomplete` when that cut it short.
   * Default: no guard.
   */
  readonly maxWalk?: number;
  /** Values that one step of a search compares with one value at the most: about a millisecond and a half. Default 600. */
  readonly atOnce?: number;
  /** When the neighbours of a query value are looked for: all at once, only where the plan needs them, or as the costs suggest. Default `auto`. */
  readonly neighbours?: 'eager' | 'lazy' | 'auto';
  /** In which order essential levels are walked and fields are planned; other than `cheapest` is for tests of the equality law. */
  readonly planOrder?: 'cheapest' | 'dearest' | 'reversed';
}

export type ResolvedOptions = Required<MemoryIndexOptions>;

export function resolveOptions(options: MemoryIndexOptions): ResolvedOptions {
  return { memoBytes: 16 << 20, maxWalk: Infinity, atOnce: 600, neighbours: 'auto', planOrder: 'cheapest', ...options };
}
