import type { ObjectDefinition } from '../object-schema.js';

/** In the form of `objects.json`, without Id and audit fields. */
export interface BuiltInObject extends ObjectDefinition {
  /** The service fills `Name` from first and last name. */
  hasCompoundName?: true;
}
