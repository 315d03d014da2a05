import { ConfigurationError, type Problem } from '../store/config/problem.js';
import type { ObjectRegistry, ObjectType } from '../records/object-type.js';
import type { FieldValues } from '../records/record.js';
import type { RecordView } from '../store/record-view.js';

/**
 * Checks that declared names have the same case as stored names. Requests may use any case, but records stored under
 * another spelling would not be found, and would be created again. If both spellings are stored, the declared spelling
 * applies.
 * @throws ConfigurationError if an object or field is declared in another case than in stored records
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
      message: `declares ${declared}, but records are stored as ${stored} and would not be found: use the stored spelling`,
    });
  for (const [objectType, names] of namesByObject(store)) {
    const type = registry.byName(objectType);
    if (type === undefined || store.count(objectType) === 0) continue;
    if (type.name !== objectType) {
      if (store.count(type.name) === 0) report(objectType, type.name);
      continue;
    }
    const doubtful = [...names].filter((name) => !isDeclaredAs(type, name) && !names.has(type.field(name)!.name));
    for (const name of heldOf(store, type, doubtful))
      report(`${type.name}.${name}`, `${type.name}.${type.field(name)!.name}`);
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
}

/** Leaves out records that store their own field names, because these vary widely. */
function namesByObject(store: Pick<RecordView, 'storedNames'>): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  for (const { objectType, fields = [] } of store.storedNames()) {
    const names = all.get(objectType) ?? new Set();
    all.set(objectType, names);
    for (const name of fields) names.add(name);
  }
  return all;
}

/** Ignores unknown names, because the field may be declared again. */
function isDeclaredAs(type: ObjectType, name: string): boolean {
  const field = type.field(name);
  return field === undefined || field.name === name;
}

/** Returns the names that occur in existing records. All records with the other names may have been deleted. */
function heldOf(store: Pick<RecordView, 'scan'>, type: ObjectType, names: readonly string[]): Iterable<string> {
  const held = new Set<string>();
  if (names.length === 0) return held;
  for (const { fields } of store.scan(type.name)) {
    for (const name of names) if (Object.hasOwn(fields, name)) held.add(name);
    if (held.size === names.length) break;
  }
  return held;
}

export function asDeclared(type: ObjectType, values: Readonly<FieldValues>): FieldValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [type.field(name)?.name ?? name, value]));
}
