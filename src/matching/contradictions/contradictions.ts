import type { FieldTexts } from '../field-texts.js';
import { relateNames, type NameRelation } from '../person/name-relation.js';
import { NAME_FIELDS, readPersonName } from '../person/parse-person-name.js';
import type { Scenario } from '../scenario.js';
import { birthDate } from './birth-date.js';
import { companyName } from './company-names.js';
import {
  type Contradiction,
  type ContradictionContext,
  type ContradictionKind,
  type ContradictionKindName,
  type KindField,
  type ComparedPair,
  type Party,
  type ContradictionChoice,
} from './contradiction.js';
import { firstName } from './first-name.js';
import { generation } from './generation.js';
import { identifier } from './identifiers.js';
import { sex } from './sex.js';
import { unit } from './unit.js';
import { hasCompoundName } from '../../records/compound.js';
import type { ObjectType } from '../../records/object-type.js';

/** All contradiction kinds. A kind added here applies to upserts, jobs, `clean`, explanations and the configuration. */
export const contradictionKinds: readonly ContradictionKind[] = [
  birthDate,
  generation,
  firstName,
  sex,
  identifier,
  unit,
  companyName,
];

/** Finds contradictions between two records of one object type, using only their values. */
export class Contradictions {
  readonly #fields: ReadonlyMap<ContradictionKindName, readonly string[]>;

  constructor(
    fields: readonly KindField[],
    readonly isPerson: boolean,
    readonly context: ContradictionContext,
  ) {
    this.#fields = new Map(
      contradictionKinds.map((kind) => [
        kind.name,
        fields.filter((field) => kind.reads(field, isPerson)).map(({ name }) => name),
      ]),
    );
  }

  reads(scenarios: readonly Pick<Scenario, 'contradictions'>[] = []): Set<string> {
    const added = scenarios.flatMap(({ contradictions }) => [
      ...((contradictions || undefined)?.added?.values() ?? []),
    ]);
    const fields = new Set([...NAME_FIELDS, ...[...this.#fields.values()].flat(), ...added.flat()]);
    for (const kind of contradictionKinds)
      for (const field of this.#fields.get(kind.name)!)
        for (const beside of kind.besides?.(field) ?? []) fields.add(beside);
    return fields;
  }

  readBy(kind: ContradictionKindName): readonly string[] {
    return this.#fields.get(kind)!;
  }

  party(texts: FieldTexts): Party {
    return { texts, name: readPersonName(texts, this.context.names, this.context.placeholders.name) };
  }

  pair(one: Party, other: Party): ComparedPair {
    const { names: lists } = this.context;
    let known: NameRelation | undefined;
    return {
      ...{ one, other },
      // Companies have no such names to relate.
      get names() {
        return (known ??= relateNames(one.name, other.name, lists));
      },
    };
  }

  between(pair: ComparedPair, { off, added }: ContradictionChoice = {}): Contradiction[] {
    const found: Contradiction[] = [];
    for (const kind of contradictionKinds) {
      if (off?.has(kind.name)) continue;
      const more = added?.get(kind.name);
      const known = this.#fields.get(kind.name)!;
      const fields = more === undefined ? known : [...known, ...more];
      const contradiction = fields.length === 0 ? undefined : kind.find(pair, fields, this.context);
      if (contradiction !== undefined) found.push(contradiction);
    }
    return found;
  }

  /** Returns contradictions of the kinds that any of the scenarios uses, or of all kinds if there are no scenarios. */
  askedBy(scenarios: readonly Pick<Scenario, 'contradictions'>[], pair: ComparedPair): Contradiction[] {
    const judging = scenarios.filter(({ contradictions }) => contradictions !== false);
    if (judging.length === 0 && scenarios.length > 0) return [];
    const choices = new Set(judging.map(({ contradictions }) => contradictions || ALL));
    if (choices.size === 0) choices.add(ALL);
    const found = new Map<string, Contradiction>();
    for (const choice of choices)
      for (const one of this.between(pair, choice)) found.set(`${one.kind} ${one.field}`, one);
    return [...found.values()];
  }
}

const ALL: ContradictionChoice = {};

export function contradictionsOfType(type: ObjectType, context: ContradictionContext): Contradictions {
  const isPerson =
    hasCompoundName(type) || (type.field('FirstName') !== undefined && type.field('LastName') !== undefined);
  return new Contradictions(type.fields, isPerson, context);
}
