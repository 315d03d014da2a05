import type { Configuration } from '../../config/configuration.js';
import { methodOptions } from '../../config/resolve-definitions.js';
import type {
  Contradiction,
  ContradictionContext,
  ComparedPair,
  Party,
} from '../../matching/contradictions/contradiction.js';
import { contradictionsOfType } from '../../matching/contradictions/of-type.js';
import type { Contradictions } from '../../matching/contradictions/contradictions.js';
import { GroundsOf, type Grounds } from '../../matching/grounds/grounds.js';
import { nameLists } from '../../matching/lists/name-lists.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import { placeholders } from '../../matching/placeholders.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldValues } from '../../records/record.js';
import { textOf } from '../search/search-texts.js';

/** Contradictions and grounds of a pair, beside its score. */
export interface PairOpinion {
  readonly pair: ComparedPair;
  readonly contradictions: readonly Contradiction[];
  /** `undefined` where something contradicts the pair: then nothing carries it. */
  readonly grounds: Grounds | undefined;
}

/** Judges pairs of records by a configuration: knows nothing of a store. */
export class PairJudge {
  #context: ContradictionContext | undefined;
  readonly #byType = new Map<string, { contradictions: Contradictions; grounds: GroundsOf }>();

  constructor(private readonly configuration: Pick<Configuration, 'lists' | 'settings'>) {}

  /** Reads a record once, for all pairs that it is judged in. */
  party(type: ObjectType, values: Readonly<FieldValues>): Party {
    const texts: Record<string, string> = {};
    for (const [name, value] of Object.entries(values)) {
      const text = textOf(value);
      if (text !== '') texts[name] = text;
    }
    return this.#of(type).contradictions.party(texts);
  }

  /** Contradictions between two records, as these scenarios ask for them. */
  contradictions(type: ObjectType, one: Party, other: Party, scenarios: readonly Scenario[]): Contradiction[] {
    const { contradictions } = this.#of(type);
    return contradictions.askedBy(scenarios, contradictions.pair(one, other));
  }

  /** @param scenarios those that make the pair a duplicate */
  opinion(type: ObjectType, one: Party, other: Party, scenarios: readonly Scenario[]): PairOpinion {
    const { contradictions, grounds } = this.#of(type);
    const pair = contradictions.pair(one, other);
    const judging = scenarios.filter((scenario) => scenario.contradictions !== false);
    if (judging.length === 0 && scenarios.length > 0) return { pair, contradictions: [], grounds: 'enough' };
    const found = contradictions.askedBy(judging, pair);
    return { pair, contradictions: found, grounds: found.length > 0 ? undefined : grounds.of(pair, scenarios) };
  }

  /** Whether two records that hold one value are of different people. */
  areDifferent(type: ObjectType, one: Party, other: Party): boolean {
    const { contradictions, grounds } = this.#of(type);
    return grounds.areDifferent(contradictions.pair(one, other));
  }

  #of(type: ObjectType) {
    let known = this.#byType.get(type.name);
    if (known === undefined) {
      const contradictions = contradictionsOfType(type, this.#contextOf());
      known = { contradictions, grounds: new GroundsOf(type.fields, contradictions) };
      this.#byType.set(type.name, known);
    }
    return known;
  }

  #contextOf(): ContradictionContext {
    return (this.#context ??= contextOf(this.configuration));
  }
}

/** The parts of a configuration that contradictions are judged with. */
export function contextOf(configuration: Pick<Configuration, 'lists' | 'settings'>): ContradictionContext {
  const methods = createMethods(methodOptions(configuration));
  return {
    names: nameLists(configuration.lists),
    placeholders: placeholders(configuration.lists),
    method(name) {
      const method = methods.get(name);
      if (method === undefined) throw new Error(`contradictions: there is no match method ${name}`);
      return method;
    },
  };
}
