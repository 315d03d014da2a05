import type { NameLists } from '../methods/names/word.js';
import type { FieldTexts } from '../field-texts.js';
import type { MatchMethod } from '../method.js';
import type { PersonName } from '../person/parse-person-name.js';
import type { NameRelation } from '../person/name-relation.js';
import type { Placeholders } from '../method-traits.js';

/** A scenario's settings: the kinds that it disables, and the fields that it adds to a kind. */
export interface ContradictionChoice {
  readonly off?: ReadonlySet<ContradictionKindName>;
  readonly added?: ReadonlyMap<ContradictionKindName, readonly string[]>;
}

/** In display order. */
export const CONTRADICTION_KINDS = [
  'birthDate',
  'generation',
  'firstName',
  'sex',
  'identifier',
  'unit',
  'companyName',
] as const;
export type ContradictionKindName = (typeof CONTRADICTION_KINDS)[number];

/** A reason why two records are different people or companies, even if everything else agrees. */
export interface Contradiction {
  readonly kind: ContradictionKindName;
  /** The field's name, or several names joined by `+`. */
  readonly field: string;
  readonly one: string;
  readonly other: string;
}

/** A record whose values are parsed once for all kinds. */
export interface Party {
  readonly texts: FieldTexts;
  readonly name: PersonName;
}

export interface ComparedPair {
  readonly one: Party;
  readonly other: Party;
  readonly names: NameRelation;
}

export interface ContradictionContext {
  readonly names: NameLists;
  readonly placeholders: Placeholders;
  /** Returns the method with this name. @throws Error if there is no such method */
  readonly method: (name: string) => MatchMethod;
}

export interface KindField {
  readonly name: string;
  readonly type: string;
}

/** Defines which fields a kind reads, and which values contradict. Pure. Symmetric, except for the order shown. */
export interface ContradictionKind {
  readonly name: ContradictionKindName;
  readonly title: string;
  reads(field: KindField, isPerson: boolean): boolean;
  besides?(field: string): readonly string[];
  /** @param fields fields of the kind, including fields that the configuration adds */
  find(pair: ComparedPair, fields: readonly string[], context: ContradictionContext): Contradiction | undefined;
}

/** Returns both records' values of a field, or `undefined` if either is blank. */
export function bothOf({ one, other }: ComparedPair, field: string): readonly [string, string] | undefined {
  const a = one.texts[field] ?? '';
  const b = a === '' ? '' : (other.texts[field] ?? '');
  return a.trim() === '' || b.trim() === '' ? undefined : [a, b];
}

/** Like `bothOf`, but `undefined` for equal values, which never contradict each other. */
export function differingOf(pair: ComparedPair, field: string): readonly [string, string] | undefined {
  return pair.one.texts[field] === pair.other.texts[field] ? undefined : bothOf(pair, field);
}

export function shownText({ texts }: Party, fields: readonly string[]): string {
  return fields
    .map((field) => texts[field] ?? '')
    .filter((text) => text !== '')
    .join(' ');
}
