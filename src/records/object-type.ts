import type { FieldDefinition, ObjectDuplicateRule, OnSaveUpdate, ValueType } from './object-schema.js';

/** A declared field, resolved. */
export interface Field extends Readonly<FieldDefinition> {
  /** Ends in `__c`. */
  readonly isCustom: boolean;
  /** Filled by the platform: Id, audit fields, a person's compound Name. Never accepted in a request. */
  readonly isSystem: boolean;
  /** False for system, formula, auto-number and summary fields. */
  readonly isWritable: boolean;
  /** The type of its values: a formula's or summary's result type; otherwise the field's own type. */
  readonly valueType: ValueType;
  /** References only: key prefixes of the target types. Empty for other fields. */
  readonly targetPrefixes: readonly string[];
  /**
   * References only: the name under which the target is nested (`Owner` for `OwnerId`, `Region__r` for `Region__c`).
   */
  readonly relationshipName: string | undefined;
}

/** An object type, resolved: what `objects.json` and the built-ins declare, with lookups. */
export interface ObjectType {
  readonly name: string;
  readonly keyPrefix: string;
  readonly label: string;
  /** All fields in declared order, `Id` and system fields included. */
  readonly fields: readonly Field[];
  /** Finds a field by name, ignoring case. */
  field(name: string): Field | undefined;
  /** The reference field of a relationship name (`Owner`, `Region__r`), ignoring case. */
  relationship(name: string): Field | undefined;
  /** Names of the fields whose values no two records may share. */
  readonly uniqueFields: readonly string[];
  /** The declared field name nearest to a misspelt one, for hints. */
  nearestField(name: string): string | undefined;
  readonly resultFields: readonly string[] | undefined;
  readonly maxResults: number;
  /** Whether creating a duplicate of a stored record is allowed, reported or blocked. */
  readonly duplicateRule: ObjectDuplicateRule;
  readonly onSave: readonly OnSaveUpdate[];
}

export interface ObjectRegistry {
  readonly types: readonly ObjectType[];
  /** Finds a type by name, ignoring case. */
  byName(name: string): ObjectType | undefined;
  byPrefix(keyPrefix: string): ObjectType | undefined;
}
