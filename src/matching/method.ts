import type { MethodTraits } from './method-traits.js';

/**
 * Similarities are fixed-point integers in 0..10,000: sums do not depend on order, ties are exact, bounds are strict.
 * 10,000 means equal for the purposes of the method, 0 means unrelated: below its floor a comparator gives exactly 0.
 */
export type Similarity = number;
export const FULL: Similarity = 10_000;

/**
 * How the similar values of a value are retrieved. Both ways are **lossless**, and tested to be:
 * whenever `compare(query, stored) > 0`, the query's probes and the stored value's keys (or their terms) have one in
 * common.
 */
export type Retrieval<Prepared> =
  | {
      readonly kind: 'keys';
      /**
       * Hashes (32 bits) under which a stored value is filed: metaphone codes, nickname groups, segments, deletion
       * variants ... One of them twice does no harm.
       */
      keys(value: Prepared): readonly number[];
      /** Hashes (32 bits) to look up for a query value. Equal to `keys` where a method is symmetric. */
      probes(value: Prepared): readonly number[];
    }
  | {
      readonly kind: 'terms';
      /**
       * The terms (tokens and token keys) under which a stored multi-word value stands in the FlexSearch index over
       * distinct values.
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
  /** Lowest similarity above zero that the comparator can give. */
  readonly floor: Similarity;
  /** Highest similarity of two different normal forms; absent: 10,000. */
  readonly nearest?: Similarity;
  /**
   * The text that is compared and indexed: two raw values with one normal form are the same value to this method.
   * `''` means blank (nothing comparable in it). Idempotent. `raw` holds one text for each of the scenario field's
   * fields: usually one.
   */
  normalise(raw: readonly string[]): string;
  /** The comparator's view of a normal form, computed once per distinct value (tokens, codes, masks ...). */
  prepare(normalised: string): Prepared;
  /** 0, or floor..10,000. Two equal normal forms always give 10,000. */
  compare(a: Prepared, b: Prepared): Similarity;
  readonly retrieval: Retrieval<Prepared>;
  /** Says of most pairs of values that they are not alike, without the values themselves. */
  readonly signature?: Signature<Prepared>;
  /** For values that two fields hold together. */
  readonly composition?: Composition<Prepared>;
  /** For values of two parts that are alike crosswise only. */
  readonly crossed?: Crossed;
}

/**
 * Two numbers (int32) for each value, which an index keeps beside the value's number. **Lossless**: whenever
 * `compare(a, b) > 0`, `admits` says true of their numbers. A value that is not looked at costs nothing; one that is
 * costs a handful of reads from as many places of memory.
 */
export interface Signature<Prepared> {
  letters(value: Prepared): number;
  marks(value: Prepared): number;
  admits(lettersA: number, marksA: number, lettersB: number, marksB: number): boolean;
  /** As `prepare`, with less work: the numbers tell a part. */
  restore(normalised: string, letters: number, marks: number): Prepared;
}

/** Takes the signatures of two parts, by the method that reads each of them by itself; zeros for a blank one. */
export type PartsAdmission = (lettersA: number, marksA: number, lettersB: number, marksB: number) => boolean;

/**
 * How an index finds values that two fields hold together (a first and a last name) without keeping every combination's
 * text and keys: by the two fields' own values and the words in them. **Lossless**, as `Retrieval` is: whenever
 * `compare(query, stored) > 0`, the stored value is among those that the plan finds.
 */
export interface Composition<Prepared = unknown> {
  /**
   * Reads each of the fields by itself; an index shares its column with scenarios that compare the field by this
   * method.
   */
  readonly part: MatchMethod;
  /**
   * Normal form of the whole from the normal forms that `part` gives, `''` for blank: what `normalise` gives of the raw
   * texts.
   */
  compose(parts: readonly [string, string]): string;
  /** As `prepare` of the composed normal form; `undefined` for a blank part. */
  assemble(parts: readonly [unknown, unknown]): Prepared;
  /**
   * Whether a part holds a piece of a query: `compare(piece, part) > 0`. Its probes are looked up among the keys of
   * `part`, and its signature is put beside those of `part`. Compares in this order only, and need not be lossless for
   * pieces that no cover contains.
   */
  readonly piece: MatchMethod;
  /**
   * Says by the signatures of the parts that most wholes are not like a query. **Lossless**: whenever
   * `compare(query, whole) > 0`, it says true of the numbers of the whole's parts.
   */
  admission(query: Prepared): PartsAdmission;
  /** Whether a part holds no more than one word, so that it can hold but one piece of those that a match needs. */
  isSingle(part: unknown): boolean;
  /**
   * Hashes (32 bits) under which a whole is filed that its parts' words do not find; mostly none. `undefined` for a
   * blank part.
   */
  keys(whole: Prepared, parts: readonly [unknown, unknown]): readonly number[];
  plan(query: Prepared): CompositionPlan;
}

/**
 * Values of two parts, of which the first is compared with the second of another value. **Lossless**, as `Retrieval`
 * is: whenever `compare(a, b) > 0` for two different values, `part` finds the first part of `a` like the second one
 * of `b`, and the second of `a` like the first of `b`.
 */
export interface Crossed {
  split(normalised: string): readonly [string, string];
  /** As `prepare` of a whole, from the results of `part` for its two parts. */
  assemble(first: unknown, second: unknown): unknown;
  readonly part: Pick<MatchMethod, 'prepare' | 'compare' | 'retrieval'>;
}

/** Where the values similar to a query are: the union of what `covers`, `halves` and `probes` find. */
export interface CompositionPlan {
  /** Words of the query, as texts that `piece` prepares, and which of its words each is made of, as bits. */
  readonly pieces: readonly { readonly text: string; readonly words: number }[];
  /**
   * One alternative is enough: positions of pieces, one of which stands in a part of every value to be found here.
   */
  readonly covers: readonly (readonly number[])[];
  /** Whether a value found by one piece must also hold another one, of other words. */
  readonly needsTwo: boolean;
  /** Texts that the two parts may be, blank or a single word each, exactly. */
  readonly halves: readonly (readonly [string, string])[];
  /** Hashes (32 bits) to look up among `keys`. */
  readonly probes: readonly number[];
}
