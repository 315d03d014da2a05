import type { FieldType, ValueType } from '../records/object-schema.js';

export type IsPlaceholder = (text: string) => boolean;

/** Placeholder checks by kind of field, because AAA can be a company, and 11111 can be a postal code. */
export interface Placeholders {
  readonly name: IsPlaceholder;
  readonly company: IsPlaceholder;
  readonly phone: IsPlaceholder;
  readonly email: IsPlaceholder;
  readonly postalCode: IsPlaceholder;
  readonly date: IsPlaceholder;
  readonly street: IsPlaceholder;
  readonly words: IsPlaceholder;
  readonly any: IsPlaceholder;
}

/**
 * How well a value identifies a record:
 * - `personName`, `companyName`: many people share a name, so a person's name never suffices for an upsert;
 * - `place`: a city or postal code, which never suffices either;
 * - `own`: a value of one person or company, or of people who live or work together, such as an e-mail address or a
 *   phone number;
 * - `remark`: informative only together with other fields, and only if the values are similar but not equal.
 */
export type MethodKind = 'personName' | 'companyName' | 'place' | 'own' | 'remark';

/** Conditions on a field, all of which must hold. */
export interface FieldPattern {
  /** If absent, the pattern applies only if no method's pattern has the field's type. */
  readonly type?: FieldType;
  readonly name?: Pick<RegExp, 'test'>;
  readonly object?: string;
  readonly recordsOf?: 'person' | 'company';
  readonly isOnly?: boolean;
}

type PatternField = Partial<Omit<FieldPattern, 'name' | 'type'>> & {
  readonly name: string;
  /** The field's type; `''` for several fields compared together. */
  readonly type: string;
};

/** Properties that let other code use a method without knowing its name. */
export interface MethodTraits {
  /** Absent if the kind of value depends on the field. */
  readonly kind?: MethodKind;
  /** Reasons why different records may agree in a value (see `nonMatchClasses`). Default: `namesake`. */
  readonly sharedBy?: readonly ('household' | 'mailbox' | 'branch' | 'namesake')[];
  /** Suitable value types. The first is the best type for a new field with this method. Default: all types. */
  readonly types?: readonly ValueType[];
  /** Fields for which the method is suggested. */
  readonly usualFor?: readonly FieldPattern[];
  /** Fields that the method compares only if weights are learned, because they are not informative alone. */
  readonly learnedFor?: readonly FieldPattern[];
  /** Matches most values of a suitable column. `short` and `long` apply if no other method matches the column. */
  readonly texts?: RegExp | 'short' | 'long' | undefined;
  /** A group of fields. Suggested scenarios combine a name with the fields of one group. */
  readonly besideNames?: { readonly key: string; readonly title: string } | undefined;
  /** Whether the method uses words of the field names to distinguish two fields. */
  readonly tellsFieldsApart?: boolean;
  /** Whether people have several such values. If so, values of several fields and lists in a cell are compared. */
  readonly hasSeveral?: boolean;
  /** Returns the placeholders that count as blank. Absent if the method has none. */
  readonly blanks?: (shipped: Placeholders) => IsPlaceholder;
}

/** Returns the method whose pattern has the field's type or, if there is none, whose pattern fits the field's name. */
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

export function isSuited({ types }: MethodTraits, type: ValueType): boolean {
  return types?.includes(type) ?? true;
}
