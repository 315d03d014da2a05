import { ConfigurationError, type Problem } from '../config/problem.js';
import type { ObjectRegistry, ObjectType } from '../records/object-type.js';
import type { FieldValues } from '../records/record.js';
import type { RecordView } from '../store/record-view.js';

/**
 * Names are known in any case where they are asked for, and stored as they are declared. What was stored under one
 * spelling would be found under no other: records would be missing, and created once more.
 *
 * @throws ConfigurationError where an object or field is declared in another case than records are stored under
 */
export function mustBeDeclaredAsStored(
  store: Pick<RecordView, 'storedNames' | 'count' | 'scan'>,
  registry: ObjectRegistry,
): void {
  const problems: Problem[] = [];
  const report = (stored: string, declared: string): void =>
    void problems.push({
      file: 'objects.json',
      path: '',
      message: `declares ${declared}, but records are stored under ${stored}: write it as they have it, for they would not be found`,
    });
  /** By object, its fields that records may have under another spelling; `undefined`: any of them. */
  const doubtful = new Map<ObjectType, Set<string> | undefined>();
  const reported = new Set<string>();
  for (const { objectType, fields } of store.storedNames()) {
    const type = registry.byName(objectType);
    if (type === undefined || store.count(objectType) === 0) continue;
    if (type.name !== objectType) {
      if (!reported.has(objectType)) report(objectType, type.name);
      reported.add(objectType);
    } else if (fields === undefined) doubtful.set(type, undefined);
    else
      for (const name of fields) {
        if (isDeclaredAs(type, name)) continue;
        if (!doubtful.has(type)) doubtful.set(type, new Set());
        doubtful.get(type)?.add(name);
      }
  }
  for (const [type, names] of doubtful)
    for (const name of heldUnder(store, type, names))
      report(`${type.name}.${name}`, `${type.name}.${type.field(name)!.name}`);
  if (problems.length > 0) throw new ConfigurationError(problems);
}

/** Names that no field has in any case are left alone: the field may be declared again. */
function isDeclaredAs(type: ObjectType, name: string): boolean {
  const field = type.field(name);
  return field === undefined || field.name === name;
}

/** Names that a record has indeed, among these; among all names where none are given. */
function heldUnder(
  store: Pick<RecordView, 'scan'>,
  type: ObjectType,
  names: ReadonlySet<string> | undefined,
): Iterable<string> {
  const held = new Set<string>();
  for (const { fields } of store.scan(type.name)) {
    for (const name of names ?? Object.keys(fields))
      if (Object.hasOwn(fields, name) && !isDeclaredAs(type, name)) held.add(name);
    if (held.size === names?.size) break;
  }
  return held;
}

/** Values under the names that their fields are declared with now. */
export function asDeclared(type: ObjectType, values: Readonly<FieldValues>): FieldValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [type.field(name)?.name ?? name, value]));
}
