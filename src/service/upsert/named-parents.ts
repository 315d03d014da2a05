import { coerce } from '../../records/coercion.js';
import { RecordError } from '../../records/contract/record-error.js';
import { isReturnedParent } from '../../records/contract/returned-record.js';
import { shorten } from '../../records/contract/unknown-field.js';
import type { Field, ObjectType } from '../../records/object-type.js';
import { sortKeyOf } from '../../records/sortable.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import type { Configuration } from '../../store/config/configuration.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import { holdersInDecision, type CommittedParts } from './holders.js';

interface Parts extends CommittedParts {
  readonly configuration: Configuration;
}

type Data = Readonly<Record<string, unknown>>;

interface Name {
  readonly type: ObjectType;
  readonly field: Field;
  readonly value: unknown;
}

/**
 * Replaces parents named by external Ids (`"Account": {"VatNumber__c": "V1"}`) with their Ids. Does not change parents
 * in returned records.
 * @throws RecordError for a parent that is not found, or found more than once
 */
export function* withNamedParents(
  parts: Parts,
  transaction: Transaction,
  objectType: string,
  data: Data,
): DecisionSteps<Data> {
  const type = parts.configuration.registry.byName(objectType);
  const named = type === undefined ? [] : Object.keys(data).flatMap((name) => parentOf(type, data, name) ?? []);
  if (named.length === 0) return data;
  const resolved = new Map(Object.entries(data));
  for (const { name, reference, value } of named) {
    if (Object.keys(data).some((other) => type!.field(other) === reference))
      throw new RecordError(
        'INVALID_FIELD',
        `${name}: ${reference.name} also identifies the parent; send only one of them`,
      );
    resolved.delete(name);
    const id = value === null ? null : yield* idOf(parts, transaction, name, reference, value);
    resolved.set(reference.name, id);
  }
  return Object.fromEntries(resolved);
}

/** Returns a member that names a parent, unless the member is the nested parent of a record sent back by the client. */
function parentOf(type: ObjectType, data: Data, name: string) {
  const value = data[name];
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  const reference = type.relationship(name);
  const isMeant = reference?.isWritable === true && type.field(name) === undefined && !isReturnedParent(data, value);
  return isMeant ? { name, reference, value: value as Data | null } : undefined;
}

function* idOf(
  parts: Parts,
  transaction: Transaction,
  called: string,
  reference: Field,
  sent: Data,
): DecisionSteps<unknown> {
  const { type, field, value } = nameIn(parts, called, reference, sent);
  if (field.name === 'Id' || value === null) return value;
  if (!transaction.mayChange(type.name))
    throw new RecordError('INSUFFICIENT_ACCESS_OR_READONLY', `${called}: no access to records of ${type.name}`);
  const coerced = coerce(field, value);
  if (!coerced.ok) throw new RecordError(coerced.errorCode, `${called}: ${coerced.message}`);
  if (coerced.value === null) return null;
  const ids = yield* holdersInDecision(parts, transaction, type, field, sortKeyOf(field, coerced.value)!);
  const shown = typeof value === 'string' ? shorten(value) : String(coerced.value);
  if (ids.length === 0)
    throw new RecordError(
      'INVALID_FIELD',
      `${called}: Foreign key external ID: ${shown} not found for field ${field.name} in entity ${type.name}`,
    );
  if (ids.length > 1)
    throw new RecordError(
      'DUPLICATE_EXTERNAL_ID',
      `${called}: more than one ${type.name} has ${field.name} ${shown}: ${ids.join(', ')}`,
    );
  return ids[0];
}

/** Reads the external Id that names a parent. @throws RecordError unless the value has exactly one external Id */
function nameIn({ configuration }: Parts, called: string, reference: Field, sent: Data): Name {
  const { registry } = configuration;
  const attributes = Object.entries(sent).find(([key]) => key.toLowerCase() === 'attributes')?.[1];
  const [name, ...others] = Object.keys(sent).filter((key) => key.toLowerCase() !== 'attributes');
  const targets = reference.referenceTo ?? [];
  if (name === undefined || others.length > 0)
    throw new RecordError('INVALID_FIELD', `${called}: expected one external Id field of ${targets.join(' or ')}`);
  const { type: meant } = (attributes ?? {}) as { type?: unknown };
  const types = targets.flatMap((target) => registry.byName(target) ?? []).filter(isMeant);
  function isMeant(type: ObjectType): boolean {
    return meant === undefined || (typeof meant === 'string' && registry.byName(meant) === type);
  }
  if (types.length === 0)
    throw new RecordError('INVALID_FIELD', `${called}: attributes.type: expected ${targets.join(' or ')}`);
  const found = types.flatMap((type) => {
    const field = type.field(name);
    return field !== undefined && (field.externalId === true || field.name === 'Id') ? [{ type, field }] : [];
  });
  if (found.length > 1 && found[0]!.field.name !== 'Id')
    throw new RecordError('INVALID_FIELD', `${called}: attributes.type is missing: expected ${targets.join(' or ')}`);
  if (found.length === 0)
    throw new RecordError(
      'INVALID_FIELD',
      `${called}: '${shorten(name)}' is not an external Id field of ${types.map((type) => type.name).join(' or ')}`,
    );
  return { ...found[0]!, value: sent[name] ?? null };
}
