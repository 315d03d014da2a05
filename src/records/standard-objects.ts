import { dataText } from '../runtime/data-text.js';
import type { FieldDefinition, ObjectDefinition } from './object-schema.js';

/** In the form of `objects.json`, without Id and audit fields. */
export interface StandardObject extends ObjectDefinition {
  /** The service fills `Name` from first and last name: see `compound.ts`. */
  readonly hasCompoundName?: true;
}

/**
 * The usual standard fields, lengths and required fields. Picklists without declared values take any text. `User` owns
 * records and has no login settings; `Group` is a queue (its `Type`) that owns records nobody has taken yet.
 */
export const standardObjects = JSON.parse(dataText('standard-objects.json')) as readonly StandardObject[];

/** Clients of the product read its jobs, groups and pairs here; those that clients create are stored too. */
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
