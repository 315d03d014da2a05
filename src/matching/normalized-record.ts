import type { FieldTexts } from './field-texts.js';
import type { MatchMethod } from './method.js';
import type { Scenario, ScenarioField } from './scenario.js';

/** Computes and parses each normal form of a record or query once. */
export class NormalizedRecord {
  readonly #normals = new Map<MatchMethod, Map<string, string>>();
  readonly #prepared = new Map<MatchMethod, Map<string, unknown>>();

  constructor(private readonly texts: FieldTexts) {}

  /** Returns whether the record was created from exactly these strings. */
  isOf(texts: FieldTexts): boolean {
    const names = Object.keys(texts);
    return names.length === Object.keys(this.texts).length && names.every((name) => texts[name] === this.texts[name]);
  }

  /** Returns the normal form of each field of the scenario, `''` for a blank. */
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
