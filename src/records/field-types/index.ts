import type { FieldType, ValueType } from '../object-schema.js';
import { boolean } from './boolean-type.js';
import { date, datetime } from './date-type.js';
import { email, textType, picklist } from './text-type.js';
import type { FieldTypeDefinition, ValueTypeDefinition } from './type-definition.js';
import { numberType } from './number-type.js';
import { reference } from './reference-type.js';

const formula: FieldTypeDefinition = {
  attributes: ['formula', 'returns', 'blankAs'],
  needs: ['formula', 'returns'],
  isDerived: true,
  valueType: ({ returns }) => returns,
};

const autoNumber: FieldTypeDefinition = {
  attributes: ['autoNumber', 'externalId'],
  needs: ['autoNumber'],
  isDerived: true,
  valueType: () => 'string',
};

/** A roll-up summary: aggregates child records, and is updated when they change. */
const summary: FieldTypeDefinition = {
  attributes: ['summary'],
  needs: ['summary'],
  isDerived: true,
  valueType: () => undefined,
};

export const valueTypes: Readonly<Record<ValueType, ValueTypeDefinition>> = {
  string: textType(255),
  textarea: textType(32_000),
  email,
  phone: textType(40),
  url: textType(255),
  boolean,
  integer: numberType('int'),
  number: numberType('double'),
  currency: numberType(),
  percent: numberType(),
  date,
  datetime,
  picklist,
  reference,
};

export const fieldTypes: Readonly<Record<FieldType, FieldTypeDefinition>> = {
  ...valueTypes,
  formula,
  autoNumber,
  summary,
};
