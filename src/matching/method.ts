import type { MethodTraits } from './method-traits.js';

/**
 * Fixed-point similarity, 0..10,000: sums do not depend on order, ties are exact, bounds are strict. 10,000 means equal
 * under the method. Below its floor, a comparator returns exactly 0, unrelated.
 */
export type Similarity = number;
export const FULL: Similarity = 10_000;

/**
 * How to retrieve the values similar to a value. Both ways are **lossless**, which tests verify: whenever
 * `compare(query, stored) > 0`, the query's probes and the stored value's keys (or their terms) have one in common.
 */
export type Retrieval<Prepared> =
  | {
      readonly kind: 'keys';
      /**
       * Hashes (32 bits) for a stored value: metaphone codes, nickname groups, segments, deletion variants ...
       * Repetitions are harmless.
       */
      keys(value: Prepared): readonly number[];
      /** Hashes (32 bits) to look up for a query value. Equal to `keys` if a method is symmetric. */
      probes(value: Prepared): readonly number[];
      /** Keys for a self-join: two similar values share one. Absent: `keys` and `probes`, if these are few. */
      mutual?(value: Prepared): readonly number[];
    }
  | {
      readonly kind: 'terms';
      /**
       * The terms (tokens and token keys) of a stored multi-word value in the FlexSearch index over distinct values.
       */
      terms(value: Prepared): Iterable<string>;
      /** The terms to look up for a query value. */
      probeTerms(value: Prepared): Iterable<string>;
    };

/**
 * A match method: a normaliser, a comparator with a floor, and the keys that find every value that the comparator
 * accepts. Pure: no I/O, no state that changes after creation. Symmetric: `compare(a, b) === compare(b, a)`.
 */
export interface MatchMethod<Prepared = unknown> extends MethodTraits {
  readonly name: string;
  /** Lowest similarity above 0 that the comparator returns. */
  readonly floor: Similarity;
  /** Highest similarity of two different normal forms; absent: 10,000. */
  readonly nearest?: Similarity;
  /**
   * The text to compare and index: raw values with the same normal form are the same value. `''` means blank: nothing
   * to compare. Idempotent. `raw` has one text for each of the scenario field's fields, usually one.
   */
  normalise(raw: readonly string[]): string;
  /** The comparator's view of a normal form, computed once per distinct value (tokens, codes, masks ...). */
  prepare(normalised: string): Prepared;
  /** 0, or floor..10,000. Equal normal forms always return 10,000. */
  compare(a: Prepared, b: Prepared): Similarity;
  readonly retrieval: Retrieval<Prepared>;
  /** Joins all values of a column, which then needs no keys. Absent: by `retrieval` and `compare`, value by value. */
  readonly join?: (texts: ValueTexts) => ValueJoin;
  /** A cheap filter for most pairs of values, without the values themselves. */
  readonly signature?: Signature<Prepared>;
  /** For values over two fields. */
  readonly composition?: Composition<Prepared>;
  /** For two-part values that are similar only crosswise. */
  readonly crossed?: Crossed;
}

/** Normal forms by number, from 1 to `size`. */
export interface ValueTexts {
  readonly size: number;
  text(value: number): string;
}

/** Finds the values that `compare` accepts among known values, with the same similarities. */
export interface ValueJoin {
  /** Calls `take`, in any order, for each greater value that is similar. */
  above(value: number, take: (other: number, similarity: Similarity) => void): void;
}

/**
 * Two numbers (int32) for each value, stored in the index by value id. **Lossless**: whenever `compare(a, b) > 0`,
 * `admits` returns true for their numbers. A check costs a few scattered memory reads.
 */
export interface Signature<Prepared> {
  letters(value: Prepared): number;
  marks(value: Prepared): number;
  admits(lettersA: number, marksA: number, lettersB: number, marksB: number): boolean;
  /** Like `prepare`, with less work, because the numbers contain a part. */
  restore(normalised: string, letters: number, marks: number): Prepared;
}

/** Takes the signatures of two parts, from the method of the parts; zeros for a blank one. */
export type PartsAdmission = (lettersA: number, marksA: number, lettersB: number, marksB: number) => boolean;

/**
 * How an index finds values over two fields (a first and a last name) without storing every combination's text and
 * keys: by the two fields' own values and their words. **Lossless**, like `Retrieval`: whenever
 * `compare(query, stored) > 0`, the plan finds the stored value.
 */
export interface Composition<Prepared = unknown> {
  /**
   * The method of each single field; the index shares its column with scenarios that compare the field by this method.
   */
  readonly part: MatchMethod;
  /** Normal form of the whole from the parts' normal forms, `''` for blank; equal to `normalise` of the raw texts. */
  compose(parts: readonly [string, string]): string;
  /** Like `prepare` of the composed normal form; `undefined` for a blank part. */
  assemble(parts: readonly [unknown, unknown]): Prepared;
  /**
   * Whether a part contains a piece of a query: `compare(piece, part) > 0`. Its probes are looked up among the keys of
   * `part`, and its signature is compared with those of `part`. Compares in this order only, and need not be lossless
   * for pieces outside all covers.
   */
  readonly piece: MatchMethod;
  /**
   * A filter for wholes by the parts' signatures. **Lossless**: whenever `compare(query, whole) > 0`, it returns true
   * for the whole's parts.
   */
  admission(query: Prepared): PartsAdmission;
  /** Whether a part has at most one word, so that it can contain only one of the required pieces. */
  isSingle(part: unknown): boolean;
  /** Hashes (32 bits) for a whole that its parts' words do not find; mostly none. `undefined` for a blank part. */
  keys(whole: Prepared, parts: readonly [unknown, unknown]): readonly number[];
  plan(query: Prepared): CompositionPlan;
}

/**
 * Two-part values, the first part of which is compared with the second of another value. **Lossless**, like
 * `Retrieval`: whenever `compare(a, b) > 0` for two different values, `part` finds the first part of `a` similar to the
 * second of `b`, and the second of `a` similar to the first of `b`.
 */
export interface Crossed {
  split(normalised: string): readonly [string, string];
  /** Like `prepare` of a whole, from the results of `part` for its two parts. */
  assemble(first: unknown, second: unknown): unknown;
  readonly part: Pick<MatchMethod, 'prepare' | 'compare' | 'retrieval'>;
}

/** How to find the values similar to a query: the union of `covers`, `halves` and `probes`. */
export interface CompositionPlan {
  /** Words of the query, as texts for `piece`, and a bit mask of the query words in each. */
  readonly pieces: readonly { readonly text: string; readonly words: number }[];
  /**
   * One cover suffices: positions of pieces, at least one of which is in a part of every value to be found this way.
   */
  readonly covers: readonly (readonly number[])[];
  /** Whether a value found by one piece must also contain a second one, of other words. */
  readonly needsTwo: boolean;
  /** Exact texts of the two parts, each blank or a single word. */
  readonly halves: readonly (readonly [string, string])[];
  /** Hashes (32 bits) to look up among `keys`. */
  readonly probes: readonly number[];
}
