import type { Similarity } from '../../matching/method.js';
import type { QueryField } from '../planning/query-field.js';
import type { QueryScenario } from '../planning/query-scenario.js';

/** Those of a query's scenarios that have the list being walked: they decide about the rows in it. */
export class ConcernedScenarios {
  /** The first `count` of them; a place that is used again for every level. */
  readonly scenarios: QueryScenario[] = [];
  count = 0;
  private list = -1;

  /** @param ceilings of the query's fields, to be kept up to date by the owner */
  constructor(
    private readonly all: readonly QueryScenario[],
    private readonly fields: readonly QueryField[],
    private readonly ceilings: readonly number[],
  ) {}

  /** Turns to the list at this position of the query's fields. */
  arrange(list: number): void {
    this.list = list;
    this.count = 0;
    for (const scenario of this.all)
      if (scenario.arrange(list, this.ceilings, this.fields)) this.scenarios[this.count++] = scenario;
  }

  /** Whether a row in the list by a value of this similarity, or a lower one, may be a match and good enough. */
  reaches(similarity: Similarity): boolean {
    for (let s = 0; s < this.count; s++) if (this.bound(s, similarity) >= 0) return true;
    return false;
  }

  /** Whether such a row could at most be as good as the last match kept. */
  onlyTies(similarity: Similarity): boolean {
    for (let s = 0; s < this.count; s++) {
      const bound = this.bound(s, similarity);
      if (bound > 0 || (bound === 0 && !this.scenarios[s]!.isAtKthScore)) return false;
    }
    return true;
  }

  private bound(s: number, similarity: Similarity): number {
    return this.scenarios[s]!.marginBoundInList(this.list, similarity, this.ceilings);
  }
}
