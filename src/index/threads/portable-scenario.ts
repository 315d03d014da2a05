import type { MatchMethod } from '../../matching/method.js';
import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { Scenario, ScenarioField } from '../../matching/scenario.js';

/** A scenario that names its methods, because functions cannot be sent to threads. */
export interface PortableScenario extends Omit<Scenario, 'fields'> {
  readonly fields: readonly (Omit<ScenarioField, 'method'> & { readonly method: string })[];
}

export function packScenario(scenario: Scenario): PortableScenario {
  return { ...scenario, fields: scenario.fields.map((field) => ({ ...field, method: field.method.name })) };
}

/** @throws Error for an unknown method */
export function unpackScenario(sent: PortableScenario, methods: ReadonlyMap<string, MatchMethod>): Scenario {
  return {
    ...sent,
    fields: sent.fields.map((field) => {
      const method = methods.get(field.method);
      if (!method)
        throw new Error(
          `index: scenario ${sent.id} uses the method ${field.method}, which threads do not have. Available: ${[...methods.keys()].join(', ')}`,
        );
      return { ...field, method };
    }),
  };
}

/** Copies the methods' lists to plain maps, which can be sent to threads. */
export function packMethods(options: MethodOptions): MethodOptions {
  return { ...options, ...(options.lists && { lists: new Map(options.lists) }) };
}
