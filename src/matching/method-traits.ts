import type { FieldType, ValueType } from '../records/object-schema.js';

export type IsPlaceholder = (text: string) => boolean;

/** Placeholder checks for each kind of field. For example, AAA can be a company, and 11111 can be a postal code. */
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
 * - `own`: belongs to a person or company, or to people who live or work together, such as an e-mail address or phone;
 * - `remark`: informative only together with other fields, and only if the values are similar but not equal.
 */
export type MethodKind = 'personName' | 'companyName' | 'place' | 'own' | 'remark';

/** A pattern for fields. All given conditions must hold. */
export interface FieldPattern {
  /** If absent, the pattern applies only if no method claims the field's type. */
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
  /** The kind of value. Absent if the kind depends on the field. */
  readonly kind?: MethodKind;
  /** Reasons why different records may agree in a value (see `nonMatchClasses`). Default: `namesake`. */
  readonly sharedBy?: readonly ('household' | 'mailbox' | 'branch' | 'namesake')[];
  /** Suitable value types. The first is the best type to declare for such a field. Default: all types. */
  readonly types?: readonly ValueType[];
  /** Fields for which the method is proposed. */
  readonly usualFor?: readonly FieldPattern[];
  /** Fields that the method also compares if weights are learned, because they are not informative alone. */
  readonly learnedFor?: readonly FieldPattern[];
  /** Matches most values of a suitable column. `short` and `long` apply if no method's pattern matches the column. */
  readonly texts?: RegExp | 'short' | 'long' | undefined;
  /** Group of fields. Proposed scenarios combine a name with the fields of one group. */
  readonly besideNames?: { readonly key: string; readonly title: string } | undefined;
  /** Whether the method uses the words in two field names to distinguish the fields. */
  readonly tellsFieldsApart?: boolean;
  /** Whether people have several values. If so, values from several fields, and from a list in a cell, are compared. */
  readonly hasSeveral?: boolean;
  /** Selects the placeholders that are treated as blank. If absent, the method has no placeholders. */
  readonly blanks?: (shipped: Placeholders) => IsPlaceholder;
}

/** Returns the method that claims the field by type or, if no method claims the type, by name. */
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
