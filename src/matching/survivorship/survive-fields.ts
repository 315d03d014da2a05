import { Decimal } from 'decimal.js';
import type { FieldValue, FieldValues } from '../../records/record.js';
import { flagIn } from '../../records/flag-words.js';
import {
  isBlank,
  valueKey,
  valueOf,
  type DuplicateRecord,
  type FieldChoice,
  type FieldGroup,
  type SurvivorshipRules,
} from './rules.js';
import { bySource, latestFirst, rankRecords } from './choose-master.js';

interface MergedFields {
  /** Values of all requested fields. A blank is `null`. */
  readonly values: FieldValues;
  readonly choices: readonly FieldChoice[];
}

/**
 * Chooses the values of a merged record. The order of the records has no effect. If a field is blank in all records,
 * the master's value remains, even if it is a placeholder.
 * @param records including the master
 * @param fields default: all fields of the records
 */
export function surviveFields(
  records: readonly DuplicateRecord[],
  master: DuplicateRecord,
  rules: SurvivorshipRules,
  now: Date,
  fields: readonly string[] = [...new Set(records.flatMap(({ values }) => Object.keys(values)))].sort(),
): MergedFields {
  const others = records.filter((record) => record.id !== master.id);
  const order = [master, ...rankRecords(others, rules, now)];
  const choices = new Map<string, FieldChoice>();
  for (const group of groupsOf(fields, rules))
    for (const choice of surviveGroup(order, group, rules)) choices.set(choice.field, choice);
  const chosen = fields.map((field) => choices.get(field)!);
  // No prototype, because a column of a file can have any name.
  const values = Object.create(null) as FieldValues;
  for (const { field, value } of chosen) values[field] = value;
  return { values, choices: chosen };
}

/** Returns the rules' groups with only the requested fields, then a group for each field that is left. */
function groupsOf(fields: readonly string[], rules: SurvivorshipRules): FieldGroup[] {
  const left = new Set(fields);
  const groups = rules.groups.flatMap(({ fields: together, rule }): FieldGroup[] => {
    const present = together.filter((field) => left.delete(field));
    return present.length === 0 ? [] : [{ fields: present, rule }];
  });
  return [...groups, ...[...left].map((field) => ({ fields: [field], rule: rules.otherFields }))];
}

function surviveGroup(order: readonly DuplicateRecord[], group: FieldGroup, rules: SurvivorshipRules): FieldChoice[] {
  const { kind } = group.rule;
  if (kind === 'sum' || kind === 'union') {
    return group.fields.map((field) => {
      const filled = order.filter((record) => !isBlank(record, field, rules));
      const values = filled.map((record) => valueOf(record, field));
      const value = kind === 'sum' ? sumOf(values) : unionOf(values);
      const from = filled.map(({ id }) => id);
      return filled.length === 0 ? leftBlank(order[0]!, field, kind) : { field, value, rule: kind, from };
    });
  }
  if (kind === 'master')
    return group.fields.map((field) => ({
      field,
      value: valueOf(order[0]!, field),
      rule: kind,
      from: isBlank(order[0]!, field, rules) ? [] : [order[0]!.id],
    }));
  const preferred = byPreference(
    order.filter((record) => group.fields.some((field) => !isBlank(record, field, rules))),
    group,
    rules,
  );
  return fillFrom(preferred, group, rules).map((choice, i) => {
    const field = group.fields[i]!;
    if (choice !== undefined) return choice;
    // A master's value that conflicts with the chosen record belongs to a different address.
    if (!isBlank(order[0]!, field, rules)) return { field, value: null, rule: kind, from: [] };
    return leftBlank(order[0]!, field, kind);
  });
}

function leftBlank(master: DuplicateRecord, field: string, rule: FieldChoice['rule']): FieldChoice {
  return { field, value: valueOf(master, field), rule, from: [] };
}

/** Orders records by a group's rule, stably. @param records Records with a value in the group, master first */
function byPreference(
  records: readonly DuplicateRecord[],
  { fields, rule }: FieldGroup,
  rules: SurvivorshipRules,
): readonly DuplicateRecord[] {
  const texts = (record: DuplicateRecord) =>
    fields.map((field) => (isBlank(record, field, rules) ? '' : valueKey(valueOf(record, field))));
  switch (rule.kind) {
    case 'latest':
      return [...records].sort(latestFirst);
    case 'source':
      return [...records].sort(bySource(rule.sources));
    case 'longest':
      return mostFirst(records, (record) => texts(record).join('').length);
    case 'mostCommon': {
      const counts = new Map<string, number>();
      const keyOf = (record: DuplicateRecord) => JSON.stringify(texts(record));
      for (const record of records) counts.set(keyOf(record), (counts.get(keyOf(record)) ?? 0) + 1);
      return mostFirst(records, (record) => counts.get(keyOf(record))!);
    }
    default:
      return records;
  }
}

function mostFirst(records: readonly DuplicateRecord[], of: (record: DuplicateRecord) => number): DuplicateRecord[] {
  const sizes = new Map(records.map((record) => [record, of(record)]));
  return [...records].sort((a, b) => sizes.get(b)! - sizes.get(a)!);
}

/** Takes the first record's values. Fills blanks from later records that contradict none of the values so far. */
function fillFrom(
  records: readonly DuplicateRecord[],
  { fields, rule }: FieldGroup,
  rules: SurvivorshipRules,
): (FieldChoice | undefined)[] {
  const chosen: (FieldChoice | undefined)[] = fields.map(() => undefined);
  for (const record of records) {
    const agrees = fields.every((field, i) => {
      const value = chosen[i]?.value ?? null;
      return value === null || isBlank(record, field, rules) || valueKey(value) === valueKey(valueOf(record, field));
    });
    if (!agrees) continue;
    fields.forEach((field, i) => {
      if (!isBlank(record, field, rules))
        chosen[i] ??= { field, value: valueOf(record, field), rule: rule.kind, from: [record.id] };
    });
    if (!chosen.includes(undefined)) break;
  }
  return chosen;
}

/** Adds exactly: 0.1 plus 0.2 is 0.3. Adds strings that are numbers, and ignores other strings. */
function sumOf(values: readonly FieldValue[]): FieldValue {
  let sum = new Decimal(0);
  for (const value of values) {
    const number = typeof value === 'string' ? Number(value.trim()) : value;
    if (typeof number === 'number' && Number.isFinite(number)) sum = sum.plus(number);
  }
  return sum.toNumber();
}

/** Returns the distinct values, each as first spelled, in order of first appearance. For booleans: if any is true. */
function unionOf(values: readonly FieldValue[]): FieldValue {
  const flags = values.map((value) => {
    const key = valueKey(value);
    return String(flagIn(key) ?? (key === '1' || key === '0' ? key === '1' : key));
  });
  if (flags.every((flag) => flag === 'true' || flag === 'false')) return values[Math.max(0, flags.indexOf('true'))]!;
  const union = new Map<string, string>();
  for (const value of values)
    for (const part of String(value).split(';')) {
      const key = valueKey(part);
      if (key !== '' && !union.has(key)) union.set(key, part.trim());
    }
  return [...union.values()].join(';');
}
