import type { Configuration } from '../../store/config/configuration.js';
import type { OnDuplicate } from '../../records/on-duplicate.js';
import { RecordError } from '../../records/contract/record-error.js';
import { coerce } from '../../records/coercion.js';
import { formatDatetime, timeOf } from '../../records/dates.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldValues, StoredRecord } from '../../records/record.js';
import { isBlank, type DuplicateRecord, type SurvivorshipRules } from '../../matching/survivorship/rules.js';
import { surviveFields } from '../../matching/survivorship/survive-fields.js';

export function valuesToSave(
  { survivorship }: Pick<Configuration, 'survivorship'>,
  how: OnDuplicate,
  type: ObjectType,
  existing: StoredRecord,
  sent: Readonly<FieldValues>,
  now: Date,
): FieldValues {
  if (how === 'overwrite') return { ...sent };
  const rules = survivorship.get(type.name)!;
  const [stored, incoming] = asDuplicates(existing, sent, rules, now);
  if (how === 'fillBlanks') {
    const fills = (name: string) => isBlank(stored, name, rules) && !isBlank(incoming, name, rules);
    return Object.fromEntries(Object.entries(sent).filter(([name]) => fills(name)));
  }
  const fields = withGroups(Object.keys(sent), rules);
  const { choices } = surviveFields([stored, incoming], stored, rules, now, fields);
  const values: FieldValues = {};
  for (const { field, value } of choices) {
    if (value === (existing.fields[field] ?? null)) continue;
    // Check the value, because a sum or a union may exceed the field's limits.
    const fit = coerce(type.field(field)!, value);
    if (!fit.ok) throw new RecordError(fit.errorCode, fit.message);
    values[field] = fit.value;
  }
  return values;
}

/** Adds the other fields of a group, because its fields are chosen together even if only some were sent. */
function withGroups(sent: readonly string[], { groups }: SurvivorshipRules): string[] {
  const names = new Set(sent);
  for (const { fields } of groups)
    if (fields.some((name) => names.has(name))) for (const name of fields) names.add(name);
  return [...names];
}

function asDuplicates(
  { id, fields }: StoredRecord,
  sent: Readonly<FieldValues>,
  { sourceField }: SurvivorshipRules,
  now: Date,
): [DuplicateRecord, DuplicateRecord] {
  const sourceOf = (values: Readonly<FieldValues>): string | undefined => {
    const source = sourceField === undefined ? null : (values[sourceField] ?? null);
    return source === null ? undefined : String(source);
  };
  const { LastModifiedDate } = fields;
  const modified = typeof LastModifiedDate === 'string' ? LastModifiedDate : undefined;
  // Sent values count as later than stored values, even in the same millisecond or after the clock was set back.
  const sentAt = modified === undefined ? now.getTime() : Math.max(now.getTime(), timeOf(modified) + 1);
  return [
    { id, values: fields, source: sourceOf(fields), modified },
    { id: '', values: sent, source: sourceOf(sent), modified: formatDatetime(new Date(sentAt)) },
  ];
}

export function asSaved(sent: Readonly<FieldValues>, saved: Readonly<FieldValues>): FieldValues {
  return Object.fromEntries(Object.keys(sent).map((name) => [name, saved[name] ?? null]));
}
