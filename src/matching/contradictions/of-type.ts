import { hasCompoundName } from '../../records/compound.js';
import type { ObjectType } from '../../records/object-type.js';
import type { ContradictionContext } from './contradiction.js';
import { Contradictions } from './contradictions.js';

export function contradictionsOfType(type: ObjectType, context: ContradictionContext): Contradictions {
  const isPerson =
    hasCompoundName(type) || (type.field('FirstName') !== undefined && type.field('LastName') !== undefined);
  return new Contradictions(type.fields, isPerson, context);
}
