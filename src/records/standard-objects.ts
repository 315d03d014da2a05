import { dataText } from '../runtime/data-text.js';
import type { FieldDefinition, ObjectDefinition } from './object-schema.js';

/** An object in the format of `objects.json`, without Id and audit fields. */
export interface StandardObject extends ObjectDefinition {
  /** Set if the service fills `Name` from first and last name (see `compound.ts`). */
  readonly hasCompoundName?: true;
}

/**
 * Objects with the usual standard fields, lengths and required fields. Picklists without declared values accept any
 * text. `User` owns records, without login settings. `Group` is a queue (see its `Type`) for other records.
 */
export const standardObjects = JSON.parse(dataText('standard-objects.json')) as readonly StandardObject[];

/** Objects from which Plauti's clients read jobs, groups and pairs. Records created by these clients are stored too. */
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
