import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { Configuration } from '../../store/config/configuration.js';
import { ConfigurationError, jsonPath } from '../../store/config/problem.js';
import { resolveDefinitions } from '../../store/config/resolve-definitions.js';
import { scenarioDefinitionSchema } from '../../matching/scenario-schema.js';
import { reduceScenarios, type FilledFields, type PairsFor } from '../../matching/reduce-scenario.js';
import type { Scenario, ScenarioDefinition } from '../../matching/scenario.js';
import { isCompanyIdentifier, isNumberOfParty } from '../../matching/contradictions/identifiers.js';
import { isOfPeople } from '../read/guess/meaning-fields.js';
import type { ObjectType } from '../../records/object-type.js';
import { Failure } from '../../runtime/failure.js';
import { readJsonFile } from '../read/read-json-file.js';
import { note } from '../../runtime/notes.js';

/** Value of `--scenario` for the `restSearch` scenarios. */
export const BUILT_IN = 'built-in';

interface ChosenScenarios {
  readonly chosen: readonly Scenario[];
  /** Whether the scenarios come from a file, and are used unchanged. */
  readonly areGiven: boolean;
}

/** A file, the Id of a configured scenario, `built-in`, a scenario, or an array of scenarios as in `scenarios.json`. */
export type AskedScenarios = string | ScenarioDefinition | readonly ScenarioDefinition[];

/** Returns the requested scenarios. @param asked default: `built-in`, the `restSearch` scenarios */
export async function chooseScenarios(
  configuration: Configuration,
  type: ObjectType,
  asked: AskedScenarios | undefined,
): Promise<ChosenScenarios> {
  const named = typeof asked === 'string' && !existsSync(asked) ? configured(configuration, type, asked) : undefined;
  if (named !== undefined) return { chosen: [named], areGiven: false };
  const file = asked === BUILT_IN || asked === undefined ? undefined : typeof asked === 'string' ? asked : 'scenarios';
  const all =
    file === undefined
      ? configuration.scenarios.filter(({ usage }) => usage.includes('restSearch'))
      : scenariosOf(configuration, typeof asked === 'string' ? await readJsonFile(file) : asked, file);
  const chosen = all.filter(({ object }) => object === type.name);
  if (chosen.length === 0) {
    throw new Failure(
      file === undefined
        ? `no scenario for ${type.name} is assigned to the REST search: give one with --scenario FILE`
        : `${file} has no scenario for ${type.name}`,
    );
  }
  return { chosen, areGiven: file !== undefined };
}

/**
 * Adds scenarios for the name and each filled identifier, such as a VAT number, which the `restSearch` scenarios lack.
 */
export function scenariosOfNumbers(
  configuration: Configuration,
  type: ObjectType,
  filled: ReadonlySet<string>,
): Scenario[] {
  const isPerson = isOfPeople(type);
  const numbers = [...filled].filter((name) => isNumberOfParty(name) && !(isPerson && isCompanyIdentifier(name)));
  const name = isPerson
    ? { field: 'FirstName+LastName', method: 'fullName', weight: 60 }
    : { field: 'Name', method: 'companyName', weight: 60 };
  const rules = { threshold: 75, minimumEvidence: 0.9, usage: ['restSearch' as const] };
  const definitions = numbers.map((field) => ({
    ...{ id: `name-${field}`, name: `Name and ${field}`, object: type.name, ...rules },
    fields: [name, { field, method: 'exact', weight: 40 }],
  }));
  return resolveDefinitions(configuration, definitions, 'columns');
}

/** Limits scenarios to filled fields. Adds a note if few fields are left. @throws Failure if no field is left */
export function reduceAll(scenarios: readonly Scenario[], filled: FilledFields, pairsFor: PairsFor): Scenario[] {
  const { scenarios: reduced, isLess } = reduceScenarios(scenarios, filled, pairsFor);
  if (isLess) note('fewer fields are compared than an upsert requires: some pairs may share only a name');
  if (reduced.length > 0) return reduced;
  const wanted = new Set(scenarios.flatMap(({ fields }) => fields.flatMap((field) => field.fields)));
  throw new Failure(
    `no row has a value in a field that the scenarios compare: map columns to ${[...wanted].join(', ')}`,
  );
}

function configured({ scenarios }: Configuration, type: ObjectType, id: string): Scenario | undefined {
  return scenarios.find((each) => each.object === type.name && (each.id === id || each.aliases?.includes(id) === true));
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
