import { builtinScenarios } from '../../src/matching/builtin-scenarios.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { isNameOrPlace } from '../../src/matching/name-or-place.js';
import type { Scenario } from '../../src/matching/scenario.js';

/**
 * The built-in scenarios of Contact that are on by default, ready for use without a configuration folder; at another
 * threshold (percent) where one is given.
 */
export function contactScenarios(threshold?: number): Scenario[] {
  const methods = createMethods();
  return builtinScenarios
    .filter(({ object, enabled }) => object === 'Contact' && enabled !== false)
    .map((definition) => {
      const fields = definition.fields.map((field) => ({
        fields: field.field.split('+'),
        label: field.field,
        method: methods.get(field.method)!,
        weight: Math.round(field.weight * 100),
        blank: field.blank ?? ('mismatch' as const),
        isNameOrPlace: isNameOrPlace(field.field.split('+'), methods.get(field.method)!, true),
      }));
      return {
        id: definition.id,
        name: definition.name,
        object: definition.object,
        threshold: Math.round((threshold ?? definition.threshold) * 100),
        usage: definition.usage,
        minimumOverlap: Math.round((definition.minimumEvidence ?? 0.4) * 10_000),
        fields,
        totalWeight: fields.reduce((sum, { weight }) => sum + weight, 0),
      };
    });
}
