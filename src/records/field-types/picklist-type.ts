import type { Field } from '../object-type.js';
import { accepted, glimpse, refused, type Coerced } from '../coerced.js';
import type { ValueTypeDefinition } from './type-definition.js';
import { coerceText, textType } from './text-type.js';

const text = textType(255, coercePicklist);

export const picklist: ValueTypeDefinition = {
  ...text,
  attributes: [...text.attributes, 'values'],
  comparesAs: 'picklist',
};

/** Any text if no values are declared; otherwise one of them, ignoring case, in declared spelling. */
function coercePicklist(field: Field, value: unknown): Coerced {
  const text = coerceText(field, value);
  if (!text.ok || text.value === null || field.values === undefined) return text;
  const sent = String(text.value);
  const lower = sent.toLowerCase();
  const known = field.values.find((declared) => declared.toLowerCase() === lower);
  if (known !== undefined) return accepted(known);
  return refused(
    'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
    field.name,
    `bad value for restricted picklist field: ${glimpse(sent)} (expected one of ${field.values.slice(0, 10).join(', ')}${field.values.length > 10 ? ', ...' : ''})`,
  );
}
