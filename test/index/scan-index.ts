import type {
  CandidateAnswer,
  CandidateIndex,
  CandidateQuery,
  FieldTexts,
  Match,
} from '../../src/index/candidate-index.js';
import { compareMatches, normalForms, scoreRecord } from '../../src/service/score-record.js';

/** The oracle: scores every record by the reference, remembers nothing, knows no shortcut. */
export class ScanIndex implements CandidateIndex {
  readonly #records = new Map<string, FieldTexts>();

  put(id: string, values: FieldTexts): void {
    this.#records.set(id, values);
  }

  delete(id: string): void {
    this.#records.delete(id);
  }

  search({ values, scenarios, rule, limit, withTies, accept = () => true }: CandidateQuery): CandidateAnswer {
    const searched = scenarios.map((scenario) => normalForms(scenario, values));
    const matches: Match[] = [];
    for (const [id, stored] of this.#records) {
      const match = scoreRecord(id, scenarios, searched, stored, rule);
      if (match !== undefined && accept(id)) matches.push(match);
    }
    matches.sort(compareMatches);
    let end = Math.min(limit, matches.length);
    if (withTies === true && end > 0) {
      const last = matches[end - 1]!;
      while (end < matches.length && matches[end]!.num / matches[end]!.den === last.num / last.den) end++;
    }
    return { matches: matches.slice(0, end), walked: this.#records.size, incomplete: false };
  }

  statistics() {
    return { records: this.#records.size, values: 0, bytes: 0, flexsearchBytes: 0, memoBytes: 0 };
  }
}
