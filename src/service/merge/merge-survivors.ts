import type { Configuration } from '../../store/config/configuration.js';
import { mergedFields } from '../../store/config/survivorship.js';
import { RecordError } from '../../records/contract/record-error.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { SurvivingField } from './merge-types.js';
import { unknownField } from '../../records/contract/unknown-field.js';
import { coerce } from '../../records/coercion.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldValue, FieldValues, StoredRecord } from '../../records/record.js';
import { storedValue } from '../../records/stored-value.js';
import { chooseMaster } from '../../matching/survivorship/choose-master.js';
import type { DuplicateRecord, SurvivorshipRules } from '../../matching/survivorship/rules.js';
import { surviveFields } from '../../matching/survivorship/survive-fields.js';
import { mergeableReferences } from '../../store/transactions/references.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import { MOST_LEVELS } from '../upsert/hierarchy.js';
import { validateRecord } from '../upsert/validated-record.js';

export interface Survivors {
  readonly master: StoredRecord;
  readonly masterRule: string;
  readonly losers: readonly StoredRecord[];
  readonly changes: FieldValues;
  readonly fields: SurvivingField[];
}

/**
 * Chooses master and values according to the object's rules. The choices of the request take precedence.
 * @param masterId if absent, the rules choose the master
 * @param given by field name in any case: the Id of a record, or a value
 * @param idOf maps an Id to its record in the merge
 * @throws RequestError 400, 409
 */
export function chooseSurvivors(
  { configuration }: { readonly configuration: Configuration },
  transaction: Pick<Transaction, 'get'>,
  type: ObjectType,
  records: readonly StoredRecord[],
  masterId: string | undefined,
  given: Readonly<Record<string, unknown>>,
  idOf: (sent: string) => string | undefined,
  now: Date,
): Survivors {
  const rules = configuration.survivorship.get(type.name)!;
  const duplicates = duplicateRecords(transaction, type, records, rules);
  const chosen = chooseMaster(duplicates, rules, now);
  const masterOf = (id: string) => duplicates.find((record) => record.id === id)!;
  const by = masterId === undefined ? chosen : { master: masterOf(masterId), rule: 'given' };
  const byId = new Map(records.map((record) => [record.id, record]));
  const master = byId.get(by.master.id)!;
  const byRules = surviveFields(duplicates, by.master, rules, now, mergedFields(type));
  const choices = new Map<string, SurvivingField>(
    byRules.choices.map(({ field, value, rule, from }) => [field, { field, value, rule, from: [...from] }]),
  );
  for (const choice of givenFields(configuration, type, given, idOf, masterOf)) choices.set(choice.field, choice);
  const changes: FieldValues = {};
  for (const choice of choices.values()) {
    const field = type.field(choice.field)!;
    if (storedValue(field, choice.value) === storedValue(field, master.fields[field.name])) continue;
    const fit = coerce(field, choice.value);
    if (!fit.ok) throw new RequestError(409, 'MERGE_REFUSED', `${fit.message}; set a value in fields`, [field.name]);
    changes[field.name] = fit.value;
  }
  const differs = ({ field, value }: SurvivingField): boolean =>
    records.some(
      ({ fields }) => storedValue(type.field(field), fields[field]) !== storedValue(type.field(field), value),
    );
  return {
    master,
    masterRule: by.rule,
    losers: records.filter(({ id }) => id !== master.id).sort((a, b) => (a.id < b.id ? -1 : 1)),
    changes,
    fields: [...choices.values()].filter(differs),
  };
}

/** Returns the records as the rules see them. References from the master to itself are treated as blank. */
function duplicateRecords(
  transaction: Pick<Transaction, 'get'>,
  type: ObjectType,
  records: readonly StoredRecord[],
  { sourceField }: SurvivorshipRules,
): DuplicateRecord[] {
  const merged = new Set(records.map(({ id }) => id));
  const upward = mergeableReferences(type).filter(
    (name) => type.field(name)?.referenceTo?.includes(type.name) === true,
  );
  return records.map(({ id, fields }) => {
    const values: FieldValues = { ...fields };
    for (const name of upward) if (leadsInto(transaction, name, fields[name] ?? null, merged)) values[name] = null;
    const source = sourceField === undefined ? null : (fields[sourceField] ?? null);
    return {
      id,
      values,
      modified: textOf(fields['LastModifiedDate']),
      created: textOf(fields['CreatedDate']),
      source: source === null ? undefined : String(source),
    };
  });
}

function leadsInto(
  transaction: Pick<Transaction, 'get'>,
  name: string,
  from: FieldValue,
  merged: ReadonlySet<string>,
): boolean {
  let at = from;
  for (let level = 0; typeof at === 'string' && level <= MOST_LEVELS; level++) {
    if (merged.has(at)) return true;
    at = transaction.get(at)?.fields[name] ?? null;
  }
  return false;
}

function* givenFields(
  { registry }: Configuration,
  type: ObjectType,
  given: Readonly<Record<string, unknown>>,
  idOf: (sent: string) => string | undefined,
  recordOf: (id: string) => DuplicateRecord,
): Iterable<SurvivingField> {
  const values: Record<string, unknown> = {};
  for (const [name, sent] of Object.entries(given)) {
    const field = type.field(name);
    if (field === undefined || !field.isWritable) {
      const why = field === undefined ? unknownField(type, name) : `${field.name} is read-only`;
      throw new RequestError(400, 'INVALID_FIELD', `fields: ${why}`, [`fields`]);
    }
    const id = typeof sent === 'string' ? idOf(sent) : undefined;
    if (id === undefined) values[name] = sent;
    else yield { field: field.name, value: recordOf(id).values[field.name] ?? null, rule: 'given', from: [id] };
  }
  for (const [field, value] of Object.entries(validValues())) yield { field, value, rule: 'given', from: [] };

  function validValues(): FieldValues {
    try {
      return validateRecord(registry, type.name, values).values;
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      throw new RequestError(400, error.code, `fields: ${error.message.slice(error.code.length + 2)}`, ['fields']);
    }
  }
}

function textOf(value: FieldValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
