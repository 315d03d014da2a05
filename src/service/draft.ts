import { coerce } from '../records/coercion.js';
import { normaliseId } from '../records/ids.js';
import type { Field, ObjectRegistry, ObjectType } from '../records/object-type.js';
import type { FieldValues } from '../records/record.js';
import { RecordError } from './record-error.js';

/** A submitted record, read: fields resolved to declared spellings, values coerced. */
export interface Draft {
  readonly type: ObjectType;
  /** 18-character Id, where one was sent. */
  readonly id: string | undefined;
  /** What was sent, `null` included: a sent `null` clears. */
  readonly values: FieldValues;
}

/** Reads a submitted record. @throws RecordError naming the type, field or value at fault */
export function readDraft(
  registry: ObjectRegistry,
  objectType: string,
  objectData: Readonly<Record<string, unknown>>,
): Draft {
  const type = registry.byName(objectType);
  if (type === undefined)
    throw new RecordError('INVALID_TYPE', `sObject type '${shorten(objectType)}' is not supported.`);
  const values: FieldValues = {};
  const cleared: string[] = [];
  let id: string | undefined;
  let hasId = false;
  for (const name of Object.keys(objectData)) {
    const field = knownField(type, name);
    const value = objectData[name];
    const isId = field.name === 'Id';
    if (isId ? hasId : Object.hasOwn(values, field.name))
      throw new RecordError(
        'INVALID_FIELD',
        `Field '${field.name}' was sent more than once (names are matched without regard to case)`,
      );
    hasId ||= isId;
    if (isId) id = readId(type, value);
    else if ((values[field.name] = readValue(field, value)) === null && field.required === true)
      cleared.push(field.name);
  }
  if (cleared.length > 0) throw missing(cleared);
  return { type, id, values };
}

/** The failure of required fields that are absent or cleared. */
export function missing(fields: readonly string[]): RecordError {
  return new RecordError('REQUIRED_FIELD_MISSING', `Required fields are missing: [${fields.join(', ')}]`);
}

function knownField(type: ObjectType, name: string): Field {
  const field = type.field(name);
  if (field !== undefined) return field;
  throw new RecordError('INVALID_FIELD', unknownField(type, name));
}

/** The platform's words for a field that an object does not have, with the nearest name as a hint. */
export function unknownField(type: ObjectType, name: string): string {
  const nearest = type.nearestField(name);
  const hint = nearest === undefined ? '' : `. Did you mean '${nearest}'?`;
  return `No such column '${shorten(name)}' on entity '${type.name}'${hint}`;
}

function readId(type: ObjectType, value: unknown): string | undefined {
  if (value === null || value === '') return undefined;
  const id = typeof value === 'string' ? normaliseId(value) : undefined;
  if (id === undefined) throw new RecordError('MALFORMED_ID', `Id: not a valid record Id: ${describe(value)}`);
  if (!id.startsWith(type.keyPrefix)) {
    throw new RecordError(
      'MALFORMED_ID',
      `Id: ${id} is not an Id of ${type.name} (those begin with ${type.keyPrefix})`,
    );
  }
  return id;
}

function readValue(field: Field, value: unknown): FieldValues[string] {
  if (!field.isWritable) {
    throw new RecordError(
      'INVALID_FIELD_FOR_INSERT_UPDATE',
      `Unable to create/update fields: ${field.name}. It is ${whyNotWritable(field)} and filled by the service.`,
    );
  }
  const result = coerce(field, value);
  if (!result.ok) throw new RecordError(result.errorCode, result.message);
  return result.value;
}

function whyNotWritable(field: Field): string {
  if (field.type === 'formula') return 'a formula field';
  if (field.type === 'autoNumber') return 'an auto-number field';
  if (field.type === 'summary') return 'a roll-up summary field';
  return 'a system field';
}

function describe(value: unknown): string {
  return typeof value === 'string'
    ? `'${shorten(value)}'`
    : `a value of type ${Array.isArray(value) ? 'array' : typeof value}`;
}

/** Names come from outside: a message never repeats more than a glimpse of them. */
export function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}
