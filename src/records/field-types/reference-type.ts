import { keyPrefixOf, parseId } from '../ids.js';
import type { Field } from '../object-type.js';
import { accepted, glimpse, refused, type Coerced } from '../coerced.js';
import type { ValueTypeDefinition } from './type-definition.js';

export const reference: ValueTypeDefinition = {
  attributes: ['referenceTo', 'mustExist', 'required', 'default'],
  needs: ['referenceTo'],
  coerce,
  comparesAs: 'id',
  blank: null,
};

/** Does not check whether the record with this Id exists. */
function coerce(field: Field, value: unknown): Coerced {
  if (typeof value !== 'string')
    return refused(
      'MALFORMED_ID',
      field.name,
      `${glimpse(value)} is not an Id (expected a string of 15 or 18 letters and digits)`,
    );
  const text = value.trim();
  if (text === '') return accepted(null);
  const parsed = parseId(text);
  if (!parsed.ok) {
    const problem =
      parsed.reason === 'form'
        ? 'is not an Id (expected 15 or 18 letters and digits)'
        : 'is not an Id: the last three characters are not the checksum of the others';
    return refused('MALFORMED_ID', field.name, `${glimpse(text)} ${problem}`);
  }
  if (field.targetPrefixes.includes(keyPrefixOf(parsed.id))) return accepted(parsed.id);
  return refused(
    'FIELD_INTEGRITY_EXCEPTION',
    field.name,
    `id value of incorrect type: ${parsed.id} (expected an Id of ${(field.referenceTo ?? []).join(' or ')})`,
  );
}
