import type { Field, ObjectRegistry, ObjectType } from '../records/object-type.js';
import type { FieldAddress } from './dependency.js';
import type { ResolvedField } from './formula.js';

/** More references in a row than the platform allows from one object to another. */
const MAX_HOPS = 10;

/** A path followed through the declared objects. */
export interface FieldPath extends ResolvedField {
  /** The field, on every object that the path may lead to; all of one type. */
  readonly targets: readonly FieldAddress[];
}

/** `AccountId` is followed as `Account`, `Custom__c` as `Custom__r`; any other reference by its own name. */
export function relationshipName(referenceField: string): string {
  if (referenceField.endsWith('__c')) return `${referenceField.slice(0, -1)}r`;
  return referenceField.endsWith('Id') && referenceField.length > 2 ? referenceField.slice(0, -2) : referenceField;
}

/** The reference field of an object that a relationship name follows, without regard to case. */
export function relationshipField(type: ObjectType, relationship: string): Field | undefined {
  const name = relationship.toLowerCase();
  return type.fields.find((field) => field.type === 'reference' && relationshipName(field.name).toLowerCase() === name);
}

/**
 * Follows a path of a formula, e.g. `Account.Owner.Name`, from an object, without regard to case.
 * A reference to several objects leads on where at least one of them has the field, and those that have it agree on its type.
 * @returns `undefined` when it leads nowhere
 */
export function followPath(registry: ObjectRegistry, from: ObjectType, path: readonly string[]): FieldPath | undefined {
  if (path.length === 0 || path.length > MAX_HOPS + 1) return undefined;
  let objects: readonly ObjectType[] = [from];
  const declared: string[] = [];
  for (const relationship of path.slice(0, -1)) {
    const references = objects.flatMap((object) => relationshipField(object, relationship) ?? []);
    if (references[0] === undefined) return undefined;
    declared.push(relationshipName(references[0].name));
    const names = new Set(references.flatMap((reference) => reference.referenceTo ?? []));
    objects = [...names].flatMap((name) => registry.byName(name) ?? []);
  }
  const found = objects.flatMap((object) => {
    const field = object.field(path.at(-1) ?? '');
    return field === undefined ? [] : [{ object: object.name, field }];
  });
  const first = found[0]?.field;
  if (first === undefined || found.some(({ field }) => !sameType(field, first))) return undefined;
  return {
    path: [...declared, first.name],
    type: first.type,
    returns: first.returns,
    targets: found.map(({ object, field }) => ({ object, field: field.name })),
  };
}

function sameType(a: Field, b: Field): boolean {
  return a.type === b.type && a.returns === b.returns;
}
