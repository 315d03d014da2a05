import { ConditionError } from '../../records/condition/condition.js';
import { placeholders } from '../../matching/placeholders.js';
import type { UserLists } from '../../matching/lists/method-lists.js';
import type { Field, ObjectRegistry, ObjectType } from '../../records/object-type.js';
import { isNumericType } from '../../records/field-type.js';
import { defaultRules, usualGroups } from '../../matching/survivorship/default-rules.js';
import type { FieldGroup, FieldRule, MasterRule, SurvivorshipRules } from '../../matching/survivorship/rules.js';
import { jsonPath } from './problem.js';
import { knownField, knownObject, type ProblemReport } from './problem-report.js';
import { parseRecordCondition, type SingleRecordFormulas } from './single-record-formulas.js';
import type { WrittenFieldRule, WrittenSurvivorship } from './survivorship-schema.js';

export interface SurvivorshipParts {
  readonly registry: ObjectRegistry;
  readonly lists: UserLists;
  readonly singleRecordFormulas: (type: ObjectType) => SingleRecordFormulas;
}

/** Returns the survivorship rules by object name. Objects without configured rules have the default rules. */
export function resolveSurvivorship(
  written: readonly WrittenSurvivorship[],
  parts: SurvivorshipParts,
  report: ProblemReport,
): ReadonlyMap<string, SurvivorshipRules> {
  const rules = new Map<string, SurvivorshipRules>();
  written.forEach((entry, i) => {
    const type = knownObject(parts.registry, entry.object, `[${i}].object`, report);
    if (type === undefined) return;
    if (rules.has(type.name)) report.add(`[${i}].object`, `${type.name} is given twice`);
    rules.set(type.name, resolveEntry(entry, i, type, parts, report));
  });
  const isPlaceholder = placeholderTest(parts.lists);
  return new Map(
    parts.registry.types.map((type) => {
      const resolved = rules.get(type.name) ?? defaultRules(mergedFields(type));
      return [type.name, { ...resolved, isPlaceholder: (field, text) => isPlaceholder(type.field(field), text) }];
    }),
  );
}

export function mergedFields(type: ObjectType): readonly string[] {
  return type.fields.filter(({ isWritable }) => isWritable).map(({ name }) => name);
}

function resolveEntry(
  { master, fields = {}, otherFields, sourceField }: WrittenSurvivorship,
  i: number,
  type: ObjectType,
  parts: SurvivorshipParts,
  report: ProblemReport,
): SurvivorshipRules {
  const usual = defaultRules(mergedFields(type));
  const masterRules = master?.flatMap((rule, j): MasterRule[] => {
    if (typeof rule === 'string') return [{ kind: rule }];
    if ('sourceOrder' in rule) return [{ kind: 'sourceOrder', sources: lowerCase(rule.sourceOrder) }];
    try {
      return [
        {
          kind: 'condition',
          condition: parseRecordCondition(rule.condition, type, parts.singleRecordFormulas(type)),
        },
      ];
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error;
      report.add(`[${i}].master[${j}].condition`, `${error.message} (at character ${error.position + 1})`);
      return [];
    }
  });
  const groups = Object.entries(fields).flatMap(([names, rule]) =>
    resolveGroup(names, rule, jsonPath([i, 'fields', names]), type, report),
  );
  const named = new Set<string>();
  for (const field of groups.flatMap((group) => group.fields)) {
    if (named.has(field)) report.add(`[${i}].fields`, `${field} has two rules: expected one`);
    named.add(field);
  }
  const source = sourceField && knownField(type, sourceField, `[${i}].sourceField`, report)?.name;
  const needsSource =
    (master ?? []).some((rule) => typeof rule === 'object' && 'sourceOrder' in rule) ||
    [...Object.values(fields), otherFields].some((rule) => typeof rule === 'object');
  if (needsSource && sourceField === undefined)
    report.add(`[${i}]`, 'a rule by source needs sourceField, the field with the source of a record');
  if (otherFields === 'sum' || otherFields === 'union')
    report.add(`[${i}].otherFields`, `the ${otherFields} rule is only for named fields: set it in fields`);
  return {
    master: masterRules ?? usual.master,
    groups: [...groups, ...usualGroups(mergedFields(type).filter((field) => !named.has(field)))],
    otherFields: otherFields === undefined ? usual.otherFields : ruleOf(otherFields),
    ...(source !== undefined && { sourceField: source }),
  };
}

function resolveGroup(
  names: string,
  rule: WrittenFieldRule,
  path: string,
  type: ObjectType,
  report: ProblemReport,
): FieldGroup[] {
  const fields = names.split('+').flatMap((part): Field[] => {
    const field = knownField(type, part.trim(), path, report);
    if (field?.isWritable === false)
      report.add(path, `${field.name} is read-only: the service sets it when it merges records`);
    return field === undefined ? [] : [field];
  });
  for (const field of fields) refuseUnsuited(field, rule, path, report);
  if (fields.length > 1 && (rule === 'sum' || rule === 'union'))
    report.add(path, `fields joined by + cannot have the ${rule} rule: list each field separately`);
  return [{ fields: fields.map(({ name }) => name), rule: ruleOf(rule) }];
}

function refuseUnsuited(field: Field, rule: WrittenFieldRule, path: string, report: ProblemReport): void {
  if (rule === 'sum' && !isNumericType(field.valueType))
    report.add(path, `${field.name} is of type ${field.type}: the sum rule requires a number`);
  const isUnited =
    ['picklist', 'string', 'textarea', 'boolean'].includes(field.valueType) && field.values === undefined;
  if (rule === 'union' && !isUnited)
    report.add(
      path,
      field.values === undefined
        ? `${field.name} is of type ${field.type}: the union rule requires a picklist, text or boolean field`
        : `${field.name} allows only one of its values, but the union rule would combine several`,
    );
}

function ruleOf(written: WrittenFieldRule): FieldRule {
  return typeof written === 'string' ? { kind: written } : { kind: 'source', sources: lowerCase(written.source) };
}

function lowerCase(sources: readonly string[]): string[] {
  return sources.map((source) => source.trim().toLowerCase());
}

const LONGEST_PLACEHOLDER = 100;

function placeholderTest(lists: UserLists): (field: Field | undefined, text: string) => boolean {
  const { email, phone, any } = placeholders(lists);
  return (field, text) => {
    if (text.length > LONGEST_PLACEHOLDER) return false;
    if (field?.valueType === 'email') return email(text);
    return field?.valueType === 'phone' ? phone(text) : any(text);
  };
}
