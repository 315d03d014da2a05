import type { MethodTraits } from './method-traits.js';

/**
 * Fixed-point similarity, 0..10,000: sums do not depend on order, ties are exact. 10,000: equal under the method. Below
 * its floor, a comparator returns 0.
 */
export type Similarity = number;
export const FULL: Similarity = 10_000;

/**
 * **Lossless**, which tests verify: whenever `compare(query, stored) > 0`, the query's probes and the stored value's
 * keys (or their terms) have one in common.
 */
export type Retrieval<Prepared> =
  | {
      readonly kind: 'keys';
      /** Hashes (32 bits) for a stored value: sounds, nickname groups, segments, deletion variants ... May repeat. */
      keys(value: Prepared): readonly number[];
      /** Hashes to look up for a query value. Equal to `keys` if a method is symmetric. */
      probes(value: Prepared): readonly number[];
      /** Keys for a self-join: two similar values share one. Absent: `keys` and `probes`, if these are few. */
      mutual?(value: Prepared): readonly number[];
    }
  | {
      readonly kind: 'terms';
      /** Terms (tokens and token keys) of a stored multi-word value, for FlexSearch over distinct values. */
      terms(value: Prepared): Iterable<string>;
      probeTerms(value: Prepared): Iterable<string>;
    };

/**
 * A normaliser, a comparator with a floor, and the keys that find every value that the comparator accepts. Pure.
 * Symmetric: `compare(a, b) === compare(b, a)`.
 */
export interface MatchMethod<Prepared = unknown> extends MethodTraits {
  readonly name: string;
  /** Lowest similarity above 0. */
  readonly floor: Similarity;
  /** Highest similarity of two different normal forms; absent: 10,000. */
  readonly nearest?: Similarity;
  /** The text to compare and index; `''` is blank. Idempotent. @param raw a text for each of its fields */
  normalise(raw: readonly string[]): string;
  /** Computed once per distinct value (tokens, codes, masks ...). */
  prepare(normalised: string): Prepared;
  /** 0, or floor..10,000. Equal normal forms always return 10,000. */
  compare(a: Prepared, b: Prepared): Similarity;
  readonly retrieval: Retrieval<Prepared>;
  /** Joins all values of a column, which then needs no keys. Absent: by `retrieval` and `compare`. */
  readonly join?: (texts: ValueTexts) => ValueJoin;
  /** A cheap filter for pairs of values. */
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

/** Finds the values that `compare` accepts, with the same similarities. */
export interface ValueJoin {
  /** Calls `take`, in any order, for each greater similar value. */
  above(value: number, take: (other: number, similarity: Similarity) => void): void;
}

/** Two numbers (int32) for each value. **Lossless**: `admits` is true whenever `compare` is above 0. */
export interface Signature<Prepared> {
  letters(value: Prepared): number;
  marks(value: Prepared): number;
  admits(lettersA: number, marksA: number, lettersB: number, marksB: number): boolean;
  /** `prepare` with less work, because the numbers contain a part. */
  restore(normalised: string, letters: number, marks: number): Prepared;
}

/** Takes the signatures of two parts; zeros for a blank one. */
export type PartsAdmission = (lettersA: number, marksA: number, lettersB: number, marksB: number) => boolean;

/**
 * Finds values over two fields (a first and a last name) by the two fields' own values and words, without storing every
 * combination's text and keys. **Lossless**, like `Retrieval`.
 */
export interface Composition<Prepared = unknown> {
  /** The method of each single field; its column is shared with scenarios that compare the field by it. */
  readonly part: MatchMethod;
  /** Equal to `normalise` of the raw texts; `''` for blank. */
  compose(parts: readonly [string, string]): string;
  /** `prepare` of the composed normal form; `undefined` for a blank part. */
  assemble(parts: readonly [unknown, unknown]): Prepared;
  /**
   * Whether a part contains a piece of a query: `compare(piece, part) > 0`, in this order only. Its probes and
   * signatures fit those of `part`. Need not be lossless for pieces outside all covers.
   */
  readonly piece: MatchMethod;
  /** A filter by the parts' signatures. **Lossless**: true for the parts of every similar whole. */
  admission(query: Prepared): PartsAdmission;
  /** A part of at most one word can contain only one of the required pieces. */
  isSingle(part: unknown): boolean;
  /** Hashes for a whole that its parts' words do not find; mostly none. `undefined` for a blank part. */
  keys(whole: Prepared, parts: readonly [unknown, unknown]): readonly number[];
  plan(query: Prepared): CompositionPlan;
}

/**
 * Two-part values compared crosswise. **Lossless**: whenever `compare(a, b) > 0` for two different values, `part` finds
 * the first part of `a` similar to the second of `b`, and the second of `a` similar to the first of `b`.
 */
export interface Crossed {
  split(normalised: string): readonly [string, string];
  /** `prepare` of a whole, from the results of `part`. */
  assemble(first: unknown, second: unknown): unknown;
  readonly part: Pick<MatchMethod, 'prepare' | 'compare' | 'retrieval'>;
}

/** Similar values: the union of `covers`, `halves` and `probes`. */
export interface CompositionPlan {
  /** As texts for `piece`, with a bit mask of the query words in each. */
  readonly pieces: readonly { readonly text: string; readonly words: number }[];
  /** One cover suffices: every value to be found this way has one of its pieces in a part. */
  readonly covers: readonly (readonly number[])[];
  /** A value found by one piece must also contain a second one, of other words. */
  readonly needsTwo: boolean;
  /** Exact texts of the two parts, each blank or a single word. */
  readonly halves: readonly (readonly [string, string])[];
  /** To look up among `keys`. */
  readonly probes: readonly number[];
}
