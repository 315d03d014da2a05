import type { Similarity } from '../../matching/method.js';
import type { Scenario } from '../../matching/scenario.js';
import type { OverlapRule, ScenarioScore } from '../../matching/score.js';

/** Similarity if the record's value is blank. */
export const BLANK = -2;

/**
 * A scenario prepared for one query, and the arithmetic of its bounds.
 *
 * All sums are **margins** over the threshold or the kth score, whichever is higher. Each field of the query adds an
 * integer. A record reaches the threshold exactly when the sum is at least 0 and, in a weighted scenario, its overlap
 * suffices. Nothing is rounded.
 */
export abstract class QueryScenario {
  /** Positions in the query's list of indexed fields, one for each query field. */
  readonly positions: number[] = [];
  /** Weight of each of these fields; the planner starts with the greatest. */
  readonly weights: number[] = [];
  /** Which of these fields can decide an upsert. */
  readonly decisive: boolean[] = [];
  /** Whether one of those must agree for a record to be a duplicate. */
  protected readonly needsDecisive: boolean;
  /** False if the query has too few values for any record to be a duplicate. */
  abstract readonly possible: boolean;
  /** Whether the margin is relative to the kth score rather than to the threshold. */
  isAtKthScore = false;

  /** Order in which a record found in the walked list is checked: positions in `positions`; see `arrange`. */
  readonly order: number[] = [];
  /**
   * `remaining[i]`: maximum contribution of the fields from `order[i]` on, plus the base; one entry longer than
   * `order`.
   */
  readonly remaining: number[] = [];

  /** Result of `arrange`, by field. */
  private readonly tiers: number[] = [];
  private readonly drops: number[] = [];

  /** Positions in the query's list of indexed fields, each once, the greatest weight first. Computed on first use. */
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

  /** Uses the kth score as the threshold if it is higher. */
  abstract raise(num: number, den: number): void;

  /** Maximum contribution of a field with at most this similarity, or blank. */
  abstract upperBound(field: number, similarity: Similarity): number;

  /** Maximum contribution of a field whose value is in the walked list, at this similarity or a lower one. */
  abstract upperBoundIfPresent(field: number, similarity: Similarity): number;

  /** Contribution of a field with this similarity. @param value value id in the indexed field's dictionary */
  abstract contribution(field: number, similarity: Similarity, value: number): number;

  abstract blank(field: number): number;

  /** Approximate contribution of a field whose two values have nothing in common; only used to order the checks. */
  protected abstract different(field: number): number;

  abstract readonly base: number;

  /**
   * Maximum margin of a record whose similarities do not exceed the ceilings (by position in the query's list of
   * indexed fields), with the most favourable blanks. Below 0, no such record is a match.
   */
  abstract marginBound(ceilings: readonly number[]): number;

  /** `marginBound` for a record in one of the lists, at a value of this similarity. */
  marginBoundInList(list: number, similarity: Similarity, ceilings: readonly number[]): number {
    let margin = this.base;
    for (let i = 0; i < this.positions.length; i++) {
      const position = this.positions[i]!;
      margin += position === list ? this.upperBoundIfPresent(i, similarity) : this.upperBound(i, ceilings[position]!);
    }
    return margin;
  }

  /**
   * The score, as from `scorePair`.
   * @param similarities by query field, `BLANK` for blanks
   * @param values value ids of the record by query field
   */
  abstract score(similarities: readonly number[], values: readonly number[]): ScenarioScore;

  /**
   * Prepares the check of records found in one list. That field comes first, then the others by how far the bound drops
   * if they differ, as they mostly do; fields whose similarity may need a comparison come last.
   *
   * @param known whether the similar values of each of the query's indexed fields are known
   * @returns false if the scenario does not use the list
   */
  arrange(list: number, ceilings: readonly number[], known: readonly { readonly complete: boolean }[]): boolean {
    const { positions, order, remaining } = this;
    if (!this.possible || !positions.includes(list)) return false;
    const { tiers, drops } = this;
    // Insertion sort: only a few fields, for every walked level.
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

  /** Recalculates `remaining` after the kth score rose. */
  refresh(ceilings: readonly number[]): void {
    this.remaining[this.order.length] = this.base;
    for (let i = this.order.length - 1; i >= 0; i--) {
      const field = this.order[i]!;
      this.remaining[i] = this.remaining[i + 1]! + this.upperBound(field, ceilings[this.positions[field]!]!);
    }
  }
}
