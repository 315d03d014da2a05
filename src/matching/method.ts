/**
 * Similarities are fixed-point integers in 0..10,000: sums do not depend on order, ties are exact, bounds are strict.
 * 10,000 means equal for the purposes of the method, 0 means unrelated: below its floor a comparator gives exactly 0.
 */
export type Similarity = number;
export const FULL: Similarity = 10_000;

/**
 * How the neighbours of a value are retrieved. Both ways are **lossless**, and tested to be:
 * whenever `compare(query, stored) > 0`, the query's probes and the stored value's keys (or their terms) have one in common.
 */
export type Retrieval<Prepared> =
  | {
      readonly kind: 'keys';
      /** Hashes (uint32) under which a stored value is filed: metaphone codes, nickname groups, segments, deletion variants ... */
      keys(value: Prepared): Iterable<number>;
      /** Hashes (uint32) to look up for a query value. Equal to `keys` where a method is symmetric. */
      probes(value: Prepared): Iterable<number>;
    }
  | {
      readonly kind: 'terms';
      /**
       * The terms (tokens and token keys) under which a stored multi-word value stands in the FlexSearch index over distinct values.
       */
      terms(value: Prepared): Iterable<string>;
      /** The terms to look up for a query value. */
      probeTerms(value: Prepared): Iterable<string>;
    };

/**
 * A match method: a normaliser, a comparator with a floor, and the keys that find every value that the comparator accepts.
 * Pure: no I/O, no state that changes after creation. Symmetric: `compare(a, b) === compare(b, a)`.
 */
export interface MatchMethod<Prepared = unknown> {
  readonly name: string;
  /** Lowest similarity above zero that the comparator can give. */
  readonly floor: Similarity;
  /**
   * The text that is compared and indexed: two raw values with one normal form are the same value to this method.
   * `''` means blank (nothing comparable in it). Idempotent. `raw` holds one text for each of the scenario field's fields: usually one.
   */
  normalise(raw: readonly string[]): string;
  /** What the comparator needs of a normal form, computed once per distinct value (tokens, codes, masks ...). */
  prepare(normalised: string): Prepared;
  /** 0, or floor..10,000. Two equal normal forms always give 10,000. */
  compare(a: Prepared, b: Prepared): Similarity;
  readonly retrieval: Retrieval<Prepared>;
}
