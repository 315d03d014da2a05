import type { FieldDefinition, FieldType, ValueType } from './object-schema.js';
import { fieldTypes, valueTypes } from './field-types/index.js';

export const isDerivedType = (type: FieldType): boolean => fieldTypes[type].isDerived === true;
export const isNumericType = (type: ValueType): boolean => valueTypes[type].comparesAs === 'number';

export const isOrderedType = (type: ValueType): boolean =>
  ['number', 'date', 'datetime'].includes(valueTypes[type].comparesAs);

export function lengthOf(definition: FieldDefinition): number | undefined {
  return definition.length ?? fieldTypes[definition.type].defaultLength;
}

/** Returns an attribute that the type requires but that is missing, or that the type does not allow. */
export function attributeFault(definition: FieldDefinition): { attribute: string; problem: string } | undefined {
  const { type } = definition;
  const { attributes, needs = [] } = fieldTypes[type];
  const missing = needs.find((attribute) => definition[attribute] === undefined);
  if (missing !== undefined) return { attribute: missing, problem: `missing; a field of type ${type} requires it` };
  const allowed = new Set<string>(['name', 'type', 'label', ...attributes]);
  for (const [attribute, value] of Object.entries(definition))
    if (value !== undefined && !allowed.has(attribute))
      return { attribute, problem: `is not allowed on a field of type ${type}` };
  return undefined;
}

/** Returns a field's value type, or `undefined` for a summary, whose type depends on its child object. */
export function ownValueType(definition: FieldDefinition): ValueType | undefined {
  const type = fieldTypes[definition.type];
  return type.valueType ? type.valueType(definition) : (definition.type as ValueType);
}
