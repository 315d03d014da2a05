import type { ObjectDefinition } from '../definition.js';

/**
 * An object that the service ships, in the form of `objects.json`. Id and audit fields are added to every object by the
 * registry.
 */
export interface BuiltInObject extends ObjectDefinition {
  /** Its `Name` is filled from first and last name. */
  hasCompoundName?: true;
}
