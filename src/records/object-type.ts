import type { FieldDefinition, ObjectDuplicateRule, OnSaveUpdate, ValueType } from './object-schema.js';

export interface Field extends Readonly<FieldDefinition> {
  /** Whether the name ends with `__c`. */
  readonly isCustom: boolean;
  /** Whether the field is the Id, an audit field or a compound Name. Requests cannot set it. */
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
  /** All fields in declared order, with `Id` and system fields. */
  readonly fields: readonly Field[];
  /** Finds a field by name, ignoring case. */
  field(name: string): Field | undefined;
  /** Finds a field by relationship name, ignoring case. @param name such as `Owner`, `Region__r` */
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
  /** Finds an object type by name, ignoring case. */
  byName(name: string): ObjectType | undefined;
  byPrefix(keyPrefix: string): ObjectType | undefined;
}

const OF_CHANGE = new Set(['CreatedDate', 'CreatedById', 'LastModifiedDate', 'LastModifiedById', 'SystemModstamp']);

/** Returns whether the service itself fills and stores a field, so that exports must include it. */
export function isKeptField({ name, type, isWritable }: Pick<Field, 'name' | 'type' | 'isWritable'>): boolean {
  return !isWritable && (type === 'autoNumber' || OF_CHANGE.has(name));
}
