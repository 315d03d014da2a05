import { nearestName } from '../records/nearest-name.js';
import type { Field, ObjectRegistry, ObjectType } from '../records/object-type.js';
import type { Report } from './report.js';

/** `; did you mean X?`, where a name is near. */
export function hintOf(misspelt: string, names: Iterable<string>): string {
  const nearest = nearestName(misspelt, names);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

/** The object type of this name, or a report that there is none. */
export function knownObject(
  registry: ObjectRegistry,
  name: string,
  path: string,
  report: Report,
): ObjectType | undefined {
  const type = registry.byName(name);
  const hint = hintOf(
    name,
    registry.types.map((each) => each.name),
  );
  if (type === undefined) report.add(path, `there is no object ${name}${hint}`);
  return type;
}

/** The field of this name, or a report that there is none. */
export function knownField(type: ObjectType, name: string, path: string, report: Report): Field | undefined {
  const field = type.field(name);
  const nearest = field === undefined ? type.nearestField(name) : undefined;
  if (field === undefined)
    report.add(path, `${type.name} has no field ${name}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`);
  return field;
}
