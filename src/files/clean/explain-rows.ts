import type { ScoredPairs } from '../../index/clustering/pair-list.js';
import { IntColumn } from '../../runtime/memory/buffers.js';
import { FULL } from '../../matching/method.js';
import { shownScore, scorePair, type FieldScore } from '../../matching/score.js';
import type { Scenario } from '../../matching/scenario.js';
import type { RowIndex } from '../../index/join/row-index.js';

export interface RowsExplanation {
  readonly scenario: Scenario;
  /** Score as an integer percentage. */
  readonly score: number;
  /** Scores by field of the scenario. */
  readonly fields: readonly FieldScore[];
}

const MOST_REASONS = 3;

/** Returns a function that explains pairs, using the normal forms of the index that found the pairs. */
export function rowsExplainer(
  index: RowIndex,
  scenarios: readonly Scenario[],
): (a: number, b: number) => RowsExplanation {
  const normals = scenarios.map((scenario) => index.normals(scenario));
  return (a, b) => {
    let best: RowsExplanation | undefined;
    let bestShare = -1;
    scenarios.forEach((scenario, s) => {
      const [x, y] = [normals[s]!(a), normals[s]!(b)];
      const directions = scenario.model ? [[x, y] as const] : [[x, y] as const, [y, x] as const];
      for (const [searched, stored] of directions) {
        const fields: FieldScore[] = [];
        const { num, den, isDuplicate } = scorePair(scenario, searched, stored, 'dedupe', undefined, fields);
        const share = (isDuplicate ? 1 : 0) + (den === 0 ? 0 : num / den / 10_000);
        if (share <= bestShare) continue;
        bestShare = share;
        best = { scenario, score: shownScore(num, den), fields };
      }
    });
    return best!;
  };
}

/** Explains each pair once. The pairs share a small set of reasons, so each pair takes only four bytes. */
export class ExplainedPairs {
  readonly #told: { readonly scenario: string; readonly reasons: string }[] = [];
  readonly #numbers = new Map<string, number>();
  /** For each pair, the number of its explanation, from 1. 0 means that the pair is not yet explained. */
  readonly #toldOf = new IntColumn();

  constructor(
    readonly pairs: ScoredPairs,
    private readonly rows: (a: number, b: number) => RowsExplanation,
  ) {}

  explain(pair: number): RowsExplanation {
    const explained = this.rows(this.pairs.first[pair]!, this.pairs.second[pair]!);
    const told = { scenario: explained.scenario.id, reasons: reasonsOf(explained) };
    const key = `${told.scenario}\n${told.reasons}`;
    if (!this.#numbers.has(key)) this.#numbers.set(key, this.#told.push(told));
    this.#toldOf.set(pair, this.#numbers.get(key)!);
    return explained;
  }

  /** Returns the scenario that scores the pair higher, and the main evidence. */
  told(pair: number): { readonly scenario: string; readonly reasons: string } {
    if (this.#toldOf.get(pair) === 0) this.explain(pair);
    return this.#told[this.#toldOf.get(pair) - 1]!;
  }
}

/** Describes the main evidence: `Email equal, Phone equal, LastName similar; FirstName differs`. */
export function reasonsOf({ scenario, fields }: RowsExplanation): string {
  const said = fields
    .map(({ searched, stored, similarity, matchWeight }, i) => {
      const { label, weight } = scenario.fields[i]!;
      const isCompared = searched !== '' && stored !== '';
      return { label, similarity, isCompared, says: matchWeight ?? weight * similarity };
    })
    // Omits combined fields, which are not helpful to people.
    .filter(({ label, isCompared }) => isCompared && !label.includes('+'));
  const agreeing = said
    .filter(({ says, similarity }) => says > 0 && similarity > 0)
    .sort((a, b) => b.says - a.says)
    .slice(0, MOST_REASONS)
    .map(({ label, similarity }) => `${label} ${similarity === FULL ? 'equal' : 'similar'}`);
  const [against] = said.filter(({ similarity }) => similarity === 0).sort((a, b) => a.says - b.says);
  return [agreeing.join(', '), ...(against ? [`${against.label} differs`] : [])].filter(Boolean).join('; ');
}
