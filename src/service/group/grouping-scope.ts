import type { CrossObjectMap } from '../../store/config/configuration.js';
import type { GroupingSubject } from './group-types.js';
import type { ErrorCode } from '../../records/contract/error-codes.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { FieldTexts } from '../../matching/field-texts.js';
import { reduceScenarios } from '../../matching/reduce-scenario.js';
import type { Scenario } from '../../matching/scenario.js';
import { hasCompoundName } from '../../records/compound.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldValues, StoredRecord } from '../../records/record.js';
import type { SearchParts } from '../search/search.js';
import type { SearchTexts } from '../search/search-texts.js';
import { objectNamed } from '../refusals.js';

type Parts = Pick<SearchParts, 'configuration' | 'scenarios' | 'texts'>;

/** The objects to compare: one object, or two objects with a cross-object map. */
export interface GroupedObjects {
  readonly type: ObjectType;
  /** Absent if records of one object are compared with each other. */
  readonly cross?: { readonly type: ObjectType; readonly map: CrossObjectMap };
}

export interface GroupingScope extends GroupedObjects {
  readonly scenarios: readonly Scenario[];
  /** Compared fields. With two objects, the second object's fields. */
  readonly fields: readonly string[];
}

/** @throws RequestError 400 for unknown names */
export function groupedObjects(parts: Parts, { objectType, crossObject }: GroupingSubject): GroupedObjects {
  const type = objectNamed(parts.configuration.registry, objectType, 'objectType');
  if (crossObject === undefined || crossObject === null) return { type };
  return { type, cross: crossOf(parts, type, crossObject) };
}

/** @throws RequestError 400 for unknown names */
export function groupingScope(
  parts: Parts,
  subject: GroupingSubject,
  scenarioIds: readonly string[] | undefined,
): GroupingScope {
  const objects = groupedObjects(parts, subject);
  const { type, cross } = objects;
  const compared = cross?.type ?? type;
  const chosen = parts.scenarios.choose(compared.name, 'restSearch', scenarioIds);
  if (chosen.length === 0) {
    const known = parts.scenarios.all(compared.name).map(({ id }) => id);
    const expected = known.length === 0 ? 'the object has none' : `expected some of ${known.join(', ')}`;
    throw wrong('INVALID_SCENARIO', `no active scenario of ${compared.name} was selected: ${expected}`, 'scenarioIds');
  }
  const scenarios = cross ? reduceScenarios(chosen, filledBy(cross), 'merged').scenarios : chosen;
  if (scenarios.length === 0)
    throw wrong(
      'INVALID_SCENARIO',
      `the map from ${type.name} to ${compared.name} contains none of the fields that the scenarios of ${compared.name} compare`,
      'crossObject',
    );
  const fields = [...new Set(scenarios.flatMap((scenario) => scenario.fields.flatMap((field) => field.fields)))];
  return { ...objects, scenarios, fields };
}

/** Returns the compared values of a record. For a record of the first of two objects, the map renames its fields. */
export function comparedTexts(
  texts: SearchTexts,
  { type, cross }: GroupedObjects,
  record: StoredRecord,
  fields: readonly string[],
): FieldTexts {
  if (cross === undefined || record.type !== type.name) return texts.of(cross?.type ?? type, record.fields, fields);
  const own = texts.of(type, record.fields, [...cross.map.fields.keys()]);
  const carried: FieldValues = {};
  for (const [from, to] of cross.map.fields) carried[to] = own[from] ?? null;
  return texts.of(cross.type, carried, fields);
}

function crossOf(parts: Parts, type: ObjectType, crossObject: string): NonNullable<GroupedObjects['cross']> {
  const other = objectNamed(parts.configuration.registry, crossObject, 'crossObject');
  const enabled = parts.configuration.crossObject.filter((each) => each.enabled);
  const map = enabled.find(({ from, to }) => from === type.name && to === other.name);
  if (map !== undefined) return { type: other, map };
  const known = enabled.map(({ from, to }) => `${from} to ${to}`).join(', ');
  throw wrong(
    'INVALID_TYPE',
    `cross-object.json has no enabled map from ${type.name} to ${other.name}. Enabled maps: ${known === '' ? 'none' : known}`,
    'crossObject',
  );
}

function filledBy({ type, map }: NonNullable<GroupedObjects['cross']>): ReadonlySet<string> {
  const filled = new Set(map.fields.values());
  if (hasCompoundName(type) && filled.has('LastName')) filled.add('Name');
  return filled;
}

function wrong(code: ErrorCode, message: string, key: string): RequestError {
  return new RequestError(400, code, message, [key]);
}
