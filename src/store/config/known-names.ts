import { nameHint } from '../../records/nearest-name.js';
import type { Field, ObjectRegistry, ObjectType } from '../../records/object-type.js';
import type { ProblemReport } from './problem-report.js';

/** The object type of this name; reports a problem if there is none. */
export function knownObject(
  registry: ObjectRegistry,
  name: string,
  path: string,
  report: ProblemReport,
): ObjectType | undefined {
  const type = registry.byName(name);
  const names = registry.types.map((each) => each.name);
  if (type === undefined) report.add(path, `there is no object ${name}${nameHint(name, names)}`);
  return type;
}

/** The field of this name; reports a problem if there is none. */
export function knownField(type: ObjectType, name: string, path: string, report: ProblemReport): Field | undefined {
  const field = type.field(name);
  const names = type.fields.map((each) => each.name);
  if (field === undefined) report.add(path, `${type.name} has no field ${name}${nameHint(name, names)}`);
  return field;
}
