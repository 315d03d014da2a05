import type { ObjectRegistry, ObjectType } from '../object-type.js';
import type { FieldAddress } from './dependency.js';
import type { FormulaOptions, ResolvedField } from './formula.js';

/** Maximum number of references in a path. The platform's maximum is lower. */
const MAX_HOPS = 10;

interface FieldPath extends ResolvedField {
  /** The field in each object to which the path may lead, with the same type in all of them. */
  readonly targets: readonly FieldAddress[];
}

interface Route {
  readonly objects: readonly ObjectType[];
  readonly relationships: readonly string[];
}

function follow(registry: ObjectRegistry, from: ObjectType, relationships: readonly string[]): Route | undefined {
  if (relationships.length > MAX_HOPS) return undefined;
  let objects: readonly ObjectType[] = [from];
  const declared: string[] = [];
  for (const relationship of relationships) {
    const references = objects.flatMap((object) => object.relationship(relationship) ?? []);
    if (references.length === 0) return undefined;
    declared.push(references[0]!.relationshipName ?? relationship);
    const names = new Set(references.flatMap(({ referenceTo }) => referenceTo ?? []));
    objects = [...names].flatMap((name) => registry.byName(name) ?? []);
  }
  return { objects, relationships: declared };
}

/**
 * Resolves a path such as `Account.Owner.Name`, ignoring case. If a reference can lead to several objects, at least one
 * must have the field, with the same type in each.
 * @returns `undefined` if the path leads nowhere
 */
export function followPath(registry: ObjectRegistry, from: ObjectType, path: readonly string[]): FieldPath | undefined {
  const route = follow(registry, from, path.slice(0, -1));
  if (route === undefined) return undefined;
  const found = route.objects.flatMap((object) => {
    const field = object.field(path.at(-1) ?? '');
    return field === undefined ? [] : [{ object, field }];
  });
  const first = found[0]?.field;
  if (first === undefined || found.some(({ field }) => field.valueType !== first.valueType)) return undefined;
  return {
    path: [...route.relationships, first.name],
    // An Id with 15 characters must equal its form with 18.
    type: first.name === 'Id' ? 'reference' : first.valueType,
    targets: found.map(({ object, field }) => ({ object: object.name, field: field.name })),
  };
}

/** Suggests a path if only its last name is misspelt. */
function suggestPath(registry: ObjectRegistry, from: ObjectType, path: readonly string[]): string | undefined {
  const route = follow(registry, from, path.slice(0, -1));
  const name = route?.objects[0]?.nearestField(path.at(-1) ?? '');
  return route === undefined || name === undefined ? undefined : [...route.relationships, name].join('.');
}

export function pathsFrom(
  registry: ObjectRegistry,
  type: ObjectType,
): Required<Pick<FormulaOptions, 'resolve' | 'suggest'>> {
  return {
    resolve: (path) => followPath(registry, type, path),
    suggest: (path) => suggestPath(registry, type, path),
  };
}
