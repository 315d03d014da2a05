import type { Field, ObjectRegistry, ObjectType } from './object-type.js';

/** A relationship from the parent's side: the child records that refer to it. */
export interface ChildRelationship {
  /** `null` for owners and authors, because their relationships have no names. */
  readonly name: string | null;
  readonly child: ObjectType;
  readonly field: Field;
}

/** Parents whose child relationships have no names, because these would list everything that a user owns. */
const NAMELESS = new Set(['User', 'Group']);

/** Names are as on the platform: `Contacts`, `Visits__r` or, if taken, `ContactsByReportsTo`. */
export function childRelationships({ types }: Pick<ObjectRegistry, 'types'>, parent: ObjectType): ChildRelationship[] {
  const taken = new Set<string>();
  return types.flatMap((child) =>
    child.fields
      .filter(({ referenceTo }) => referenceTo?.includes(parent.name) === true)
      .map((field) => {
        const name = NAMELESS.has(parent.name) ? null : nameOf(child, parent, field, taken);
        if (name !== null) taken.add(name);
        return { name, child, field };
      }),
  );
}

function nameOf(child: ObjectType, parent: ObjectType, field: Field, taken: ReadonlySet<string>): string {
  const isCustom = child.name.endsWith('__c');
  const many = plural(isCustom ? child.name.slice(0, -3) : child.name);
  const isOfItself = child === parent && field.name === 'ParentId' && child.name !== 'Case';
  const name = isOfItself ? `Child${many}` : many;
  const own = isCustom || field.isCustom ? `${name}__r` : name;
  const by = field.name.replace(/__c$|Id$/, '');
  return taken.has(own) || (child === parent && !isOfItself && field.name !== 'ParentId')
    ? own.replace(/(__r)?$/, `By${by}$1`)
    : own;
}

function plural(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
