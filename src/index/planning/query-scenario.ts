import type { Similarity } from '../../matching/method.js';
import type { Scenario } from '../../matching/scenario.js';
import type { OverlapRule, ScenarioScore } from '../../matching/score.js';

export const BLANK = -2;

/**
 * A scenario prepared for a query. All sums are **margins** over the threshold or the kth best score, whichever is
 * higher. Margins are integers, never rounded. A duplicate has a margin of at least 0 and enough overlapping fields.
 */
export abstract class QueryScenario {
  /** For each query field, its position in the query's list of indexed fields. */
  readonly positions: number[] = [];
  readonly weights: number[] = [];
  /** For each query field, whether it can decide an upsert. At least one such field must agree. */
  readonly decisive: boolean[] = [];
  protected readonly needsDecisive: boolean;
  /** False if the query has too few values to find any duplicate. */
  abstract readonly possible: boolean;
  isAtKthScore = false;

  /** Order in which a record's fields are checked, as positions in `positions`; see `arrange`. */
  readonly order: number[] = [];
  /**
   * `remaining[i]`: the maximum contribution of `order[i]` and all later fields, plus `base`. One entry longer than
   * `order`.
   */
  readonly remaining: number[] = [];

  private readonly tiers: number[] = [];
  private readonly drops: number[] = [];

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

  abstract raise(num: number, den: number): void;

  /** Returns the maximum contribution of a field that is blank or has at most this similarity. */
  abstract upperBound(field: number, similarity: Similarity): number;

  /** Like `upperBound`, for a field that is not blank. */
  abstract upperBoundIfPresent(field: number, similarity: Similarity): number;

  /** Returns a stored value's contribution. @param value id in the indexed field's dictionary */
  abstract contribution(field: number, similarity: Similarity, value: number): number;

  abstract blank(field: number): number;

  /** Returns an approximate contribution of two values that are not similar. Used only to order the checks. */
  protected abstract different(field: number): number;

  abstract readonly base: number;

  /** Returns the maximum margin of a record whose similarities are at most the ceilings (by indexed field). */
  abstract marginBound(ceilings: readonly number[]): number;

  /** Like `marginBound`, for a record whose similarity in one list is known. */
  marginBoundInList(list: number, similarity: Similarity, ceilings: readonly number[]): number {
    let margin = this.base;
    for (let i = 0; i < this.positions.length; i++) {
      const position = this.positions[i]!;
      margin += position === list ? this.upperBoundIfPresent(i, similarity) : this.upperBound(i, ceilings[position]!);
    }
    return margin;
  }

  /** @param similarities by query field, or `BLANK` @param values the record's value ids */
  abstract score(similarities: readonly number[], values: readonly number[]): ScenarioScore;

  /**
   * Orders the checks of the records that are found in a list. The field of that list comes first. Next are the fields
   * whose bound drops most if the values differ. Fields that may need a comparison come last.
   * @param known the query's indexed fields
   * @returns false if the scenario does not use the list
   */
  arrange(list: number, ceilings: readonly number[], known: readonly { readonly complete: boolean }[]): boolean {
    const { positions, order, remaining } = this;
    if (!this.possible || !positions.includes(list)) return false;
    const { tiers, drops } = this;
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

  refresh(ceilings: readonly number[]): void {
    this.remaining[this.order.length] = this.base;
    for (let i = this.order.length - 1; i >= 0; i--) {
      const field = this.order[i]!;
      this.remaining[i] = this.remaining[i + 1]! + this.upperBound(field, ceilings[this.positions[field]!]!);
    }
  }
}
