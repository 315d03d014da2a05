import type { CandidateAnswer, CandidateIndex, CandidateQuery } from '../../src/index/candidate-index.js';
import { FULL, type MatchMethod, type Similarity } from '../../src/matching/method.js';
import type { FieldTexts } from '../../src/matching/field-texts.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { scorePair } from '../../src/matching/score.js';
import type { Match } from '../../src/matching/score-record.js';

interface Column {
  readonly method: MatchMethod;
  readonly fields: readonly string[];
}

/**
 * The reference index: scores every record with the reference implementation, without keys or plans. Caches normalized
 * records, and comparisons of values during one search, so that a million records take seconds.
 */
export class ScanIndex implements CandidateIndex {
  readonly #columns: readonly Column[];
  /** Normalized values by Id, one for each column. */
  readonly #records = new Map<string, readonly string[]>();
  readonly #shared = new Map<string, string>();
  readonly #prepared = new Map<MatchMethod, Map<string, unknown>>();

  /** @param scenarios all scenarios that queries may use */
  constructor(scenarios: readonly Scenario[]) {
    const columns = scenarios.flatMap(({ fields }) => fields);
    this.#columns = [...new Map(columns.map((column) => [keyOf(column), column])).values()];
  }

  put(id: string, values: FieldTexts): void {
    const normals = this.#columns.map((column) => normalForm(column, values));
    this.#records.set(
      id,
      normals.map((normal) => getOrMake(this.#shared, normal, () => normal)),
    );
  }

  delete(id: string): void {
    this.#records.delete(id);
  }

  search({ values, scenarios, rule, limit, withTies, accept = () => true }: CandidateQuery): CandidateAnswer {
    const positions = scenarios.map(({ fields }) =>
      fields.map((field) => this.#columns.findIndex((column) => keyOf(column) === keyOf(field))),
    );
    const searched = scenarios.map(({ fields }) => fields.map((field) => normalForm(field, values)));
    const compare = this.#comparison();
    const all: Match[] = [];
    for (const [id, normals] of this.#records) {
      const scenarioScores = scenarios.map((scenario, s) =>
        scorePair(
          scenario,
          searched[s]!,
          positions[s]!.map((position) => normals[position]!),
          rule,
          compare,
        ),
      );
      const best = scenarioScores
        .filter(({ isDuplicate }) => isDuplicate)
        .sort((a, b) => b.num * a.den - a.num * b.den)[0];
      if (best !== undefined && accept(id)) all.push({ id, num: best.num, den: best.den, scenarioScores });
    }
    all.sort((a, b) => b.num * a.den - a.num * b.den || (a.id < b.id ? -1 : 1));
    const last = all[limit - 1];
    const matches = all.filter(
      ({ num, den }, i) => i < limit || (withTies === true && last !== undefined && num * last.den === last.num * den),
    );
    return { matches, postingsScanned: this.#records.size, incomplete: false };
  }

  attempt(query: CandidateQuery): CandidateAnswer {
    return this.search(query);
  }

  statistics() {
    return { records: this.#records.size, values: 0, bytes: 0, flexsearchBytes: 0, cacheBytes: 0 };
  }

  /** Compares normalized values, each pair once. */
  #comparison(): (method: MatchMethod, a: string, b: string) => Similarity {
    const known = new Map<MatchMethod, Map<string, Map<string, Similarity>>>();
    return (method, a, b) => {
      if (a === b) return FULL;
      const bySearched = getOrMake(known, method, () => new Map<string, Map<string, Similarity>>());
      const similarities = getOrMake(bySearched, a, () => new Map<string, Similarity>());
      return getOrMake(similarities, b, () => method.compare(this.#prepare(method, a), this.#prepare(method, b)));
    };
  }

  #prepare(method: MatchMethod, normal: string): unknown {
    const prepared = getOrMake(this.#prepared, method, () => new Map<string, unknown>());
    return getOrMake(prepared, normal, () => method.prepare(normal));
  }
}

/** The reference index that also keeps the values of its records. */
export class RecordedScan extends ScanIndex {
  readonly records = new Map<string, FieldTexts>();

  override put(id: string, values: FieldTexts): void {
    super.put(id, values);
    this.records.set(id, values);
  }

  override delete(id: string): void {
    super.delete(id);
    this.records.delete(id);
  }
}

/** Returns the parts of a result that tests compare: Ids in order, exact scores, and the scores of each scenario. */
export function shape({ matches }: CandidateAnswer): unknown {
  return matches.map(({ id, num, den, scenarioScores }) => [
    id,
    num / den,
    scenarioScores.map((score) => [score.num, score.den, score.isDuplicate]),
  ]);
}

function normalForm({ method, fields }: Column, values: FieldTexts): string {
  const raw = fields.map((field) => values[field] ?? '');
  return raw.every((text) => text === '') ? '' : method.normalise(raw);
}

/** Methods with the same name count as the same, because threads and benches create their own methods. */
function keyOf({ method, fields }: Column): string {
  return [method.name, ...fields].join('\u0000');
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
