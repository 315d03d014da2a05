import type { MethodTraits } from './method-traits.js';

/**
 * Fixed-point similarity from 0 to 10,000, so that sums do not depend on order, and ties are exact. 10,000 means that
 * the method treats the values as equal. A comparator returns 0 instead of a similarity below its floor.
 */
export type Similarity = number;
export const FULL: Similarity = 10_000;

export interface KeysOf<Prepared> {
  /** Returns 32-bit hashes of a stored value: sounds, nickname groups, segments, deletion variants. May repeat. */
  keys(value: Prepared): readonly number[];
  /** Returns the hashes to look up for a query's value. Same as `keys` if the method is symmetric. */
  probes(value: Prepared): readonly number[];
}

/**
 * How candidates are found. **Lossless**, as tests verify: if `compare(query, stored) > 0`, a probe of the query is
 * also a key of the stored value, or they share a term.
 */
export type Retrieval<Prepared> =
  | (KeysOf<Prepared> & {
      readonly kind: 'keys';
      /** Keys and probes for a self-join. Each value is then both stored and a query. Default: `keys` and `probes`. */
      readonly joined?: KeysOf<Prepared>;
    })
  | {
      readonly kind: 'terms';
      /** Returns the terms of a stored value, for FlexSearch: its words and keys of its words. */
      terms(value: Prepared): Iterable<string>;
      probeTerms(value: Prepared): Iterable<string>;
    };

/**
 * A normaliser, a comparator, and keys that find every value that the comparator accepts. Pure. Symmetric: `compare(a,
 * b) === compare(b, a)`.
 */
export interface MatchMethod<Prepared = unknown> extends MethodTraits {
  readonly name: string;
  /** Lowest similarity above 0. */
  readonly floor: Similarity;
  /** Highest similarity of two different normal forms. Default: 10,000. */
  readonly nearest?: Similarity;
  /** Returns the text to compare and index, or `''` for a blank. Idempotent. @param raw one text for each field */
  normalise(raw: readonly string[]): string;
  /** Parses a normal form. Called once per distinct value. */
  prepare(normalised: string): Prepared;
  /** Returns 0, or a similarity from `floor` to 10,000. Equal normal forms always get 10,000. */
  compare(a: Prepared, b: Prepared): Similarity;
  readonly retrieval: Retrieval<Prepared>;
  /** Joins all values of a column without keys. If absent, `retrieval` and `compare` are used. */
  readonly join?: (texts: ValueTexts) => ValueJoin;
  readonly signature?: Signature<Prepared>;
  readonly composition?: Composition<Prepared>;
  readonly crossed?: Crossed;
}

/** Normal forms by number, from 1 to `size`. */
export interface ValueTexts {
  readonly size: number;
  text(value: number): string;
}

/** Finds the same pairs as `compare`, with the same similarities. */
export interface ValueJoin {
  /** Calls `take`, in any order, for each similar value with a greater number. */
  above(value: number, take: (other: number, similarity: Similarity) => void): void;
}

/** Two 32-bit numbers for each value. **Lossless**: if `compare` is above 0, `admits` is true. */
export interface Signature<Prepared> {
  letters(value: Prepared): number;
  marks(value: Prepared): number;
  admits(lettersA: number, marksA: number, lettersB: number, marksB: number): boolean;
  /** Returns the same as `prepare`, but faster, because `letters` and `marks` contain part of the result. */
  restore(normalised: string, letters: number, marks: number): Prepared;
}

/** Filter by the signatures of two parts. The signature of a blank part consists of zeros. */
export type PartsAdmission = (lettersA: number, marksA: number, lettersB: number, marksB: number) => boolean;

/**
 * Finds values that consist of two fields, such as first and last name. Uses the values and words of each field, so
 * that the text and keys of each combination need not be stored. **Lossless**, like `Retrieval`.
 */
export interface Composition<Prepared = unknown> {
  /** The method of each single field. Scenarios that compare the field with this method use the same column. */
  readonly part: MatchMethod;
  /** Returns the same text as `normalise` of the raw texts; `''` if blank. */
  compose(parts: readonly [string, string]): string;
  /** Returns the same value as `prepare` of the composed normal form. A blank part is `undefined`. */
  assemble(parts: readonly [unknown, unknown]): Prepared;
  /**
   * Tests whether a part contains a piece of a query: `compare(piece, part) > 0`, in this order. Its probes and
   * signatures must be compatible with those of `part`. May miss matches of pieces that are in no cover.
   */
  readonly piece: MatchMethod;
  /** Returns a filter by the parts' signatures. **Lossless**: true for the parts of each similar value. */
  admission(query: Prepared): PartsAdmission;
  /** Returns whether a part has at most one word, so that it cannot contain two required pieces. */
  isSingle(part: unknown): boolean;
  /**
   * Returns additional keys of a composed value, for matches that its parts' words do not find. Blank part:
   * `undefined`.
   */
  keys(whole: Prepared, parts: readonly [unknown, unknown]): readonly number[];
  plan(query: Prepared): CompositionPlan;
}

/**
 * Values with two parts that are compared crosswise. **Lossless**: if `compare(a, b) > 0` for two different values,
 * `part` finds that each value's first part is similar to the other's second part.
 */
export interface Crossed {
  split(normalised: string): readonly [string, string];
  /** Returns the same value as `prepare` of the whole value, built from the results of `part`. */
  assemble(first: unknown, second: unknown): unknown;
  readonly part: Pick<MatchMethod, 'prepare' | 'compare' | 'retrieval'>;
}

/** How to find similar values: those found by `covers`, by `halves` or by `probes`. */
export interface CompositionPlan {
  /** Texts to look up with `piece`. `words` is a bit mask of the query's words in the text. */
  readonly pieces: readonly { readonly text: string; readonly words: number }[];
  /** Alternative sets of pieces. One set suffices, because every value found by pieces contains a piece of each set. */
  readonly covers: readonly (readonly number[])[];
  /** Whether a value must contain two pieces with different words. */
  readonly needsTwo: boolean;
  /** Exact texts of the two parts. Each part is blank or a single word. */
  readonly halves: readonly (readonly [string, string])[];
  readonly probes: readonly number[];
}
