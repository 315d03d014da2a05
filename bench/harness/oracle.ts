import type { CandidateQuery, FieldTexts, Match } from '../../src/index/candidate-index.js';
import type { MatchMethod, Similarity } from '../../src/matching/method.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { FULL } from '../../src/matching/method.js';
import { scorePair } from '../../src/matching/score.js';

interface Column {
  readonly method: MatchMethod;
  readonly fields: readonly string[];
  /** Normal form of each record. */
  readonly normals: string[];
}

/**
 * Scores every record by the reference, knowing nothing of indexes, keys or plans. The one thing that it remembers, so that a million records take
 * seconds and not hours, is the comparison of two normal forms.
 */
export class Oracle {
  readonly #columns = new Map<string, Column>();
  readonly #ids: string[] = [];
  readonly #shared = new Map<string, string>();
  readonly #prepared = new Map<MatchMethod, Map<string, unknown>>();

  constructor(scenarios: readonly Scenario[]) {
    for (const { fields } of scenarios)
      for (const { method, fields: names } of fields)
        this.#columns.set(keyOf(method, names), { method, fields: names, normals: [] });
  }

  add(id: string, values: FieldTexts): void {
    this.#ids.push(id);
    for (const column of this.#columns.values()) column.normals.push(this.#share(normalForm(column, values)));
  }

  search({ values, scenarios, rule, limit }: CandidateQuery): Match[] {
    const columns = scenarios.map(({ fields }) =>
      fields.map((field) => this.#columns.get(keyOf(field.method, field.fields))!),
    );
    const searched = columns.map((each) => each.map((column) => normalForm(column, values)));
    const compare = this.#comparison();
    const matches: Match[] = [];
    this.#ids.forEach((id, row) => {
      const scenarioScores = scenarios.map((scenario, s) =>
        scorePair(
          scenario,
          searched[s]!,
          columns[s]!.map(({ normals }) => normals[row]!),
          rule,
          compare,
        ),
      );
      const best = scenarioScores
        .filter(({ isDuplicate }) => isDuplicate)
        .sort((a, b) => b.num * a.den - a.num * b.den)[0];
      if (best !== undefined) matches.push({ id, num: best.num, den: best.den, scenarioScores });
    });
    matches.sort((a, b) => b.num * a.den - a.num * b.den || (a.id < b.id ? -1 : 1));
    return matches.slice(0, limit);
  }

  /** Comparison of normal forms, each pair once. */
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
    return getOrMake(
      getOrMake(this.#prepared, method, () => new Map<string, unknown>()),
      normal,
      () => method.prepare(normal),
    );
  }

  #share(text: string): string {
    return getOrMake(this.#shared, text, () => text);
  }
}

function normalForm({ method, fields }: Column, values: FieldTexts): string {
  const raw = fields.map((field) => values[field] ?? '');
  return raw.every((text) => text === '') ? '' : method.normalise(raw);
}

/** Columns are told apart by method and fields; methods of one name are one method here. */
function keyOf(method: MatchMethod, fields: readonly string[]): string {
  return [method.name, ...fields].join('\u0000');
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
