import type { ObjectDefinition } from '../object-schema.js';

/**
 * An object that the service ships, in the form of `objects.json`. Id and audit fields are added to every object by the
 * registry.
 */
export interface BuiltInObject extends ObjectDefinition {
  /** The service fills `Name` from first and last name. */
  hasCompoundName?: true;
}
