import { coerce } from '../../records/coercion.js';
import { normaliseId } from '../../records/ids.js';
import { readableField } from '../../records/is-deleted-field.js';
import type { Field, ObjectRegistry, ObjectType } from '../../records/object-type.js';
import type { FieldValues } from '../../records/record.js';
import { storedValue } from '../../records/stored-value.js';
import { RecordError } from '../../records/contract/record-error.js';
import { shorten, unknownField } from '../../records/contract/unknown-field.js';
import { isAddedToFields, wasReturned } from '../../records/contract/returned-record.js';

/** A validated record. Fields have their declared spelling, and values are coerced. */
export interface ValidatedRecord {
  readonly type: ObjectType;
  /** 18-character Id, if sent. */
  readonly id: string | undefined;
  /** Sent values. `null` clears a field. */
  readonly values: FieldValues;
  /** For a record sent back by the client, the read-only values that never change and must equal the stored values. */
  readonly returned: FieldValues;
}

/** Validates a submitted record. @throws RecordError naming the type, field or value at fault */
export function validateRecord(
  registry: ObjectRegistry,
  objectType: string,
  objectData: Readonly<Record<string, unknown>>,
): ValidatedRecord {
  const type = registry.byName(objectType);
  if (type === undefined)
    throw new RecordError('INVALID_TYPE', `sObject type '${shorten(objectType)}' is not supported.`);
  const values: FieldValues = {};
  const cleared: string[] = [];
  const readOnly = new Map<Field, unknown>();
  let id: string | undefined;
  let hasId = false;
  for (const name of Object.keys(objectData)) {
    const value = objectData[name];
    const field = readableField(type, name);
    if (field === undefined) {
      if (isAddedToFields(type, objectData, name)) continue;
      throw new RecordError('INVALID_FIELD', unknownField(type, name));
    }
    const isId = field.name === 'Id';
    if (isId ? hasId : Object.hasOwn(values, field.name) || readOnly.has(field))
      throw new RecordError(
        'INVALID_FIELD',
        `Field '${field.name}' was sent more than once (names are matched without regard to case)`,
      );
    hasId ||= isId;
    if (isId) id = readId(type, value);
    else if (!field.isWritable) {
      if (!isAddedToFields(type, objectData, name)) readOnly.set(field, value);
    } else if ((values[field.name] = readValue(field, value)) === null && field.required === true)
      cleared.push(field.name);
  }
  if (cleared.length > 0) throw missing(cleared);
  const isSentBack = readOnly.size > 0 && id !== undefined && wasReturned(objectData);
  const returned: FieldValues = {};
  for (const [field, value] of readOnly) {
    // Accept formula fields in a record with an Id, because the output of an upsert includes them.
    if (!isSentBack && !(id !== undefined && field.type === 'formula')) throw notWritable(field);
    if (isFixed(field)) returned[field.name] = fixedValue(field, value);
  }
  return { type, id, values, returned };
}

/** Rejects a record sent back with a changed read-only value. @throws RecordError */
export function checkReturned({ type, returned }: ValidatedRecord, stored: Readonly<FieldValues>): void {
  for (const name in returned) {
    const field = type.field(name)!;
    if (returned[name] !== storedValue(field, stored[name])) throw notWritable(field);
  }
}

function isFixed({ name, type }: Field): boolean {
  return type === 'autoNumber' || name === 'CreatedDate' || name === 'CreatedById';
}

function fixedValue(field: Field, value: unknown): FieldValues[string] {
  const result = coerce(field, value);
  if (!result.ok) throw notWritable(field);
  return result.value;
}

export function missing(fields: readonly string[]): RecordError {
  return new RecordError('REQUIRED_FIELD_MISSING', `Required fields are missing: [${fields.join(', ')}]`);
}

function readId(type: ObjectType, value: unknown): string | undefined {
  if (value === null || value === '') return undefined;
  const id = typeof value === 'string' ? normaliseId(value) : undefined;
  if (id === undefined) throw new RecordError('MALFORMED_ID', `Id: not a valid record Id: ${describe(value)}`);
  if (!id.startsWith(type.keyPrefix)) {
    throw new RecordError(
      'MALFORMED_ID',
      `Id: ${id} is not an Id of ${type.name} (expected an Id that begins with ${type.keyPrefix})`,
    );
  }
  return id;
}

function readValue(field: Field, value: unknown): FieldValues[string] {
  const result = coerce(field, value);
  if (!result.ok) throw new RecordError(result.errorCode, result.message);
  return result.value;
}

function notWritable(field: Field): RecordError {
  return new RecordError(
    'INVALID_FIELD_FOR_INSERT_UPDATE',
    `Unable to create/update fields: ${field.name}. It is ${whyNotWritable(field)} and filled by the service.`,
  );
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
