import type { CandidateAnswer, CandidateQuery, FieldTexts, Match } from '../../src/index/candidate-index.js';
import { scorePair } from '../../src/matching/score.js';
import type { Scenario } from '../../src/matching/scenario.js';

/** Scores every record by the letter of the contract. Knows nothing of indexes. */
export class Oracle {
  readonly records = new Map<string, FieldTexts>();

  /** All matches in order, the limit not applied. */
  all(query: CandidateQuery): Match[] {
    const matches: Match[] = [];
    for (const [id, stored] of this.records) {
      const scenarioScores = query.scenarios.map((scenario) =>
        scorePair(scenario, normals(scenario, query.values), normals(scenario, stored), query.rule),
      );
      const best = scenarioScores
        .filter((score) => score.isDuplicate)
        .reduce<{ num: number; den: number } | undefined>(
          (top, score) => (top === undefined || score.num * top.den > top.num * score.den ? score : top),
          undefined,
        );
      if (best && (query.accept?.(id) ?? true)) matches.push({ id, num: best.num, den: best.den, scenarioScores });
    }
    return matches.sort((a, b) => b.num * a.den - a.num * b.den || (a.id < b.id ? -1 : 1));
  }

  search(query: CandidateQuery): Match[] {
    const all = this.all(query);
    const last = all[query.limit - 1];
    if (!last) return all;
    return all.filter(
      (match, i) => i < query.limit || (query.withTies && match.num * last.den === last.num * match.den),
    );
  }
}

/** What is compared: Ids in order, exact scores, and each scenario's own. */
export function shape(answer: readonly Match[] | CandidateAnswer): unknown {
  const matches = 'matches' in answer ? answer.matches : answer;
  return matches.map(({ id, num, den, scenarioScores }) => [
    id,
    num / den,
    scenarioScores.map((score) => [score.num, score.den, score.isDuplicate]),
  ]);
}

function normals(scenario: Scenario, values: FieldTexts): string[] {
  return scenario.fields.map(({ fields, method }) => method.normalise(fields.map((field) => values[field] ?? '')));
}
