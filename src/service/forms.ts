import type { FieldTexts, Match } from '../index/candidate-index.js';
import { FULL, type MatchMethod, type Similarity } from '../matching/method.js';
import { scorePair, type EvidenceRule } from '../matching/score.js';
import type { Scenario, ScenarioField } from '../matching/scenario.js';
import { bestMatch, normalForm } from './score-record.js';

/** The texts of a record or query as methods see them, each normal form and what is prepared of it worked out once: for what is compared again and again. */
export class Forms {
  readonly #normals = new Map<MatchMethod, Map<string, string>>();
  readonly #prepared = new Map<MatchMethod, Map<string, unknown>>();

  constructor(private readonly texts: FieldTexts) {}

  /** Whether these are the forms of just these texts. */
  areOf(texts: FieldTexts): boolean {
    const names = Object.keys(texts);
    return names.length === Object.keys(this.texts).length && names.every((name) => texts[name] === this.texts[name]);
  }

  /** `''` where there is nothing comparable. */
  normal(field: ScenarioField): string {
    const byFields = mapIn(this.#normals, field.method);
    const key = field.fields.join('\u0000');
    let normal = byFields.get(key);
    if (normal === undefined) byFields.set(key, (normal = normalForm(field, this.texts)));
    return normal;
  }

  prepared(method: MatchMethod, normal: string): unknown {
    const byNormal = mapIn<MatchMethod, string, unknown>(this.#prepared, method);
    let prepared = byNormal.get(normal);
    if (prepared === undefined) byNormal.set(normal, (prepared = method.prepare(normal)));
    return prepared;
  }
}

/** As `scoreRecord`. */
export function scoreForms(
  id: string,
  scenarios: readonly Scenario[],
  searched: Forms,
  stored: Forms,
  rule: EvidenceRule,
): Match | undefined {
  const compare = (method: MatchMethod, a: string, b: string): Similarity =>
    a === b ? FULL : method.compare(searched.prepared(method, a), stored.prepared(method, b));
  return bestMatch(
    id,
    scenarios.map((scenario) => {
      const [a, b] = [searched, stored].map((forms) => scenario.fields.map((field) => forms.normal(field)));
      return scorePair(scenario, a!, b!, rule, compare);
    }),
  );
}

function mapIn<K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> {
  let map = maps.get(key);
  if (map === undefined) maps.set(key, (map = new Map<L, V>()));
  return map;
}
