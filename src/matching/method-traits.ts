import type { FieldType, ValueType } from '../records/definition.js';
import type { IsPlaceholder, Placeholders } from './placeholders.js';

/**
 * The values that a method reads tell whom a record is about:
 *
 * - `personName`, `companyName`: a name. Many people share one, so an upsert never rests on a person's name alone;
 * - `place`: a city, a postal code. No upsert rests on it alone;
 * - `own`: it belongs to one person or company, or to those who live or work together: an e-mail address, a phone;
 * - `remark`: it says something only beside other fields, where its values are similar and not equal.
 */
export type MethodKind = 'personName' | 'companyName' | 'place' | 'own' | 'remark';

/** Fields that a method is the usual one for. All that is given must hold. */
export interface FieldPattern {
  /** Declared type. Names alone count only where no method asks for the type. */
  readonly type?: FieldType;
  readonly name?: RegExp;
  /** Object type name. */
  readonly object?: string;
  /** Whether the records are of people or of companies. */
  readonly recordsOf?: 'person' | 'company';
  /** Whether it is the only field that is compared. */
  readonly isOnly?: boolean;
}

/** A field as patterns see it. */
export type PatternField = Partial<Omit<FieldPattern, 'name' | 'type'>> & {
  readonly name: string;
  /** Declared type (`string`, `email` ...); `''` for several fields together. */
  readonly type: string;
};

/** Traits by which others use a method without knowing its name. */
export interface MethodTraits {
  /** Absent: that depends on the field. */
  readonly kind?: MethodKind;
  /**
   * Classes of different records that agree on such values for a reason: see `nonMatchClasses`. Default: namesakes.
   */
  readonly sharedBy?: readonly ('household' | 'mailbox' | 'branch' | 'namesake')[];
  /** Types of values that it is made for; the first one is what such a field is best declared as. Absent: any. */
  readonly types?: readonly ValueType[];
  /** Fields that it is proposed for. */
  readonly usualFor?: readonly FieldPattern[];
  /** Further fields that it compares where weights are learned: they say little by themselves. */
  readonly learnedFor?: readonly FieldPattern[];
  /** How most texts of a column look that nothing else is known of; the columns left are `short` or `long` texts. */
  readonly texts?: RegExp | 'short' | 'long' | undefined;
  /** A scenario is proposed of a name and the fields of one group. */
  readonly besideNames?: { readonly key: string; readonly title: string } | undefined;
  /** Whether it tells two fields apart: what it finds goes by both fields' own words. */
  readonly tellsFieldsApart?: boolean;
  /** Whether people have several of its values: it compares those of several fields, and of lists in a cell. */
  readonly hasSeveral?: boolean;
  /** Which texts stand for nothing. Absent: it reads no words. */
  readonly blanks?: (shipped: Placeholders) => IsPlaceholder;
}

/** The first method whose pattern fits a field, by its type, else by its name. */
export function methodByPattern<M>(
  methods: Iterable<M>,
  field: PatternField,
  patternsOf: (method: M) => readonly FieldPattern[],
): M | undefined {
  const all = [...methods].flatMap((method) => patternsOf(method).map((pattern) => ({ method, pattern })));
  const ofType = all.filter(({ pattern }) => pattern.type === field.type);
  const candidates = ofType.length > 0 ? ofType : all.filter(({ pattern }) => pattern.type === undefined);
  return candidates.find(({ pattern }) => fits(pattern, field))?.method;
}

function fits({ name, object, recordsOf, isOnly }: FieldPattern, field: PatternField): boolean {
  return (
    (name?.test(field.name) ?? true) &&
    (object === undefined || object === field.object) &&
    (recordsOf === undefined || recordsOf === field.recordsOf) &&
    (isOnly === undefined || isOnly === field.isOnly)
  );
}

/** Whether a method is made for values of a type. */
export function isSuited({ types }: MethodTraits, type: ValueType): boolean {
  return types?.includes(type) ?? true;
}
