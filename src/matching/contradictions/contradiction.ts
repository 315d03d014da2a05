import type { NameLists } from '../methods/names/name.js';
import type { FieldTexts } from '../field-texts.js';
import type { MatchMethod } from '../method.js';
import type { PersonName } from '../person/parse-person-name.js';
import type { NameRelation } from '../person/name-relation.js';
import type { Placeholders } from '../method-traits.js';

/** The kinds that a scenario turns off, and the fields that its configuration adds. */
export interface ContradictionChoice {
  readonly off?: ReadonlySet<ContradictionKindName>;
  readonly added?: ReadonlyMap<ContradictionKindName, readonly string[]>;
}

/** Kinds of contradictions, in display order. */
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

/** A reason why two records are not one person or company, whatever else agrees. */
export interface Contradiction {
  readonly kind: ContradictionKindName;
  /** The field, or fields joined by `+`. */
  readonly field: string;
  /** The two records' values, as given. */
  readonly one: string;
  readonly other: string;
}

/** A record's values, parsed once for all kinds. */
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
  /** @throws Error for an unknown method */
  readonly method: (name: string) => MatchMethod;
}

/** A field, as kinds choose theirs. */
export interface KindField {
  readonly name: string;
  readonly type: string;
}

/**
 * A kind of contradiction, in a file of its own: the fields it reads, and when two values contradict each other. Pure,
 * and symmetric except for the order of the two values shown.
 */
export interface ContradictionKind {
  readonly name: ContradictionKindName;
  /** For people: "other birth dates". */
  readonly title: string;
  /** Whether the kind reads a field of an object. @param isPerson whether the object's records are of people */
  reads(field: KindField, isPerson: boolean): boolean;
  /** Further fields that it needs to interpret a field. */
  besides?(field: string): readonly string[];
  /** @param fields that it reads, including those added by the configuration */
  find(pair: ComparedPair, fields: readonly string[], context: ContradictionContext): Contradiction | undefined;
}

/** The values of a field in both records, where both have one. */
export function bothOf({ one, other }: ComparedPair, field: string): readonly [string, string] | undefined {
  const a = one.texts[field] ?? '';
  const b = a === '' ? '' : (other.texts[field] ?? '');
  return a.trim() === '' || b.trim() === '' ? undefined : [a, b];
}

/** `bothOf`, unless the texts are equal: equal texts never contradict each other. */
export function differingOf(pair: ComparedPair, field: string): readonly [string, string] | undefined {
  return pair.one.texts[field] === pair.other.texts[field] ? undefined : bothOf(pair, field);
}

/** A record's values of some fields, for display. */
export function shownText({ texts }: Party, fields: readonly string[]): string {
  return fields
    .map((field) => texts[field] ?? '')
    .filter((text) => text !== '')
    .join(' ');
}
