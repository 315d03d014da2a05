import { RequestError } from '../records/contract/request-error.js';
import { shorten } from '../records/contract/unknown-field.js';
import { readDatetime, timeOf } from '../records/dates.js';
import type { ObjectRegistry, ObjectType } from '../records/object-type.js';

/** @throws RequestError 400 `INVALID_TYPE` for an unknown object; the error names `key` */
export function objectNamed(registry: ObjectRegistry, name: string, key = 'objectType'): ObjectType {
  const type = registry.byName(name);
  if (type !== undefined) return type;
  throw new RequestError(400, 'INVALID_TYPE', `sObject type '${shorten(name)}' is not supported.`, [key]);
}

/** Normalises a time to ISO 8601 in UTC with milliseconds. @throws RequestError 400 `INVALID_QUERY_PARAMETER` */
export function momentOf(text: string | undefined, name: string): string | undefined {
  if (text === undefined) return undefined;
  const read = readDatetime(text);
  if (read !== undefined) return new Date(timeOf(read)).toISOString();
  throw new RequestError(400, 'INVALID_QUERY_PARAMETER', `${name}: '${shorten(text)}' is not an ISO 8601 time`, [name]);
}

export function noAccess(object: string): RequestError {
  return new RequestError(403, 'INSUFFICIENT_ACCESS', `This client has no access to records of ${object}`);
}
