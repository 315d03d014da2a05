import type { NameLists } from '../methods/names/name.js';
import type { FieldTexts } from '../normalized-record.js';
import type { MatchMethod } from '../method.js';
import type { PersonName } from '../person/parse-person-name.js';
import type { NameRelation } from '../person/name-relation.js';
import type { Placeholders } from '../placeholders.js';

/** Kinds of what speaks against a pair, in the order in which they are shown. */
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

/** One thing that speaks against two records being one person or company, whatever else agrees. */
export interface Contradiction {
  readonly kind: ContradictionKindName;
  /** The field, or fields joined by `+`. */
  readonly field: string;
  /** The two records' values, as given. */
  readonly one: string;
  readonly other: string;
}

/** One record's values, read once for all kinds. */
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
  /** @throws Error for a method that is none */
  readonly method: (name: string) => MatchMethod;
}

/** A field as kinds choose theirs. */
export interface KindField {
  readonly name: string;
  readonly type: string;
}

/**
 * A kind of contradiction: one file, which says what fields it reads and when two values contradict each other. Pure,
 * and symmetric but for the order in which the two are shown.
 */
export interface ContradictionKind {
  readonly name: ContradictionKindName;
  /** In words, for people: "other birth dates". */
  readonly title: string;
  /** Whether the kind reads a field of an object. @param isPerson whether the object's records are of people */
  reads(field: KindField, isPerson: boolean): boolean;
  /** Fields that it reads beside one of them, to know what its values mean. */
  besides?(field: string): readonly string[];
  /** @param fields those that it reads, and those that a configuration adds */
  find(pair: ComparedPair, fields: readonly string[], context: ContradictionContext): Contradiction | undefined;
}

/** The values of a field in both records, where both have one. */
export function bothOf({ one, other }: ComparedPair, field: string): readonly [string, string] | undefined {
  const a = one.texts[field] ?? '';
  const b = a === '' ? '' : (other.texts[field] ?? '');
  return a.trim() === '' || b.trim() === '' ? undefined : [a, b];
}

/** The same, where they are not equal to the letter: equal texts never contradict each other. */
export function differingOf(pair: ComparedPair, field: string): readonly [string, string] | undefined {
  return pair.one.texts[field] === pair.other.texts[field] ? undefined : bothOf(pair, field);
}

/** A record's values in some fields, for people. */
export function shownText({ texts }: Party, fields: readonly string[]): string {
  return fields
    .map((field) => texts[field] ?? '')
    .filter((text) => text !== '')
    .join(' ');
}
