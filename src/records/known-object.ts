import type { AssembledObject } from './assemble.js';
import { DefinitionError } from './definition-error.js';
import { nearestName } from './nearest-name.js';

/** Assembled objects by name in lower case. */
export type AssembledObjects = ReadonlyMap<string, AssembledObject>;

/** The object of that name, or a complaint that there is none. */
export function knownObject(name: string, path: string, objects: AssembledObjects): AssembledObject {
  const object = objects.get(name.toLowerCase());
  if (object !== undefined) return object;
  const names = [...objects.values()].map(({ definition }) => definition.name);
  const nearest = nearestName(name, names);
  throw new DefinitionError(path, `unknown object ${name}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`);
}
