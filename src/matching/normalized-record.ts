import type { MatchMethod } from './method.js';
import type { Scenario, ScenarioField } from './scenario.js';

/** Raw texts of a record or of a query by declared field name; blank ones are absent. */
export type FieldTexts = Readonly<Record<string, string>>;

/**
 * The texts of a record or query as methods see them: each normal form is made once, and prepared once, however often
 * it is compared.
 */
export class NormalizedRecord {
  readonly #normals = new Map<MatchMethod, Map<string, string>>();
  readonly #prepared = new Map<MatchMethod, Map<string, unknown>>();

  constructor(private readonly texts: FieldTexts) {}

  /** Whether it is made of just these texts. */
  isOf(texts: FieldTexts): boolean {
    const names = Object.keys(texts);
    return names.length === Object.keys(this.texts).length && names.every((name) => texts[name] === this.texts[name]);
  }

  /** Normal forms, one for each field of the scenario; `''` where there is nothing comparable. */
  normals({ fields }: Scenario): string[] {
    return fields.map((field) => this.#normal(field));
  }

  prepared(method: MatchMethod, normal: string): unknown {
    return getOrMake(mapIn(this.#prepared, method), normal, () => method.prepare(normal));
  }

  #normal({ fields, method }: ScenarioField): string {
    return getOrMake(mapIn(this.#normals, method), fields.join('\u0000'), () => {
      const raw = fields.map((field) => this.texts[field] ?? '');
      return raw.every((text) => text === '') ? '' : method.normalise(raw);
    });
  }
}

function mapIn<K, V>(maps: Map<MatchMethod, Map<K, V>>, method: MatchMethod): Map<K, V> {
  return getOrMake(maps, method, () => new Map<K, V>());
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
