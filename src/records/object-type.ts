import type { FieldDefinition, ObjectDuplicateRule, OnSaveUpdate, ValueType } from './definition.js';

/** A declared field, resolved. */
export interface Field extends Readonly<FieldDefinition> {
  /** Ends in `__c`. */
  readonly isCustom: boolean;
  /** Populated by the platform: Id, audit fields, a person's compound Name. Never accepted in a request. */
  readonly isSystem: boolean;
  /** False for system, formula, auto-number and summary fields. */
  readonly isWritable: boolean;
  /** The kind of its values: what a formula returns, what a summary yields; the field's own type otherwise. */
  readonly valueType: ValueType;
  /** References only: key prefixes of the types it may point to. Empty for all other fields. */
  readonly targetPrefixes: readonly string[];
  /**
   * References only: the name that its target is nested and reached under (`Owner` of `OwnerId`, `Region__r` of
   * `Region__c`).
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
  /** By name without regard to case. */
  field(name: string): Field | undefined;
  /** The reference field behind a relationship name (`Owner`, `Region__r`), without regard to case. */
  relationship(name: string): Field | undefined;
  /** Nearest declared field name to a misspelt one, for hints. */
  nearestField(name: string): string | undefined;
  readonly resultFields: readonly string[] | undefined;
  readonly maxResults: number;
  /** Says whether a record that is created as it is told may be a duplicate. */
  readonly duplicateRule: ObjectDuplicateRule;
  readonly onSave: readonly OnSaveUpdate[];
}

export interface ObjectRegistry {
  readonly types: readonly ObjectType[];
  /** By name without regard to case. */
  byName(name: string): ObjectType | undefined;
  byPrefix(keyPrefix: string): ObjectType | undefined;
}
