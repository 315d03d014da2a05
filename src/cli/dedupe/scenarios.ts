import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Configuration } from '../../config/configuration.js';
import { LocalFormulas } from '../../config/local-formulas.js';
import { ConfigurationError, jsonPath, type Problem } from '../../config/problem.js';
import { Report } from '../../config/report.js';
import { resolveScenario } from '../../config/scenarios.js';
import { scenarioDefinitionSchema } from '../../config/schemas.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import { reduceModel } from '../../matching/model-definition.js';
import type { Scenario, ScenarioDefinition } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import { Failure } from '../errors.js';

/** The scenarios of the object that the REST search uses, or those that a file holds: one scenario, or an array as in `scenarios.json`. */
export async function chooseScenarios(
  configuration: Configuration,
  type: ObjectType,
  file: string | undefined,
): Promise<Scenario[]> {
  const chosen =
    file === undefined
      ? configuration.scenarios.filter(({ usage }) => usage.includes('restSearch'))
      : await readScenarioFile(configuration, file);
  const ofType = chosen.filter(({ object }) => object === type.name);
  if (ofType.length === 0) {
    throw new Failure(
      file === undefined
        ? `no scenario of ${type.name} is assigned to the REST search; give one with --scenario FILE`
        : `${file} holds no scenario of ${type.name}`,
    );
  }
  return ofType;
}

/**
 * A scenario over the fields that a file has: the others never hold a value and leave the weighting, and the evidence that a pair needs is a share of what the file
 * can give. `undefined` when the file has none of its fields.
 */
export function reduceTo(scenario: Scenario, filled: ReadonlySet<string>): Scenario | undefined {
  const kept = scenario.fields.flatMap((field, i) => (field.fields.some((name) => filled.has(name)) ? [i] : []));
  const fields = kept.map((i) => scenario.fields[i]!);
  if (fields.length === 0) return undefined;
  return {
    ...scenario,
    fields,
    whole: fields.reduce((sum, { weight }) => sum + weight, 0),
    ...(scenario.model && { model: reduceModel(scenario.model, kept) }),
  };
}

async function readScenarioFile(configuration: Configuration, file: string): Promise<Scenario[]> {
  let content: unknown;
  try {
    content = JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Failure(`${file}: not readable as JSON: ${error.message}`);
    throw error;
  }
  const result = (
    Array.isArray(content) ? z.array(scenarioDefinitionSchema).min(1) : scenarioDefinitionSchema
  ).safeParse(content);
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) => ({ file, path: jsonPath(path), message }));
    throw new ConfigurationError(problems);
  }
  return resolveDefinitions(configuration, Array.isArray(result.data) ? result.data : [result.data], file);
}

/**
 * Scenarios ready for use, by the objects, methods and lists of the configuration.
 *
 * @param file where they stand, for messages
 * @throws ConfigurationError with everything that is wrong
 */
export function resolveDefinitions(
  configuration: Configuration,
  definitions: readonly ScenarioDefinition[],
  file: string,
): Scenario[] {
  const problems: Problem[] = [];
  const report = new Report(file, problems);
  const { registry, formulas, lists, settings } = configuration;
  const parts = {
    registry,
    methods: createMethods({ lists, defaultCountry: settings.defaultCountry }),
    localFormulas: ({ name }: ObjectType) => new LocalFormulas(formulas.get(name) ?? []),
  };
  const scenarios = definitions.map((definition, i) => resolveScenario(definition, `[${i}]`, parts, report));
  if (problems.length > 0) throw new ConfigurationError(problems);
  return scenarios.filter((scenario) => scenario !== undefined);
}
