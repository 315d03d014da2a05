/** Distinct values and their numbers, from 1. */
export interface ValueDictionary {
  readonly size: number;
  text(value: number): string;
  /**
   * The number of the value with this text, if only one can have it; else 0.
   * @param hash from `hashText`
   */
  find(text: string, hash?: number): number;
  /** Prefetches the first `count` values for `text`. */
  fetch?(values: ArrayLike<number>, count: number): void;
}
