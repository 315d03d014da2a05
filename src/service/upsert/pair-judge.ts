import type { Configuration } from '../../store/config/configuration.js';
import { contradictionContext } from '../../store/config/resolve-definitions.js';
import type { Contradiction, ContradictionContext, Party } from '../../matching/contradictions/contradiction.js';
import { contradictionsOfType, type Contradictions } from '../../matching/contradictions/contradictions.js';
import { GroundsOf } from '../../matching/grounds/grounds.js';
import { type Grounds } from '../../matching/grounds/agreement.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldValues } from '../../records/record.js';
import { textOf } from '../search/search-texts.js';

export interface PairOpinion {
  readonly contradictions: readonly Contradiction[];
  /** `undefined` if there is a contradiction. */
  readonly grounds: Grounds | undefined;
}

/** Judges pairs of records according to a configuration, without a store. */
export class PairJudge {
  #context: ContradictionContext | undefined;
  readonly #byType = new Map<string, { contradictions: Contradictions; grounds: GroundsOf }>();

  constructor(private readonly configuration: Pick<Configuration, 'lists' | 'settings'>) {}

  party(type: ObjectType, values: Readonly<FieldValues>): Party {
    const texts: Record<string, string> = {};
    for (const [name, value] of Object.entries(values)) {
      const text = textOf(value);
      if (text !== '') texts[name] = text;
    }
    return this.#of(type).contradictions.party(texts);
  }

  contradictions(type: ObjectType, one: Party, other: Party, scenarios: readonly Scenario[]): Contradiction[] {
    const { contradictions } = this.#of(type);
    return contradictions.askedBy(scenarios, contradictions.pair(one, other));
  }

  /** Judges a pair. @param scenarios the scenarios that make the pair a duplicate */
  opinion(type: ObjectType, one: Party, other: Party, scenarios: readonly Scenario[]): PairOpinion {
    const { contradictions, grounds } = this.#of(type);
    const pair = contradictions.pair(one, other);
    const judging = scenarios.filter((scenario) => scenario.contradictions !== false);
    if (judging.length === 0 && scenarios.length > 0) return { contradictions: [], grounds: 'enough' };
    const found = contradictions.askedBy(judging, pair);
    return { contradictions: found, grounds: found.length > 0 ? undefined : grounds.of(pair, scenarios) };
  }

  /** Returns whether two records that share a value belong to different people. */
  areDifferent(type: ObjectType, one: Party, other: Party): boolean {
    const { contradictions, grounds } = this.#of(type);
    return grounds.areDifferent(contradictions.pair(one, other));
  }

  #of(type: ObjectType) {
    let known = this.#byType.get(type.name);
    if (known === undefined) {
      const contradictions = contradictionsOfType(type, (this.#context ??= contradictionContext(this.configuration)));
      known = { contradictions, grounds: new GroundsOf(type.fields, contradictions) };
      this.#byType.set(type.name, known);
    }
    return known;
  }
}
