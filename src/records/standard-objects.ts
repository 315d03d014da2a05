import { dataText } from '../runtime/data-text.js';
import type { FieldDefinition, ObjectDefinition } from './object-schema.js';

/** An object in the format of `objects.json`, without Id and audit fields. */
export interface StandardObject extends ObjectDefinition {
  /** Set if the service fills `Name` from first and last name (see `compound.ts`). */
  readonly hasCompoundName?: true;
}

/**
 * The platform's standard objects, with its fields, lengths and required fields. Picklists without declared values
 * accept any text. `User` owns records, and has no login. `Group` is a queue (see its `Type`) that owns other records.
 */
export const standardObjects = JSON.parse(dataText('standard-objects.json')) as readonly StandardObject[];

/** Objects that Plauti's clients read for jobs, groups and pairs. Records that these clients create are stored too. */
export const DUPLICATE_JOB = 'dupcheck__dcJob__c';
export const DUPLICATE_GROUP = 'dupcheck__dcGroup__c';
export const DUPLICATE_PAIR = 'dupcheck__dc3Duplicate__c';
export const DISCARDED_PAIR = 'dupcheck__dcDiscard__c';

export const ownerField: FieldDefinition = {
  name: 'OwnerId',
  type: 'reference',
  referenceTo: ['User', 'Group'],
  label: 'Owner ID',
};
