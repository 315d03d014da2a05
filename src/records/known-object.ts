import type { AssembledObject } from './assemble.js';
import { DefinitionError } from './definition-error.js';
import { nameHint } from './nearest-name.js';

/** By name in lower case. */
export type AssembledObjects = ReadonlyMap<string, AssembledObject>;

/** @throws DefinitionError */
export function knownObject(name: string, path: string, objects: AssembledObjects): AssembledObject {
  const object = objects.get(name.toLowerCase());
  if (object !== undefined) return object;
  const names = [...objects.values()].map(({ definition }) => definition.name);
  throw new DefinitionError(path, `unknown object ${name}${nameHint(name, names)}`);
}
