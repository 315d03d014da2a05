import type { ObjectType } from '../../records/object-type.js';
import type { StoredRecord } from '../../records/record.js';
import { isDeletedField, readableField } from '../../records/is-deleted-field.js';
import { storedValue } from '../../records/stored-value.js';
import { shorten, unknownField } from '../../records/contract/unknown-field.js';
import type { Formulas } from './formulas.js';
import { RequestError } from '../../records/contract/request-error.js';

export interface Attributes {
  type: string;
  url: string;
}

export class PlatformRecords {
  constructor(
    private readonly apiVersion: string,
    private readonly formulas: Formulas,
    private readonly get: (id: string) => StoredRecord | undefined,
  ) {}

  attributes(type: string, id: string): Attributes {
    return { type, url: `/services/data/${this.apiVersion}/sobjects/${type}/${id}` };
  }

  nextPage(locator: string): string {
    return `/services/data/${this.apiVersion}/query/${locator}`;
  }

  /** Returns every field of the record: `null` if blank, formulas calculated. Leaves out formulas that fail. */
  whole(type: ObjectType, record: StoredRecord): Record<string, unknown> {
    const calculated = this.formulas.calculate(type.name, record.id, record.fields, this.get);
    const data: Record<string, unknown> = { attributes: this.attributes(type.name, record.id), Id: record.id };
    for (const field of type.fields) {
      if (field.name === 'Id') continue;
      if (field.type !== 'formula') data[field.name] = storedValue(field, record.fields[field.name]);
      else if (Object.hasOwn(calculated, field.name)) data[field.name] = calculated[field.name];
    }
    return { ...data, [isDeletedField.name]: false };
  }
}

/**
 * Returns only the named fields, in their declared spelling, with `attributes` and `Id`. @throws RequestError 400
 * `INVALID_FIELD`
 */
export function chosenFields(
  type: ObjectType,
  whole: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown> {
  const { attributes, Id } = whole;
  const chosen: Record<string, unknown> = { attributes };
  for (const name of names) {
    const field = readableField(type, name.trim());
    if (field === undefined) throw new RequestError(400, 'INVALID_FIELD', unknownField(type, name), [shorten(name)]);
    chosen[field.name] = whole[field.name] ?? null;
  }
  return { ...chosen, Id };
}
