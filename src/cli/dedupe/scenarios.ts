import { z } from 'zod';
import type { Configuration } from '../../config/configuration.js';
import { SingleRecordFormulas } from '../../config/single-record-formulas.js';
import { ConfigurationError, jsonPath, type Problem } from '../../config/problem.js';
import { ProblemReport } from '../../config/problem-report.js';
import { resolveScenario } from '../../config/scenarios.js';
import { scenarioDefinitionSchema } from '../../config/schemas.js';
import { FULL } from '../../matching/method.js';
import { createMethods, type MethodOptions } from '../../matching/methods/create-methods.js';
import { reduceModel } from '../../matching/model-definition.js';
import type { Scenario, ScenarioDefinition } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import { Failure } from '../errors.js';
import { readJsonFile } from '../input/read-json-file.js';
import { note } from '../output/print.js';

/** What `--scenario` takes instead of a file, for the scenarios of the REST search. */
export const BUILT_IN = 'built-in';

export interface ChosenScenarios {
  readonly chosen: readonly Scenario[];
  /** By a file, to be taken as they are given. */
  readonly areGiven: boolean;
}

/** A file, `built-in`, or the scenarios themselves: one, or an array as in `scenarios.json`. */
export type AskedScenarios = string | ScenarioDefinition | readonly ScenarioDefinition[];

/**
 * The scenarios of the object among those asked for, or those that the REST search uses.
 *
 * @param asked `built-in` or absent: those of the REST search
 */
export async function chooseScenarios(
  configuration: Configuration,
  type: ObjectType,
  asked: AskedScenarios | undefined,
): Promise<ChosenScenarios> {
  const file = asked === BUILT_IN || asked === undefined ? undefined : typeof asked === 'string' ? asked : 'scenarios';
  const all =
    file === undefined
      ? configuration.scenarios.filter(({ usage }) => usage.includes('restSearch'))
      : scenariosOf(configuration, typeof asked === 'string' ? await readJsonFile(file) : asked, file);
  const chosen = all.filter(({ object }) => object === type.name);
  if (chosen.length === 0) {
    throw new Failure(
      file === undefined
        ? `no scenario of ${type.name} is assigned to the REST search; give one with --scenario FILE`
        : `${file} holds no scenario of ${type.name}`,
    );
  }
  return { chosen, areGiven: file !== undefined };
}

/**
 * A scenario over the fields that a file has: the others never hold a value and leave the weighting, and the evidence that a pair needs is a share of what the file
 * can give. `undefined` when the file has none of its fields.
 */
function reduceTo(scenario: Scenario, filled: ReadonlySet<string>): Scenario | undefined {
  const kept = scenario.fields.flatMap((field, i) => (field.fields.some((name) => filled.has(name)) ? [i] : []));
  const fields = kept.map((i) => scenario.fields[i]!);
  if (fields.length === 0) return undefined;
  return {
    ...scenario,
    fields,
    totalWeight: fields.reduce((sum, { weight }) => sum + weight, 0),
    ...(scenario.model && { model: reduceModel(scenario.model, kept) }),
  };
}

/**
 * As `reduceTo`, but a pair needs the evidence that an upsert asks for: a file without telephone numbers and e-mail
 * addresses does not make duplicates of equal names. `undefined` when the file's fields weigh less than that.
 */
function reduceAsForUpsert(scenario: Scenario, filled: ReadonlySet<string>): Scenario | undefined {
  const reduced = reduceTo(scenario, filled);
  if (reduced === undefined || scenario.model !== undefined) return reduced;
  const { totalWeight, minimumOverlap } = scenario;
  return reduced.totalWeight * FULL < minimumOverlap * totalWeight ? undefined : { ...reduced, totalWeight };
}

/**
 * The scenarios that the file's fields can meet. Configured ones ask for an upsert's evidence where one of them can get
 * it; given ones are taken as they are given.
 *
 * @throws Failure when the file has none of the fields of any scenario
 */
export function reduceAll(scenarios: readonly Scenario[], filled: ReadonlySet<string>, areGiven: boolean): Scenario[] {
  const met = areGiven ? [] : definedOf(scenarios.map((scenario) => reduceAsForUpsert(scenario, filled)));
  if (met.length > 0) return met;
  const reduced = definedOf(scenarios.map((scenario) => reduceTo(scenario, filled)));
  if (reduced.length > 0) {
    if (!areGiven) note('the fields compared are fewer than an upsert asks for: pairs may be namesakes');
    return reduced;
  }
  const wanted = new Set(scenarios.flatMap(({ fields }) => fields.flatMap((field) => field.fields)));
  throw new Failure(
    `none of the fields that the scenarios compare is filled; map columns to ${[...wanted].join(', ')}`,
  );
}

const definedOf = (scenarios: readonly (Scenario | undefined)[]) => scenarios.filter((one) => one !== undefined);

export function methodOptions({ lists, settings }: Configuration): MethodOptions {
  return { lists, defaultCountry: settings.defaultCountry };
}

function scenariosOf(configuration: Configuration, content: unknown, file: string): Scenario[] {
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
  const report = new ProblemReport(file, problems);
  const { registry, formulas } = configuration;
  const parts = {
    registry,
    methods: createMethods(methodOptions(configuration)),
    singleRecordFormulas: ({ name }: ObjectType) => new SingleRecordFormulas(formulas.get(name) ?? []),
  };
  const scenarios = definitions.map((definition, i) => resolveScenario(definition, `[${i}]`, parts, report));
  if (problems.length > 0) throw new ConfigurationError(problems);
  return scenarios.filter((scenario) => scenario !== undefined);
}
