import type { Similarity } from '../matching/method.js';
import type { Scenario } from '../matching/scenario.js';
import type { EvidenceRule, ScenarioScore } from '../matching/score.js';

/** Stands for the similarity of a record's blank value. */
export const BLANK = -2;

/**
 * A scenario made ready for one query, and the arithmetic of its bounds.
 *
 * Everything is told as **surplus** over a bar (the threshold, or the score of the last match kept): each field sent adds an integer, and a record reaches the
 * bar exactly when the sum is not below 0 (and, of a weighted scenario, the evidence suffices). Nothing is rounded.
 */
export abstract class QueryScenario {
  /** Positions in the query's list of features, one for each field that was sent. */
  readonly lists: number[] = [];
  /** What rests on each of these fields, the greatest first to be checked and planned for. */
  readonly weights: number[] = [];
  /** Which of these fields an upsert may rest on. */
  readonly carries: boolean[] = [];
  /** Whether one of those must agree for a record to be a duplicate. */
  protected readonly mustRest: boolean;
  /** False when too little was sent for any record to be a duplicate. */
  abstract readonly possible: boolean;
  /** Whether the bar is the last kept match's score rather than the threshold. */
  barIsKept = false;

  /** Order in which a record found in the list being walked is checked: positions in `lists`; see `arrange`. */
  readonly order: number[] = [];
  /** `rest[i]`: the most that the fields from `order[i]` on can add, with what is due before any field; one longer than `order`. */
  readonly rest: number[] = [];

  /** Positions in the query's list of features, each once, the one with the greatest weight first. Made when first needed. */
  private ownLists: number[] | undefined;

  constructor(
    readonly scenario: Scenario,
    rule: EvidenceRule,
  ) {
    this.mustRest = rule === 'upsert';
  }

  get byWeight(): readonly number[] {
    return (this.ownLists ??= this.sortByWeight());
  }

  /** Raises the bar to the score of the last match kept, where that is above the threshold. */
  abstract raise(num: number, den: number): void;

  /** The most that a field adds when it is as similar as `similarity` at the most, or blank. */
  abstract most(field: number, similarity: Similarity): number;

  /** The most that a field adds whose value is in the list being walked, there or later: as similar as this at the most. */
  abstract mostFound(field: number, similarity: Similarity): number;

  /** What a field adds when its value is this similar. @param value its number in the feature's dictionary */
  abstract what(field: number, similarity: Similarity, value: number): number;

  abstract blank(field: number): number;

  /** What is added whatever the fields hold. */
  abstract readonly base: number;

  /**
   * The greatest surplus of a record whose similarities stay at or below the ceilings (by position in the query's list of features), blanks as they
   * suit it best. Below 0: no such record reaches the bar.
   */
  abstract bound(ceilings: readonly number[]): number;

  /**
   * The score as `scorePair` gives it.
   * @param similarities by field sent, `BLANK` for blanks
   * @param values numbers of the record's values, likewise
   */
  abstract score(similarities: readonly number[], values: readonly number[]): ScenarioScore;

  /**
   * Prepares the check of records found in one list: that field first, then the others by what they can still add, those whose similarity may take a
   * comparison last.
   *
   * @param known whether the neighbours of each of the query's features are
   * @returns false when the list is none of this scenario's
   */
  arrange(list: number, ceilings: readonly number[], known: readonly { readonly complete: boolean }[]): boolean {
    const { lists, order, rest } = this;
    if (!this.possible || !lists.includes(list)) return false;
    // By insertion: a handful, for every level that is walked.
    for (let i = 0; i < lists.length; i++) {
      const own = this.rank(i, list, known);
      let at = i;
      for (; at > 0 && this.rank(order[at - 1]!, list, known) < own; at--) order[at] = order[at - 1]!;
      order[at] = i;
      rest[i] = 0;
    }
    rest[lists.length] = 0;
    this.refresh(ceilings);
    return true;
  }

  private rank(field: number, walked: number, known: readonly { readonly complete: boolean }[]): number {
    const list = this.lists[field]!;
    return (list === walked ? 2e9 : known[list]!.complete ? 1e9 : 0) + this.weights[field]!;
  }

  private sortByWeight(): number[] {
    const own: number[] = [];
    const heaviest: number[] = [];
    for (let i = 0; i < this.lists.length; i++) {
      const list = this.lists[i]!;
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

  /** Calculates `rest` anew after the bar rose. */
  refresh(ceilings: readonly number[]): void {
    this.rest[this.order.length] = this.base;
    for (let i = this.order.length - 1; i >= 0; i--) {
      const field = this.order[i]!;
      this.rest[i] = this.rest[i + 1]! + this.most(field, ceilings[this.lists[field]!]!);
    }
  }
}
