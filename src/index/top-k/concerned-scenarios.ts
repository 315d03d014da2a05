import type { Similarity } from '../../matching/method.js';
import type { QueryField } from '../planning/query-field.js';
import type { QueryScenario } from '../planning/query-scenario.js';

/** The query's scenarios that use the walked list. */
export class ConcernedScenarios {
  /** Reused for every level: the first `count` are valid. */
  readonly scenarios: QueryScenario[] = [];
  count = 0;
  private list = -1;

  /** @param ceilings updated by the owner */
  constructor(
    private readonly all: readonly QueryScenario[],
    private readonly fields: readonly QueryField[],
    private readonly ceilings: readonly number[],
  ) {}

  arrange(list: number): void {
    this.list = list;
    this.count = 0;
    for (const scenario of this.all)
      if (scenario.arrange(list, this.ceilings, this.fields)) this.scenarios[this.count++] = scenario;
  }

  /** Whether a row with a value of this similarity, or a lower one, may be in the top k. */
  reaches(similarity: Similarity): boolean {
    for (let s = 0; s < this.count; s++) if (this.bound(s, similarity) >= 0) return true;
    return false;
  }

  /** Whether it can at most tie with the last match kept. */
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
