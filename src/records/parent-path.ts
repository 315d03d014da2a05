import type { Field, ObjectRegistry, ObjectType } from './object-type.js';

/** Columns such as `Account.VatNumber__c`, or `Lead:Who.Number__c` if parents may be of several objects. */
const PATH = /^(?:(?<object>\w+):)?(?<relationship>\w+)\.(?<field>\w+)$/;

export function referenceOf(type: ObjectType, column: string): Field | undefined {
  const { relationship } = PATH.exec(column)?.groups ?? {};
  const reference = relationship === undefined ? undefined : type.relationship(relationship);
  return reference?.isWritable === true ? reference : undefined;
}

/** Like `referenceOf`, but only if an object to which the field may refer has this external Id. */
export function externalReferenceOf(
  registry: Pick<ObjectRegistry, 'byName'>,
  type: ObjectType,
  column: string,
): Field | undefined {
  const reference = referenceOf(type, column);
  const { object, field: name = '' } = PATH.exec(column)?.groups ?? {};
  const targets = (reference?.referenceTo ?? []).flatMap((target) => registry.byName(target) ?? []);
  const meant = targets.filter((target) => object === undefined || target === registry.byName(object));
  const isNamed = meant.some((target) => {
    const field = target.field(name);
    return field !== undefined && (field.externalId === true || field.name === 'Id');
  });
  return isNamed ? reference : undefined;
}

/** Adds a column's value in the format of upserts: `"Account": {"VatNumber__c": "V1"}`. */
export function addParent(values: Record<string, unknown>, column: string, value: unknown): void {
  const { object, relationship = '', field = '' } = PATH.exec(column)?.groups ?? {};
  const attributes = object === undefined ? {} : { attributes: { type: object } };
  values[relationship] = { ...(values[relationship] as object | undefined), ...attributes, [field]: value };
}
