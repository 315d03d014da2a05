import { type AutoNumberFormat, parseAutoNumber } from '../../records/autonumber.js';
import { hasCompoundName } from '../../records/compound.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldValue, FieldValues } from '../../records/record.js';

/** The steps to save a record of a type. Computed once, because only a few of about sixty fields need a step. */
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
  /** References to the record's own object, which must not form a cycle. */
  readonly ownParents: readonly string[];
  readonly hasCompoundName: boolean;
  /** Whether `OwnerId` may refer to a user, so that a new record has an owner. */
  readonly hasOwner: boolean;
  /** Derived fields, which before-images omit and an undo recalculates. */
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

/** Returns fields derived from other fields or from the change itself. @param type absent if no longer configured */
export function derivedFields(type: ObjectType | undefined): ReadonlySet<string> {
  const derived = new Set(['LastModifiedDate', 'LastModifiedById', 'SystemModstamp']);
  if (type === undefined) return derived;
  if (hasCompoundName(type)) derived.add('Name');
  for (const field of type.fields) if (field.type === 'summary') derived.add(field.name);
  return derived;
}

/** Returns the fields that a change modified, with their previous values. `null` represents a blank value. */
export function beforeImage(
  before: Readonly<FieldValues>,
  after: Readonly<FieldValues>,
  derived: ReadonlySet<string>,
): FieldValues {
  const image: FieldValues = {};
  for (const name in before) if (!derived.has(name) && before[name] !== after[name]) image[name] = before[name]!;
  for (const name in after) if (!derived.has(name) && !Object.hasOwn(before, name)) image[name] = null;
  return image;
}

/** Returns an entire record for its deletion, without derived values. */
export function wholeImage(fields: Readonly<FieldValues>, derived: ReadonlySet<string>): FieldValues {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !derived.has(name)));
}
