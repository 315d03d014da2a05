/** Distinct values and their numbers, from 1. */
export interface ValueDictionary {
  readonly size: number;
  text(value: number): string;
  /** 0 if unknown, or if several values can have this text. @param hash from `hashText` */
  find(text: string, hash?: number): number;
  /** Prefetches the first `count` values for `text`. */
  fetch?(values: ArrayLike<number>, count: number): void;
}
