import type { FieldDefinition, ObjectDuplicateRule, OnSaveUpdate, ValueType } from './object-schema.js';

export interface Field extends Readonly<FieldDefinition> {
  /** Whether the name ends with `__c`. */
  readonly isCustom: boolean;
  /** Id, audit fields, a person's compound Name. Never accepted in a request. */
  readonly isSystem: boolean;
  /** False for system, formula, auto-number and summary fields. */
  readonly isWritable: boolean;
  /** The result type of a formula or summary; otherwise the field's own type. */
  readonly valueType: ValueType;
  /** For references, the key prefixes of the target types. */
  readonly targetPrefixes: readonly string[];
  /** For references, the name of the nested target (`Owner` for `OwnerId`, `Region__r` for `Region__c`). */
  readonly relationshipName: string | undefined;
}

export interface ObjectType {
  readonly name: string;
  readonly keyPrefix: string;
  readonly label: string;
  /** In declared order, with `Id` and system fields. */
  readonly fields: readonly Field[];
  /** Ignores case. */
  field(name: string): Field | undefined;
  /** Ignores case. @param name such as `Owner`, `Region__r` */
  relationship(name: string): Field | undefined;
  /** Fields whose values must be unique. */
  readonly uniqueFields: readonly string[];
  nearestField(name: string): string | undefined;
  readonly resultFields: readonly string[] | undefined;
  readonly maxResults: number;
  readonly duplicateRule: ObjectDuplicateRule;
  readonly onSave: readonly OnSaveUpdate[];
}

export interface ObjectRegistry {
  readonly types: readonly ObjectType[];
  /** Ignores case. */
  byName(name: string): ObjectType | undefined;
  byPrefix(keyPrefix: string): ObjectType | undefined;
}

const OF_CHANGE = new Set(['CreatedDate', 'CreatedById', 'LastModifiedDate', 'LastModifiedById', 'SystemModstamp']);

/** Returns whether the service fills and stores a field, so that exports must include it. */
export function isKeptField({ name, type, isWritable }: Pick<Field, 'name' | 'type' | 'isWritable'>): boolean {
  return !isWritable && (type === 'autoNumber' || OF_CHANGE.has(name));
}
