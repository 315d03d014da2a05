import type { FieldType, ValueType } from '../records/object-schema.js';

/** Takes a raw text or a normal form. */
export type IsPlaceholder = (text: string) => boolean;

/** By kind of field: a company may be called AAA, a postal code may be 11111. */
export interface Placeholders {
  readonly name: IsPlaceholder;
  readonly company: IsPlaceholder;
  readonly phone: IsPlaceholder;
  readonly email: IsPlaceholder;
  readonly postalCode: IsPlaceholder;
  readonly date: IsPlaceholder;
  readonly street: IsPlaceholder;
  /** Cities, longer texts. */
  readonly words: IsPlaceholder;
  /** Values of any kind, including codes. */
  readonly any: IsPlaceholder;
}

/**
 * By what a value identifies:
 * - `personName`, `companyName`: many people share a name, so a person's name never suffices for an upsert;
 * - `place`: a city, a postal code. Never suffices either;
 * - `own`: of one person or company, or of those who live or work together: an e-mail address, a phone;
 * - `remark`: only means something with other fields, if values are similar and not equal.
 */
export type MethodKind = 'personName' | 'companyName' | 'place' | 'own' | 'remark';

/** All given conditions must hold. */
export interface FieldPattern {
  /** Names alone only count if no method claims the type. */
  readonly type?: FieldType;
  readonly name?: Pick<RegExp, 'test'>;
  readonly object?: string;
  readonly recordsOf?: 'person' | 'company';
  readonly isOnly?: boolean;
}

type PatternField = Partial<Omit<FieldPattern, 'name' | 'type'>> & {
  readonly name: string;
  /** `''` for several fields together. */
  readonly type: string;
};

/** How other code uses a method without knowing its name. */
export interface MethodTraits {
  /** Absent: depends on the field. */
  readonly kind?: MethodKind;
  /** Different records that agree in such values for a reason: see `nonMatchClasses`. Default: namesakes. */
  readonly sharedBy?: readonly ('household' | 'mailbox' | 'branch' | 'namesake')[];
  /** The first is the best declaration for such a field. Absent: any. */
  readonly types?: readonly ValueType[];
  /** Fields that it is proposed for. */
  readonly usualFor?: readonly FieldPattern[];
  /** Fields that it also compares if weights are learned: they say little alone. */
  readonly learnedFor?: readonly FieldPattern[];
  /** Most texts of a suitable column that is otherwise unknown; the remaining columns are `short` or `long` texts. */
  readonly texts?: RegExp | 'short' | 'long' | undefined;
  /** Scenarios are proposed of a name plus the fields of one group. */
  readonly besideNames?: { readonly key: string; readonly title: string } | undefined;
  /** Whether it distinguishes two fields, by both fields' own words. */
  readonly tellsFieldsApart?: boolean;
  /** People have several values: compares those of several fields, and of lists in a cell. */
  readonly hasSeveral?: boolean;
  /** Absent: the method has no words. */
  readonly blanks?: (shipped: Placeholders) => IsPlaceholder;
}

/** By type, otherwise by name. */
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
