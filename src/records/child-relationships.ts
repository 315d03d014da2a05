import type { Field, ObjectRegistry, ObjectType } from './object-type.js';

/** Records of an object that refer to one of another object, seen from there. */
export interface ChildRelationship {
  /** As queries and descriptions name it; `null` where it has no name: of owners and authors. */
  readonly name: string | null;
  readonly child: ObjectType;
  readonly field: Field;
}

/** Parents whose children are all that they own. */
const NAMELESS = new Set(['User', 'Group']);

/**
 * The relationships of an object to those that refer to it. Nothing is declared about their names, so they follow from
 * the child's, as the platform's do: `Contacts`, `ChildAccounts`, `Visits__r`; a second one to the same object says by
 * which field (`ContactsByReportsTo`).
 */
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
