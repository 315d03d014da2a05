import { parseAutoNumber, type AutoNumberFormat } from '../../records/autonumber.js';
import { hasCompoundName } from '../../records/compound.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldValue } from '../../records/record.js';

/**
 * Steps of saving a record of a type, worked out once: an object has some sixty fields, few of which need anything
 * done.
 */
export interface SavePlan {
  readonly required: readonly string[];
  readonly defaults: readonly (readonly [name: string, value: FieldValue])[];
  readonly autoNumbers: readonly {
    readonly name: string;
    readonly counter: string;
    readonly format: AutoNumberFormat;
  }[];
  /** References whose target must be stored. */
  readonly mustExist: readonly string[];
  /** References to its own object: they must not lead back to the record. */
  readonly ownParents: readonly string[];
  readonly hasCompoundName: boolean;
  /** Whether its `OwnerId` may point to a user: then a new record has one. */
  readonly hasOwner: boolean;
  /**
   * Fields that follow from others or from the change itself: they are no part of a before-image, and are worked out
   * anew when a change is undone.
   */
  readonly derived: ReadonlySet<string>;
}

export function savePlan(type: ObjectType): SavePlan {
  const plan = {
    required: [] as string[],
    defaults: [] as [string, FieldValue][],
    autoNumbers: [] as { name: string; counter: string; format: AutoNumberFormat }[],
    mustExist: [] as string[],
    ownParents: [] as string[],
    hasCompoundName: hasCompoundName(type),
    hasOwner: type.field('OwnerId')?.referenceTo?.includes('User') === true,
    derived: derivedFields(type),
  };
  for (const field of type.fields) {
    if (field.required === true && field.isWritable) plan.required.push(field.name);
    if (field.default !== undefined) plan.defaults.push([field.name, field.default]);
    else if (field.type === 'boolean') plan.defaults.push([field.name, false]);
    if (field.isWritable && field.referenceTo?.includes(type.name) === true) plan.ownParents.push(field.name);
    if (field.mustExist === true) plan.mustExist.push(field.name);
    if (field.type === 'autoNumber' && field.autoNumber !== undefined) {
      plan.autoNumbers.push({
        name: field.name,
        counter: `auto:${type.name}.${field.name}`,
        format: parseAutoNumber(field.autoNumber),
      });
    }
  }
  return plan;
}

/** Fields that follow from others or from the change itself. @param type absent: no longer configured */
export function derivedFields(type: ObjectType | undefined): ReadonlySet<string> {
  const derived = new Set(['LastModifiedDate', 'LastModifiedById', 'SystemModstamp']);
  if (type === undefined) return derived;
  if (hasCompoundName(type)) derived.add('Name');
  for (const field of type.fields) if (field.type === 'summary') derived.add(field.name);
  return derived;
}
