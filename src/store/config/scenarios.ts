import {
  MAX_TOTAL_WEIGHT,
  type Scenario,
  type ScenarioDefinition,
  type ScenarioField,
} from '../../matching/scenario.js';
import { toScoreModel } from '../../matching/model-definition.js';
import type { ContradictionKindName } from '../../matching/contradictions/contradiction.js';
import type { MatchMethod } from '../../matching/method.js';
import { hasCompoundName } from '../../records/compound.js';
import { normaliseId } from '../../records/ids.js';
import type { Field, ObjectRegistry, ObjectType } from '../../records/object-type.js';
import type { SingleRecordFormulas } from './single-record-formulas.js';
import { nameHint } from '../../records/nearest-name.js';
import { knownField, knownObject, type ProblemReport } from './problem-report.js';
import type { MethodKind } from '../../matching/method-traits.js';

export interface ScenarioParts {
  readonly registry: ObjectRegistry;
  readonly methods: ReadonlyMap<string, MatchMethod>;
  readonly singleRecordFormulas: (type: ObjectType) => SingleRecordFormulas;
}

const DEFAULT_MINIMUM_EVIDENCE = 0.4;

/** Adds written scenarios to the built-in scenarios. A known `id` replaces the built-in scenario, in its place. */
export function overlay(
  builtin: readonly ScenarioDefinition[],
  written: readonly ScenarioDefinition[],
): ScenarioDefinition[] {
  const byId = new Map([...builtin, ...written].map((definition) => [definition.id, definition]));
  return [...byId.values()];
}

/**
 * Checks that Ids and aliases, including built-in ones, are unique. The short and the long form of a platform Id count
 * as the same Id.
 */
export function checkIds(
  builtin: readonly ScenarioDefinition[],
  written: readonly ScenarioDefinition[],
  report: ProblemReport,
): void {
  const seen = new Map<string, string>();
  const ids = new Set(written.map(({ id }) => id));
  for (const { id } of builtin) if (!ids.has(id)) seen.set(id, id);
  const add = (name: string, id: string, path: string, twice: (other: string) => string) => {
    const key = normaliseId(name) ?? name;
    const other = seen.get(key);
    if (other !== undefined) report.add(path, twice(other));
    seen.set(key, id);
  };
  written.forEach(({ id }, i) => add(id, id, `[${i}].id`, () => `the Id ${id} is given twice`));
  written.forEach(({ id, aliases = [] }, i) =>
    aliases.forEach((alias, k) =>
      add(alias, id, `[${i}].aliases[${k}]`, (other) => `${alias} is already an Id of ${other}`),
    ),
  );
}

/** If there are problems, reports all and returns `undefined`. @param path in the file, such as `[0]` */
export function resolveScenario(
  definition: ScenarioDefinition,
  path: string,
  parts: ScenarioParts,
  report: ProblemReport,
): Scenario | undefined {
  const before = report.count;
  checkModel(definition, path, report);
  const type = knownObject(parts.registry, definition.object, `${path}.object`, report);
  const fields = definition.fields.map((field, i) => resolveField(field, `${path}.fields[${i}]`, type, parts, report));
  const whole = definition.fields.reduce((sum, { weight }) => sum + Math.round(weight * 100), 0);
  if (whole > MAX_TOTAL_WEIGHT)
    report.add(`${path}.fields`, `the weights add up to ${whole / 100}; the maximum is ${MAX_TOTAL_WEIGHT / 100}`);
  const seen = new Set<string>();
  fields.forEach((field, i) => {
    const key = `${field?.label ?? String(i)} ${field?.method.name ?? ''}`;
    if (seen.has(key)) report.add(`${path}.fields[${i}].field`, `${key.replace(' ', ' with method ')} is given twice`);
    seen.add(key);
  });
  if (report.count > before || type === undefined) return undefined;
  const contradictions = resolveContradictions(definition.contradictions, `${path}.contradictions`, type, report);
  if (report.count > before) return undefined;
  return {
    id: definition.id,
    ...(definition.aliases && { aliases: definition.aliases }),
    name: definition.name,
    object: type.name,
    threshold: Math.round(definition.threshold * 100),
    usage: [...new Set(definition.usage)],
    minimumOverlap: Math.round((definition.minimumEvidence ?? DEFAULT_MINIMUM_EVIDENCE) * 10_000),
    ...(definition.evidenceInSearch === 'whole' && { asksSearches: true }),
    fields: fields.filter((field) => field !== undefined),
    ...(definition.onDuplicate && { onDuplicate: definition.onDuplicate }),
    ...contradictions,
    totalWeight: whole,
    ...(definition.model && { model: toScoreModel(definition.model) }),
  };
}

/** Reports fields that the object does not have. */
function resolveContradictions(
  written: ScenarioDefinition['contradictions'],
  path: string,
  type: ObjectType,
  report: ProblemReport,
): Pick<Scenario, 'contradictions'> {
  if (written === undefined || written === true) return {};
  if (written === false) return { contradictions: false };
  const entries = Object.entries(written) as [ContradictionKindName, boolean | string[]][];
  const added = entries.flatMap(([kind, fields]) => {
    if (typeof fields === 'boolean') return [];
    const names = fields.map((name, i) => knownField(type, name, `${path}.${kind}[${i}]`, report)?.name ?? name);
    return [[kind, names] as const];
  });
  const off = entries.filter(([, value]) => value === false).map(([kind]) => kind);
  return { contradictions: { off: new Set(off), added: new Map(added) } };
}

/** Checks that a model belongs to a probabilistic scenario and covers its fields. */
function checkModel({ scoreMethod, model, fields }: ScenarioDefinition, path: string, report: ProblemReport): void {
  if (scoreMethod === 'probabilistic' && model === undefined)
    report.add(`${path}.model`, 'a probabilistic scenario needs a model, as written by `likeness train`');
  if (scoreMethod !== 'probabilistic' && model !== undefined)
    report.add(`${path}.scoreMethod`, 'expected probabilistic, because the scenario has a model');
  if (model !== undefined && model.fields.length !== fields.length)
    report.add(`${path}.model.fields`, `expected ${fields.length} entries, one for each field of the scenario`);
}

function resolveField(
  written: ScenarioDefinition['fields'][number],
  path: string,
  type: ObjectType | undefined,
  { methods, singleRecordFormulas }: ScenarioParts,
  report: ProblemReport,
): ScenarioField | undefined {
  const method = methods.get(written.method);
  if (method === undefined) {
    const known = [...methods.keys()];
    const hint = nameHint(written.method, known) || `: expected one of ${known.join(', ')}`;
    report.add(`${path}.method`, `unknown match method ${written.method}${hint}`);
  }
  if (type === undefined) return undefined;
  const between = written.field.includes('|') ? '|' : '+';
  if (between === '|' && method !== undefined && method.hasSeveral !== true) {
    const several = [...methods.values()].filter(({ hasSeveral }) => hasSeveral === true).map(({ name }) => name);
    report.add(`${path}.field`, `${method.name} does not accept fields joined by |: only ${several.join(', ')} do`);
  }
  const names = written.field.split(between).map((name) => name.trim());
  const found = names.map((name) => {
    const field = knownField(type, name, `${path}.field`, report);
    if (field !== undefined) checkComparable(type, field, `${path}.field`, singleRecordFormulas(type), report);
    return field?.name ?? name;
  });
  if (new Set(found).size < found.length) report.add(`${path}.field`, `${written.field} contains the same field twice`);
  if (method === undefined) return undefined;
  const read = found.flatMap((name) => singleRecordFormulas(type).sourcesOf(name));
  return {
    fields: found,
    label: found.join(between),
    method,
    weight: Math.round(written.weight * 100),
    blank: written.blank ?? 'mismatch',
    isNameOrPlace: isNameOrPlace(read, method, hasCompoundName(type)),
  };
}

/** Rejects fields whose values are not stored, because the index cannot have them. */
function checkComparable(
  type: ObjectType,
  field: Field,
  path: string,
  formulas: SingleRecordFormulas,
  report: ProblemReport,
): void {
  if (field.name === 'Id') report.add(path, 'Id is different in every record: expected another field');
  if (field.type !== 'formula') return;
  const label = `${type.name}.${field.name}`;
  if (!formulas.has(field.name))
    report.add(path, `${label} is a formula that reads other records, so it cannot be compared`);
  else if (formulas.isTimed(field.name))
    report.add(path, `${label} is a formula that reads the current time, so it cannot be compared`);
}

/** Fields for a person's name, regardless of the method that compares them. */
const NAME = /^(?:(?:First|Middle|Last|Given|Family|Full|Nick|Maiden)_?Name|Salutation|Suffix)(?:__c)?$/i;
/** Fields for a place: `MailingCity`, `State__c`, but not `Velocity` or `Estate`. */
const PLACE =
  /(?:^|[a-z_])(?:City|Town|State(?:Code|Province)?|Province|County|Country(?:Code)?|PostalCode|Postcode|Zip(?:Code)?)(?:__c)?$/;

const WEAK_KINDS: ReadonlySet<MethodKind> = new Set(['personName', 'place', 'remark']);

/**
 * Returns whether fields contain a person's name or a place (city, state, country, postal code). Two people called John
 * Smith in the same city are different people, so such fields alone do not suffice for an upsert.
 * @param fields declared names
 * @param isPerson whether the object's `Name` is a person's
 */
function isNameOrPlace(fields: readonly string[], method: MatchMethod, isPerson: boolean): boolean {
  if (method.kind !== undefined && WEAK_KINDS.has(method.kind)) return true;
  return fields.every((field) => NAME.test(field) || PLACE.test(field) || (isPerson && field === 'Name'));
}
