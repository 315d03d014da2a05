import { existsSync } from 'node:fs';
import type { z } from 'zod';
import { builtinScenarios } from '../../matching/builtin-scenarios.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import type { Scenario, ScenarioDefinition } from '../../matching/scenario.js';
import { DefinitionError } from '../../records/definition-error.js';
import type { ObjectDefinition } from '../../records/object-schema.js';
import type { ObjectRegistry, ObjectType } from '../../records/object-type.js';
import { createRegistry } from '../../records/registry.js';
import type { CompiledFormulaField, Configuration, Filter, CrossObjectMap } from './configuration.js';
import { resolveJobSchedule } from './job-schedule.js';
import { readFolder, type FolderContents } from './folder.js';
import { compileFormulas } from './compile-formulas.js';
import { SingleRecordFormulas, parseRecordCondition } from './single-record-formulas.js';
import { nameHint } from '../../records/nearest-name.js';
import { ConfigurationError, type Problem } from './problem.js';
import { ProblemReport, knownObject, knownField } from './problem-report.js';
import { checkIds, overlay, resolveScenario, type ScenarioParts } from './scenarios.js';
import { resolveSettings } from './settings-schema.js';
import { resolveSurvivorship } from './survivorship.js';
import { resolveInbound } from './inbound-schema.js';
import { resolveWebhooks } from './webhook-settings.js';
import { compileUpdates } from './updates.js';
import { ConditionError } from '../../records/condition/condition.js';
import type { filtersSchema, crossObjectSchema } from './config-schemas.js';

/** Usable only if there are no problems. */
export interface ReadConfiguration {
  readonly configuration: Configuration;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/**
 * Reads and checks the configuration folder, in addition to the built-in configuration: `objects.json`,
 * `scenarios.json`, `filters.json`, `cross-object.json`, `survivorship.json`, `webhooks.json`, `inbound.json`,
 * `settings.json` and `lists/*.txt`. All files are optional.
 * @param folder must exist; if `undefined`, only the built-in configuration is loaded
 * @throws ConfigurationError listing every problem
 */
export async function loadConfiguration(folder?: string): Promise<Configuration> {
  const { configuration, problems } = await readConfiguration(folder);
  if (problems.length > 0) throw new ConfigurationError(problems);
  return configuration;
}

/** Like `loadConfiguration`, but the folder may be missing. Only the built-in configuration is then loaded. */
export function configurationOf(folder: string): Promise<Configuration> {
  return loadConfiguration(existsSync(folder) ? folder : undefined);
}

/** Like `loadConfiguration`, but returns the problems instead of throwing. */
export async function readConfiguration(folder: string | undefined): Promise<ReadConfiguration> {
  return resolveContents(await readFolder(folder), folder);
}

/** Resolves parsed files, which need not be in a folder yet. @param folder to which paths of key files are relative */
export function resolveContents(contents: FolderContents, folder: string | undefined): ReadConfiguration {
  const { files, lists, warnings } = contents;
  const problems = [...contents.problems];
  const { jobs: schedule, ...writtenSettings } = files['settings.json'] ?? {};
  const settings = resolveSettings(writtenSettings, folder);
  const definitions = files['objects.json'] ?? [];
  const objects = new ProblemReport('objects.json', problems);
  const registry = readRegistry(definitions, objects);
  // If objects.json is invalid, checks the rest with the built-in objects, and reports only problems that do not depend
  // on objects.json.
  const areObjectsSound = registry !== undefined && !problems.some(({ file }) => file === 'objects.json');
  const known = registry ?? createRegistry();
  const places = new Places(definitions);
  const formulas = compileFormulas(known, (type, field) => `${places.field(type, field.name)}.formula`, objects);
  const singleRecordFormulas = memoized(formulas);
  const onSave = compileUpdates(known, singleRecordFormulas, (type, i) => places.update(type, i), objects);
  const rest: Problem[] = [];
  const reportOn = (file: string) => new ProblemReport(file, rest);
  const filters = resolveFilters(files['filters.json'] ?? [], known, singleRecordFormulas, reportOn('filters.json'));
  const crossObject = resolveCrossObject(files['cross-object.json'] ?? [], known, reportOn('cross-object.json'));
  const watched = new WatchedLists(lists);
  const methods = createMethods({ lists: watched, defaultCountry: settings.defaultCountry });
  const written = files['scenarios.json'] ?? [];
  const scenarioParts = { registry: known, methods, singleRecordFormulas };
  const scenarios = resolveScenarios(written, scenarioParts, reportOn('scenarios.json'));
  const survivorship = resolveSurvivorship(
    files['survivorship.json'] ?? [],
    { registry: known, lists: watched, singleRecordFormulas },
    reportOn('survivorship.json'),
  );
  const jobs = schedule && resolveJobSchedule(schedule, known, reportOn('settings.json'));
  const webhooks = resolveWebhooks(files['webhooks.json'] ?? [], known, reportOn('webhooks.json'));
  const inbound = resolveInbound(files['inbound.json'] ?? {}, known, reportOn('inbound.json'), folder);
  if (areObjectsSound) problems.push(...rest);
  const configuration: Configuration = {
    registry: known,
    objectDefinitions: definitions,
    scenarios,
    scenarioDefinitions: overlay(builtinScenarios, written),
    filters,
    crossObject,
    formulas,
    onSave,
    survivorship,
    webhooks,
    inbound,
    settings: { ...settings, ...(jobs && { jobs }) },
    lists,
  };
  return { configuration, problems, warnings: [...warnings, ...watched.unread()] };
}

function readRegistry(definitions: readonly ObjectDefinition[], report: ProblemReport): ObjectRegistry | undefined {
  try {
    return createRegistry(definitions);
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    report.add(error.path, error.problem);
    return undefined;
  }
}

/** Resolves the built-in and the written scenarios. Disabled scenarios are checked, but not returned. */
function resolveScenarios(
  written: readonly ScenarioDefinition[],
  parts: ScenarioParts,
  report: ProblemReport,
): Scenario[] {
  checkIds(builtinScenarios, written, report);
  return overlay(builtinScenarios, written).flatMap((definition) => {
    const i = written.indexOf(definition);
    const scenario = resolveScenario(definition, i < 0 ? `(built-in ${definition.id})` : `[${i}]`, parts, report);
    return scenario === undefined || definition.enabled === false ? [] : [scenario];
  });
}

function memoized(
  formulas: ReadonlyMap<string, readonly CompiledFormulaField[]>,
): (type: ObjectType) => SingleRecordFormulas {
  const byType = new Map<string, SingleRecordFormulas>();
  return ({ name }) => {
    let local = byType.get(name);
    if (local === undefined) byType.set(name, (local = new SingleRecordFormulas(formulas.get(name) ?? [])));
    return local;
  };
}

/** The user's lists. Records which lists the match methods read, because the other lists have no effect. */
class WatchedLists extends Map<string, readonly string[]> {
  readonly #asked = new Set<string>();

  override get(name: string): readonly string[] | undefined {
    this.#asked.add(name);
    return super.get(name);
  }

  unread(): Problem[] {
    return [...this.keys()]
      .filter((name) => !this.#asked.has(name))
      .map((name) => {
        const hint = nameHint(name, this.#asked) || `: expected one of ${[...this.#asked].sort().join(', ')}`;
        return { file: `lists/${name}.txt`, path: '', message: `no match method reads this list${hint}` };
      });
  }
}

/** Finds paths in `objects.json` for messages. Built-in declarations have no path. */
class Places {
  constructor(private readonly definitions: readonly ObjectDefinition[]) {}

  field(type: ObjectType, name: string): string {
    return this.#find(type, (definition) => {
      const i = definition.fields.findIndex((field) => field.name.toLowerCase() === name.toLowerCase());
      return i < 0 ? undefined : `.fields[${i}]`;
    });
  }

  update(type: ObjectType, i: number): string {
    return this.#find(type, (definition) => (definition.onSave === undefined ? undefined : `.onSave[${i}]`));
  }

  #find(type: ObjectType, within: (definition: ObjectDefinition) => string | undefined): string {
    for (const [i, definition] of this.definitions.entries()) {
      const found = definition.name.toLowerCase() === type.name.toLowerCase() ? within(definition) : undefined;
      if (found !== undefined) return `[${i}]${found}`;
    }
    return type.name;
  }
}

/** Returns the filters by developer name in lower case. Two objects cannot have the same filter name. */
function resolveFilters(
  written: z.output<typeof filtersSchema>,
  registry: ObjectRegistry,
  singleRecordFormulas: (type: ObjectType) => SingleRecordFormulas,
  report: ProblemReport,
): ReadonlyMap<string, Filter> {
  const filters = new Map<string, Filter>();
  written.forEach(({ developerName, object, condition: source }, i) => {
    const type = knownObject(registry, object, `[${i}].object`, report);
    const key = developerName.toLowerCase();
    if (filters.has(key)) report.add(`[${i}].developerName`, `${developerName} is given twice (case is ignored)`);
    if (type === undefined) return;
    try {
      const condition = parseRecordCondition(source, type, singleRecordFormulas(type));
      filters.set(key, { developerName, object: type.name, source, condition });
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error;
      report.add(`[${i}].condition`, `${error.message} (at character ${error.position + 1})`);
    }
  });
  return filters;
}

/** Replaces the names in the maps with their declared spellings. One object can have one map to another object. */
function resolveCrossObject(
  written: z.output<typeof crossObjectSchema>,
  registry: ObjectRegistry,
  report: ProblemReport,
): CrossObjectMap[] {
  const maps: CrossObjectMap[] = [];
  written.forEach((map, i) => {
    const from = knownObject(registry, map.from, `[${i}].from`, report);
    const to = knownObject(registry, map.to, `[${i}].to`, report);
    if (from === undefined || to === undefined) return;
    if (from === to) report.add(`[${i}].to`, `${to.name} is mapped to itself: expected another object`);
    if (maps.some((other) => other.from === from.name && other.to === to.name))
      report.add(`[${i}]`, `a map from ${from.name} to ${to.name} already exists`);
    const fields = new Map<string, string>();
    for (const [source, target] of Object.entries(map.fields)) {
      const path = `[${i}].fields.${source.slice(0, 80)}`;
      const sourceField = knownField(from, source, path, report);
      const targetField = knownField(to, target, path, report);
      if (sourceField === undefined || targetField === undefined) continue;
      if (fields.has(sourceField.name)) report.add(path, `${sourceField.name} is given twice (case is ignored)`);
      if ([...fields.values()].includes(targetField.name))
        report.add(path, `${to.name}.${targetField.name} already receives the value of another field`);
      fields.set(sourceField.name, targetField.name);
    }
    if (fields.size === 0 && Object.keys(map.fields).length === 0)
      report.add(`[${i}].fields`, 'expected at least one field');
    maps.push({ from: from.name, to: to.name, enabled: map.enabled, fields });
  });
  return maps;
}
