import type { Similarity } from '../../matching/method.js';
import type { Scenario } from '../../matching/scenario.js';
import type { OverlapRule, ScenarioScore } from '../../matching/score.js';

/** Stands for the similarity of a record's blank value. */
export const BLANK = -2;

/**
 * A scenario made ready for one query, and the arithmetic of its bounds.
 *
 * All sums are **margins** over the threshold or the kth score, whichever is higher: each field of the query adds an
 * integer, and a record reaches the threshold exactly when the sum is not below 0 (and, of a weighted scenario, its
 * overlap suffices). Nothing is rounded.
 */
export abstract class QueryScenario {
  /** Positions in the query's list of indexed fields, one for each field that was sent. */
  readonly positions: number[] = [];
  /** Weight that rests on each of these fields; the greatest is planned for first. */
  readonly weights: number[] = [];
  /** Which of these fields an upsert may rest on. */
  readonly decisive: boolean[] = [];
  /** Whether one of those must agree for a record to be a duplicate. */
  protected readonly needsDecisive: boolean;
  /** False when too little was sent for any record to be a duplicate. */
  abstract readonly possible: boolean;
  /** Whether the margin is over the kth score rather than the threshold. */
  isAtKthScore = false;

  /** Order in which a record found in the list being walked is checked: positions in `positions`; see `arrange`. */
  readonly order: number[] = [];
  /**
   * `remaining[i]`: the most that the fields from `order[i]` on can add, with what is due before any field; one longer
   * than `order`.
   */
  readonly remaining: number[] = [];

  /** Result of `arrange`, by field. */
  private readonly tiers: number[] = [];
  private readonly drops: number[] = [];

  /**
   * Positions in the query's list of indexed fields, each once, the one with the greatest weight first. Made when first
   * needed.
   */
  private ownPositions: number[] | undefined;

  constructor(
    readonly scenario: Scenario,
    rule: OverlapRule,
  ) {
    this.needsDecisive = rule === 'upsert';
  }

  get byWeight(): readonly number[] {
    return (this.ownPositions ??= this.sortByWeight());
  }

  /** Takes the kth score for the threshold where that is higher. */
  abstract raise(num: number, den: number): void;

  /** The most that a field adds when it is as similar as `similarity` at the most, or blank. */
  abstract upperBound(field: number, similarity: Similarity): number;

  /**
   * The most that a field adds whose value is in the list being walked, there or later: as similar as this at the most.
   */
  abstract upperBoundIfPresent(field: number, similarity: Similarity): number;

  /** Contribution of a field whose value is this similar. @param value its number in the indexed field's dictionary */
  abstract contribution(field: number, similarity: Similarity, value: number): number;

  abstract blank(field: number): number;

  /** Approximate contribution of a field whose two values have nothing in common: only orders the checks. */
  protected abstract different(field: number): number;

  /** Contribution that does not depend on the fields. */
  abstract readonly base: number;

  /**
   * The greatest margin of a record whose similarities stay at or below the ceilings (by position in the query's list
   * of indexed fields), blanks as they suit it best. Below 0: no such record reaches it.
   */
  abstract marginBound(ceilings: readonly number[]): number;

  /** The same for a record in the list at a position of the query's fields, by a value of this similarity. */
  marginBoundInList(list: number, similarity: Similarity, ceilings: readonly number[]): number {
    let margin = this.base;
    for (let i = 0; i < this.positions.length; i++) {
      const position = this.positions[i]!;
      margin += position === list ? this.upperBoundIfPresent(i, similarity) : this.upperBound(i, ceilings[position]!);
    }
    return margin;
  }

  /**
   * The score as `scorePair` gives it.
   * @param similarities by field sent, `BLANK` for blanks
   * @param values numbers of the record's values, likewise
   */
  abstract score(similarities: readonly number[], values: readonly number[]): ScenarioScore;

  /**
   * Prepares the check of records found in one list: that field first, then the others by how far the bound drops where
   * they differ, as they mostly do; those whose similarity may take a comparison last.
   *
   * @param known whether the similar values of each of the query's indexed fields are
   * @returns false when the list is none of this scenario's
   */
  arrange(list: number, ceilings: readonly number[], known: readonly { readonly complete: boolean }[]): boolean {
    const { positions, order, remaining } = this;
    if (!this.possible || !positions.includes(list)) return false;
    const { tiers, drops } = this;
    // By insertion: a handful, for every level that is walked.
    for (let i = 0; i < positions.length; i++) {
      const own = positions[i]!;
      const tier = own === list ? 2 : known[own]!.complete ? 1 : 0;
      const drop = this.upperBound(i, ceilings[own]!) - this.different(i);
      tiers[i] = tier;
      drops[i] = drop;
      let at = i;
      for (; at > 0; at--) {
        const before = order[at - 1]!;
        if (tiers[before]! > tier || (tiers[before] === tier && drops[before]! >= drop)) break;
        order[at] = before;
      }
      order[at] = i;
      remaining[i] = 0;
    }
    remaining[positions.length] = 0;
    this.refresh(ceilings);
    return true;
  }

  private sortByWeight(): number[] {
    const own: number[] = [];
    const heaviest: number[] = [];
    for (let i = 0; i < this.positions.length; i++) {
      const list = this.positions[i]!;
      const weight = this.weights[i]!;
      const known = own.indexOf(list);
      if (known >= 0 && heaviest[known]! >= weight) continue;
      let at = known < 0 ? own.length : known;
      for (; at > 0 && heaviest[at - 1]! < weight; at--) {
        own[at] = own[at - 1]!;
        heaviest[at] = heaviest[at - 1]!;
      }
      own[at] = list;
      heaviest[at] = weight;
    }
    return own;
  }

  /** Calculates `remaining` anew after the kth score rose. */
  refresh(ceilings: readonly number[]): void {
    this.remaining[this.order.length] = this.base;
    for (let i = this.order.length - 1; i >= 0; i--) {
      const field = this.order[i]!;
      this.remaining[i] = this.remaining[i + 1]! + this.upperBound(field, ceilings[this.positions[field]!]!);
    }
  }
}
