import type { ContradictionContext } from '../../matching/contradictions/contradiction.js';
import { nameLists } from '../../matching/lists/name-lists.js';
import type { MatchMethod } from '../../matching/method.js';
import { createMethods, type MethodOptions } from '../../matching/methods/create-methods.js';
import { placeholders } from '../../matching/placeholders.js';
import type { Scenario, ScenarioDefinition } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import type { Configuration } from './configuration.js';
import { ProblemReport } from './problem-report.js';
import { ConfigurationError, type Problem } from './problem.js';
import { resolveScenario } from './scenarios.js';
import { SingleRecordFormulas } from './single-record-formulas.js';

type Known = Pick<Configuration, 'registry' | 'formulas' | 'lists' | 'settings'>;

export function methodOptions({ lists, settings }: Pick<Configuration, 'lists' | 'settings'>): MethodOptions {
  return { lists, defaultCountry: settings.defaultCountry };
}

/** @param file name for messages @throws ConfigurationError listing every problem */
export function resolveDefinitions(
  configuration: Known,
  definitions: readonly ScenarioDefinition[],
  file: string,
  methods: ReadonlyMap<string, MatchMethod> = createMethods(methodOptions(configuration)),
): Scenario[] {
  const problems: Problem[] = [];
  const report = new ProblemReport(file, problems);
  const { registry, formulas } = configuration;
  const parts = {
    registry,
    methods,
    singleRecordFormulas: ({ name }: ObjectType) => new SingleRecordFormulas(formulas.get(name) ?? []),
  };
  const scenarios = definitions.map((definition, i) => resolveScenario(definition, `[${i}]`, parts, report));
  if (problems.length > 0) throw new ConfigurationError(problems);
  return scenarios.filter((scenario) => scenario !== undefined);
}

export function contradictionContext(configuration: Pick<Configuration, 'lists' | 'settings'>): ContradictionContext {
  const methods = createMethods(methodOptions(configuration));
  return {
    names: nameLists(configuration.lists),
    placeholders: placeholders(configuration.lists),
    method(name) {
      const method = methods.get(name);
      if (method === undefined) throw new Error(`contradictions: unknown match method ${name}`);
      return method;
    },
  };
}
