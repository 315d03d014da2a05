import { RequestError } from '../../records/contract/request-error.js';
import { shorten, unknownField } from '../../records/contract/unknown-field.js';
import type { Field, ObjectType } from '../../records/object-type.js';
import { isSortable, sortKeyOf } from '../../records/sortable.js';
import { storedValue } from '../../records/stored-value.js';
import type { SortKey } from '../../store/record-order.js';

export interface Order {
  readonly key: SortKey;
  readonly isDescending: boolean;
}

const ORDER = /^\s*(\S+)(?:\s+(ASC|DESC))?\s*$/i;

/**
 * Parses an ORDER BY clause with one field.
 * @returns `undefined` for Id order, the default
 * @throws RequestError 400 `INVALID_FIELD`
 */
export function readOrder(type: ObjectType, text: string | undefined): Order | undefined {
  if (text === undefined) return undefined;
  const [, name, direction = 'ASC'] = ORDER.exec(text) ?? [];
  if (name === undefined) throw refused('orderBy: expected a field and optionally ASC or DESC, such as LastName DESC');
  const field = type.field(name);
  if (field === undefined) throw new RequestError(400, 'INVALID_FIELD', unknownField(type, name), [shorten(name)]);
  const isDescending = direction.toUpperCase() === 'DESC';
  if (field.name === 'Id') return isDescending ? { key: { name: 'Id', of: () => null }, isDescending } : undefined;
  if (!isSortable(field))
    throw refused(
      `orderBy: ${field.name} is ${field.type === 'formula' ? 'a formula' : 'a long text'} and cannot be used for sorting`,
    );
  return { key: sortKeyFor(field), isDescending };
}

export function sortKeyFor(field: Field): SortKey {
  return { name: field.name, of: ({ fields }) => sortKeyOf(field, storedValue(field, fields[field.name])) };
}

const refused = (message: string): RequestError => new RequestError(400, 'INVALID_FIELD', message, ['orderBy']);
