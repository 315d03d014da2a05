import { builtinScenarios } from '../../matching/builtin-scenarios.js';
import { baseName, FREQUENT_LIST, frequentWordsOf } from '../../matching/methods/without-words.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import type { Configuration } from './configuration.js';
import { productNameOf } from './import/product-methods.js';

/**
 * Exports the configuration in the product's format: objects with enabled scenarios, cross-object maps and result
 * fields. Keys called `likeness` contain everything else needed to import identical scenarios: our own methods, blank
 * rules, models, objects and words of lists. Settings, filters and other lists are not exported.
 */
export function exportConfiguration(configuration: Configuration, now: Date): Record<string, unknown> {
  const { registry, lists } = configuration;
  const frequentWords = [...lists].flatMap(([list, words]) => {
    const name = FREQUENT_LIST.exec(list)?.[1];
    return name === undefined ? [] : [[name, words] as const];
  });
  return {
    exportTime: now.toISOString(),
    managed: false,
    objects: registry.types.flatMap((type) => objectOf(type, configuration)),
    ...(frequentWords.length > 0 && { likeness: { frequentWords: Object.fromEntries(frequentWords) } }),
  };
}

/** Returns an empty list for an object without configuration. There are no scenarios if all built-ins are disabled. */
function objectOf(type: ObjectType, configuration: Configuration): Record<string, unknown>[] {
  const { registry, scenarioDefinitions, crossObject, objectDefinitions } = configuration;
  const isOfType = ({ object }: ScenarioDefinition) => registry.byName(object) === type;
  const definition = objectDefinitions.find(({ name }) => registry.byName(name) === type);
  const maps = crossObject.filter(({ from }) => from === type.name);
  const scenarios = scenarioDefinitions.filter((each) => isOfType(each) && each.enabled !== false);
  const isSilent = scenarios.length === 0 && maps.length === 0 && definition === undefined;
  if (isSilent && !builtinScenarios.some(isOfType)) return [];
  const enabledMaps = maps.filter(({ enabled }) => enabled).map(({ to }) => to);
  return [
    {
      objectName: type.name,
      objectPrefix: type.keyPrefix,
      crossObject: enabledMaps.length > 0,
      scenarios: scenarios.map(scenarioOf),
      crossObjects: maps.flatMap(({ from, to, fields }) =>
        [...fields].map(([fieldFrom, fieldTo]) => ({ objectFrom: from, fieldFrom, objectTo: to, fieldTo })),
      ),
      resultFields: (type.resultFields ?? []).map((field, order) => ({ order, field })),
      ...((definition !== undefined || maps.length > 0) && {
        likeness: { ...(definition && { definition }), ...(maps.length > 0 && { enabledMaps }) },
      }),
    },
  ];
}

function scenarioOf(scenario: ScenarioDefinition): Record<string, unknown> {
  const {
    id,
    aliases,
    name,
    threshold,
    usage,
    fields,
    minimumEvidence,
    evidenceInSearch,
    scoreMethod,
    model,
    onDuplicate,
    contradictions = true,
  } = scenario;
  const more = { minimumEvidence, evidenceInSearch, scoreMethod, model, onDuplicate, contradictions };
  return {
    id,
    ...(aliases !== undefined && aliases.length > 0 && { aliases }),
    name,
    threshold,
    onApi: usage.includes('restSearch'),
    onDataApi: usage.includes('restUpsert'),
    fields: fields.map(({ field, method, weight, blank }) => ({
      field: field.split(/[+|]/)[0]!.trim(),
      matchMethod: productNameOf(baseName(method)),
      matchConfig: null,
      weight,
      frequentList: frequentWordsOf(method)?.toUpperCase() ?? null,
      likeness: { field, method, ...(blank !== undefined && { blank }) },
    })),
    ...(Object.values(more).some((value) => value !== undefined) && { likeness: more }),
  };
}
