/** Distinct values and their numbers, from 1. */
export interface ValueDictionary {
  readonly size: number;
  text(value: number): string;
  /**
   * The number of the value with this text, where there can be but one; else 0.
   * @param hash the text's, by `hashText`
   */
  find(text: string, hash?: number): number;
  /** Makes `text` of each of the first `count` values quick. */
  fetch?(values: ArrayLike<number>, count: number): void;
}
