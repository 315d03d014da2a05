import type { Similarity } from '../../matching/method.js';
import type { ScenarioScore } from '../../matching/score.js';
import type { QueryField } from '../planning/query-field.js';
import { BLANK, type QueryScenario } from '../planning/query-scenario.js';

const UNKNOWN = -1;

/** Scores one row at a time. Computes a similarity only when a scenario needs it, and only once. */
export class RowScorer {
  /** The highest score of a duplicate, as a fraction. `bestDen` is 0 if there is no duplicate. */
  bestNum = 0;
  bestDen = 0;
  private readonly similarities: number[] = [];
  private readonly fieldSimilarities: number[] = [];
  private readonly fieldValues: number[] = [];

  constructor(private readonly fields: readonly QueryField[]) {}

  reset(): void {
    const { similarities, fields } = this;
    for (let i = 0; i < fields.length; i++) similarities[i] = UNKNOWN;
  }

  resetTo(position: number, similarity: Similarity): void {
    this.reset();
    this.similarities[position] = similarity;
  }

  score(scenario: QueryScenario, row: number): ScenarioScore {
    const { fieldSimilarities, fieldValues } = this;
    for (let i = 0; i < scenario.positions.length; i++) {
      const position = scenario.positions[i]!;
      fieldSimilarities[i] = this.similarity(position, row);
      fieldValues[i] = this.fields[position]!.column[row]!;
    }
    return scenario.score(fieldSimilarities, fieldValues);
  }

  /** Sets `bestNum` and `bestDen`. @returns whether the row is a duplicate under any scenario */
  scoreBest(scenarios: readonly QueryScenario[], row: number): boolean {
    this.bestDen = 0;
    for (const scenario of scenarios) {
      const { num, den, isDuplicate } = this.score(scenario, row);
      if (!isDuplicate || (this.bestDen !== 0 && num * this.bestDen <= this.bestNum * den)) continue;
      this.bestNum = num;
      this.bestDen = den;
    }
    return this.bestDen !== 0;
  }

  private similarity(position: number, row: number): Similarity {
    const known = this.similarities[position]!;
    if (known !== UNKNOWN) return known;
    const field = this.fields[position]!;
    const value = field.column[row]!;
    const similarity = value === 0 ? BLANK : field.similarity(value);
    this.similarities[position] = similarity;
    return similarity;
  }
}
