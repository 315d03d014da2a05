import type { FieldDefinition, FieldType, ValueType } from './definition.js';

/** What each kind of field is, as far as the checks of definitions ask. */
const TEXTS: readonly FieldType[] = ['string', 'textarea', 'email', 'phone', 'url', 'picklist'];
const NUMBERS: readonly FieldType[] = ['integer', 'number', 'currency', 'percent'];
const MOMENTS: readonly FieldType[] = ['date', 'datetime'];

/** Filled by the service from other values: never written by a request, never required, without default. */
const DERIVED: readonly FieldType[] = ['formula', 'autoNumber', 'summary'];

export const isTextType = (type: FieldType): boolean => TEXTS.includes(type);
export const isNumericType = (type: FieldType): boolean => NUMBERS.includes(type);
export const isDerivedType = (type: FieldType): boolean => DERIVED.includes(type);

/** Whether min and max mean something: numbers, dates and datetimes. */
export const isOrderedType = (type: FieldType): boolean => isNumericType(type) || MOMENTS.includes(type);

/** Longest text where the definition names no length, in UTF-16 code units: the platform's usual ones. */
const DEFAULT_LENGTHS: Partial<Record<FieldType, number>> = {
  string: 255,
  textarea: 32_000,
  email: 80,
  phone: 40,
  url: 255,
  picklist: 255,
};

export function lengthOf(definition: FieldDefinition): number | undefined {
  return definition.length ?? DEFAULT_LENGTHS[definition.type];
}

type Attribute = Exclude<keyof FieldDefinition, 'name' | 'type' | 'label'>;

/** Which types an attribute belongs to. Elsewhere it would do nothing, so it is refused. */
const BELONGS_TO: Readonly<Record<Attribute, (type: FieldType) => boolean>> = {
  length: isTextType,
  required: (type) => !isDerivedType(type),
  default: (type) => !isDerivedType(type),
  referenceTo: (type) => type === 'reference',
  mustExist: (type) => type === 'reference',
  formula: (type) => type === 'formula',
  returns: (type) => type === 'formula',
  blankAs: (type) => type === 'formula',
  autoNumber: (type) => type === 'autoNumber',
  summary: (type) => type === 'summary',
  values: (type) => type === 'picklist',
  externalId: (type) => isTextType(type) || isNumericType(type) || type === 'autoNumber',
};

const NEEDED: Partial<Record<FieldType, readonly Attribute[]>> = {
  reference: ['referenceTo'],
  formula: ['formula', 'returns'],
  autoNumber: ['autoNumber'],
  summary: ['summary'],
};

/** An attribute that is missing for the field's type, or that has no place there. */
export function attributeFault(definition: FieldDefinition): { attribute: Attribute; problem: string } | undefined {
  const { type } = definition;
  for (const attribute of NEEDED[type] ?? [])
    if (definition[attribute] === undefined) return { attribute, problem: `missing; a field of type ${type} needs it` };
  for (const attribute of Object.keys(BELONGS_TO) as Attribute[])
    if (definition[attribute] !== undefined && !BELONGS_TO[attribute](type))
      return { attribute, problem: `has no place on a field of type ${type}` };
  return undefined;
}

/** The kind of a field's values, known from its own definition; `undefined` for a summary, which depends on its child object. */
export function ownValueType(definition: FieldDefinition): ValueType | undefined {
  const { type } = definition;
  if (type === 'formula') return definition.returns;
  if (type === 'autoNumber') return 'string';
  return type === 'summary' ? undefined : type;
}
