import type { ObjectRegistry, ObjectType } from '../records/object-type.js';
import type { FieldAddress } from './dependency.js';
import type { FormulaOptions, ResolvedField } from './formula.js';

/** More references in a row than the platform follows from one object to another. */
const MAX_HOPS = 10;

/** A path followed through the declared objects. */
export interface FieldPath extends ResolvedField {
  /** The field, on every object that the path may lead to; all of one kind. */
  readonly targets: readonly FieldAddress[];
}

/** The relationships of a path, followed: the objects that it may lead to, and the relationships' declared names. */
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
 * Follows a path of a formula, e.g. `Account.Owner.Name`, from an object, without regard to case.
 * A reference to several objects leads on where at least one of them has the field, and those that have it agree on its
 * kind.
 * @returns `undefined` when it leads nowhere
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
    // Ids compare without regard to their length wherever they stand.
    type: first.name === 'Id' ? 'reference' : first.valueType,
    targets: found.map(({ object, field }) => ({ object: object.name, field: field.name })),
  };
}

/** The path that a misspelt one may have meant, where only its last name is wrong. */
function suggestPath(registry: ObjectRegistry, from: ObjectType, path: readonly string[]): string | undefined {
  const route = follow(registry, from, path.slice(0, -1));
  const name = route?.objects[0]?.nearestField(path.at(-1) ?? '');
  return route === undefined || name === undefined ? undefined : [...route.relationships, name].join('.');
}

/** How `compileFormula` reads the paths of a formula that stands on an object. */
export function pathsFrom(
  registry: ObjectRegistry,
  type: ObjectType,
): Required<Pick<FormulaOptions, 'resolve' | 'suggest'>> {
  return {
    resolve: (path) => followPath(registry, type, path),
    suggest: (path) => suggestPath(registry, type, path),
  };
}
