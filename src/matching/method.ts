import type { MethodTraits } from './method-traits.js';

/**
 * Fixed-point similarity from 0 to 10,000, so that sums are independent of order and ties are exact. 10,000 means equal
 * under the method. A comparator returns 0 below its floor.
 */
export type Similarity = number;
export const FULL: Similarity = 10_000;

export interface KeysOf<Prepared> {
  /** Returns 32-bit hashes for a stored value: sounds, nickname groups, segments, deletion variants. May repeat. */
  keys(value: Prepared): readonly number[];
  /** Returns the hashes to look up for a query value. Equal to `keys` if the method is symmetric. */
  probes(value: Prepared): readonly number[];
}

/**
 * How candidates are found. **Lossless**, which tests verify: whenever `compare(query, stored) > 0`, the query's probes
 * and the stored value's keys (or their terms) have an element in common.
 */
export type Retrieval<Prepared> =
  | (KeysOf<Prepared> & {
      readonly kind: 'keys';
      /** Keys and probes for a self-join, in which every value is stored and a query. Default: `keys` and `probes`. */
      readonly joined?: KeysOf<Prepared>;
    })
  | {
      readonly kind: 'terms';
      /** Returns terms (tokens and token keys) of a stored multi-word value, for FlexSearch over distinct values. */
      terms(value: Prepared): Iterable<string>;
      probeTerms(value: Prepared): Iterable<string>;
    };

/**
 * A normaliser, a comparator with a floor, and keys that find every value the comparator accepts. Pure. Symmetric:
 * `compare(a, b) === compare(b, a)`.
 */
export interface MatchMethod<Prepared = unknown> extends MethodTraits {
  readonly name: string;
  /** Lowest similarity above 0. */
  readonly floor: Similarity;
  /** Highest similarity of two different normal forms. Default: 10,000. */
  readonly nearest?: Similarity;
  /** Returns the text to compare and index; `''` is blank. Idempotent. @param raw one text for each field */
  normalise(raw: readonly string[]): string;
  /** Parses a normal form into tokens, codes or masks. Called once per distinct value. */
  prepare(normalised: string): Prepared;
  /** Returns 0, or a similarity from `floor` to 10,000. Equal normal forms always get 10,000. */
  compare(a: Prepared, b: Prepared): Similarity;
  readonly retrieval: Retrieval<Prepared>;
  /** Joins all values of a column, so that it needs no keys. If absent, `retrieval` and `compare` are used. */
  readonly join?: (texts: ValueTexts) => ValueJoin;
  readonly signature?: Signature<Prepared>;
  readonly composition?: Composition<Prepared>;
  readonly crossed?: Crossed;
}

/** Normal forms by value number, from 1 to `size`. */
export interface ValueTexts {
  readonly size: number;
  text(value: number): string;
}

/** Finds the same values as `compare`, with the same similarities. */
export interface ValueJoin {
  /** Calls `take`, in any order, for each similar value whose number is greater. */
  above(value: number, take: (other: number, similarity: Similarity) => void): void;
}

/** Two int32 numbers for each value. **Lossless**: `admits` is true whenever `compare` is above 0. */
export interface Signature<Prepared> {
  letters(value: Prepared): number;
  marks(value: Prepared): number;
  admits(lettersA: number, marksA: number, lettersB: number, marksB: number): boolean;
  /** Equivalent to `prepare`, but faster, because the two numbers already contain part of the result. */
  restore(normalised: string, letters: number, marks: number): Prepared;
}

/** Filters by the signatures of two parts. The signature of a blank part is zeros. */
export type PartsAdmission = (lettersA: number, marksA: number, lettersB: number, marksB: number) => boolean;

/**
 * Finds values that span two fields (a first and a last name) through the fields' own values and words, without storing
 * the text and keys of every combination. **Lossless**, like `Retrieval`.
 */
export interface Composition<Prepared = unknown> {
  /** The method of each single field. Its column is shared with scenarios that compare the field with this method. */
  readonly part: MatchMethod;
  /** Returns the same text as `normalise` of the raw texts; `''` if blank. */
  compose(parts: readonly [string, string]): string;
  /** Returns the same value as `prepare` of the composed normal form. A blank part is `undefined`. */
  assemble(parts: readonly [unknown, unknown]): Prepared;
  /**
   * Tests whether a part contains a piece of a query: `compare(piece, part) > 0`, in this order only. Its probes and
   * signatures are compatible with those of `part`. Need not be lossless for pieces outside all covers.
   */
  readonly piece: MatchMethod;
  /** Returns a filter by the parts' signatures. **Lossless**: true for the parts of every similar whole. */
  admission(query: Prepared): PartsAdmission;
  /** Returns whether a part has at most one word, so that it can contain only one of the required pieces. */
  isSingle(part: unknown): boolean;
  /** Returns additional hashes under which to index a composed value, for matches that the words of its parts do not
   * find. Usually empty. A blank part is `undefined`. */
  keys(whole: Prepared, parts: readonly [unknown, unknown]): readonly number[];
  plan(query: Prepared): CompositionPlan;
}

/**
 * Two-part values compared crosswise. **Lossless**: whenever `compare(a, b) > 0` for two different values, `part` finds
 * the first part of `a` similar to the second of `b`, and the second of `a` similar to the first of `b`.
 */
export interface Crossed {
  split(normalised: string): readonly [string, string];
  /** Returns the same value as `prepare` of the whole value, built from the results of `part`. */
  assemble(first: unknown, second: unknown): unknown;
  readonly part: Pick<MatchMethod, 'prepare' | 'compare' | 'retrieval'>;
}

/** A plan for finding similar values, which are the union of the results of `covers`, `halves` and `probes`. */
export interface CompositionPlan {
  /** Texts for `piece`, each with a bit mask of the query words it contains. */
  readonly pieces: readonly { readonly text: string; readonly words: number }[];
  /** Alternative sets of pieces: every value found through pieces has a piece of each cover in a part. */
  readonly covers: readonly (readonly number[])[];
  /** Whether a value found through one piece must also contain a second piece with other words. */
  readonly needsTwo: boolean;
  /** Exact texts of the two parts, each blank or a single word. */
  readonly halves: readonly (readonly [string, string])[];
  /** Hashes to look up among `keys`. */
  readonly probes: readonly number[];
}
