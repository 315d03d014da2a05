import type { FieldDefinition, ObjectDuplicateRule, OnSaveUpdate, ValueType } from './object-schema.js';

export interface Field extends Readonly<FieldDefinition> {
  readonly isCustom: boolean;
  /** Whether the field is the Id, an audit field or a compound Name, which requests cannot set. */
  readonly isSystem: boolean;
  /** False for system, formula, auto-number and summary fields. */
  readonly isWritable: boolean;
  /** The result type of a formula or summary; otherwise the field's own type. */
  readonly valueType: ValueType;
  /** For a reference, the key prefixes of the objects to which it may refer. */
  readonly targetPrefixes: readonly string[];
  /** For a reference, the name of the nested parent (`Owner` for `OwnerId`, `Region__r` for `Region__c`). */
  readonly relationshipName: string | undefined;
}

export interface ObjectType {
  readonly name: string;
  readonly keyPrefix: string;
  readonly label: string;
  /** All fields in declared order, with `Id` and system fields. */
  readonly fields: readonly Field[];
  field(name: string): Field | undefined;
  /** Finds a reference by relationship name. Ignores case. @param name such as `Owner`, `Region__r` */
  relationship(name: string): Field | undefined;
  readonly uniqueFields: readonly string[];
  nearestField(name: string): string | undefined;
  readonly resultFields: readonly string[] | undefined;
  readonly maxResults: number;
  readonly duplicateRule: ObjectDuplicateRule;
  readonly onSave: readonly OnSaveUpdate[];
}

export interface ObjectRegistry {
  readonly types: readonly ObjectType[];
  byName(name: string): ObjectType | undefined;
  byPrefix(keyPrefix: string): ObjectType | undefined;
}

const OF_CHANGE = new Set(['CreatedDate', 'CreatedById', 'LastModifiedDate', 'LastModifiedById', 'SystemModstamp']);

/** Returns whether the service itself fills and stores a field, so that exports must include the field. */
export function isKeptField({ name, type, isWritable }: Pick<Field, 'name' | 'type' | 'isWritable'>): boolean {
  return !isWritable && (type === 'autoNumber' || OF_CHANGE.has(name));
}
