import type { z } from 'zod';
import { builtinScenarios } from '../../../matching/builtin-scenarios.js';
import type { ScenarioDefinition } from '../../../matching/scenario.js';
import { createMethods } from '../../../matching/methods/create-methods.js';
import { FREQUENT_LIST } from '../../../matching/methods/without-words.js';
import type { ObjectDefinition } from '../../../records/object-schema.js';
import type { ObjectRegistry, ObjectType } from '../../../records/object-type.js';
import { exportSchema, type Exported, type ExportedObject } from './export-schema.js';
import { planObjects } from './declare-objects.js';
import { ImportError, type ImportReport, type MappedMethod, type Used } from './import-report.js';
import { ScenarioImporter } from './imported-scenarios.js';
import { jsonPath } from '../problem.js';
import type { crossObjectSchema } from '../config-schemas.js';
import { unusedKeys, type NotUsed } from './unused-keys.js';

export interface Existing {
  readonly definitions?: readonly ObjectDefinition[] | undefined;
  readonly scenarios?: readonly ScenarioDefinition[] | undefined;
  readonly lists?: ReadonlyMap<string, readonly string[]> | undefined;
}

/** A disabled built-in scenario in its short form, so that its other parts change with new versions. */
interface SwitchedOff {
  readonly id: string;
  readonly enabled: false;
}

/** New entries of the configuration files. Each list may be empty. */
export interface ImportedFiles {
  readonly 'objects.json': readonly ObjectDefinition[];
  readonly 'scenarios.json': readonly (ScenarioDefinition | SwitchedOff)[];
  readonly 'cross-object.json': z.output<typeof crossObjectSchema>;
}

const MAX_SHOWN = 10;

/**
 * Converts the product's configuration export to entries of our files. Omits and reports unknown keys and parts that we
 * do not support (a method, a field).
 * - The built-in scenarios of imported objects are disabled, so that only the organisation's own scenarios match.
 * - `onApi` assigns a scenario to REST search, `onDataApi` to REST upsert.
 * - A missing scenario Id is made from object and name, so that importing a file again changes nothing.
 * - Objects and custom fields that are not declared yet are declared.
 * @param json the parsed export
 * @throws ImportError naming the first ten faults if the JSON is not a configuration export
 */
export function convertExport(json: unknown, existing: Existing = {}): { files: ImportedFiles; report: ImportReport } {
  const result = exportSchema.safeParse(json);
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => `  ${jsonPath(path) || 'the file'}: ${message}`);
    const more = lines.length > MAX_SHOWN ? [`  and ${lines.length - MAX_SHOWN} more`] : [];
    throw new ImportError(`This is not a configuration export:\n${[...lines.slice(0, MAX_SHOWN), ...more].join('\n')}`);
  }
  return new Importer(result.data, existing).run();
}

class Importer {
  readonly #used: Used[] = [];
  readonly #mapped: MappedMethod[] = [];
  readonly #methods = createMethods();
  readonly #leftOut: NotUsed[] = [];
  readonly #objects: ObjectDefinition[];
  readonly #registry: ObjectRegistry;
  readonly #declared;

  constructor(
    private readonly exported: Exported,
    private readonly existing: Existing,
  ) {
    const planned = planObjects(exported, existing.definitions ?? [], this.#methods);
    this.#objects = [...planned.additions];
    this.#registry = planned.registry;
    this.#declared = planned.declared;
    this.#leftOut.push(...planned.leftOut);
  }

  run(): { files: ImportedFiles; report: ImportReport } {
    const found = { used: this.#used, methods: this.#mapped, leftOut: this.#leftOut };
    const lists = [...(this.existing.lists?.keys() ?? [])];
    const frequent = new Set(lists.flatMap((name) => FREQUENT_LIST.exec(name)?.[1] ?? []));
    const scenarios = new ScenarioImporter(this.existing.scenarios ?? [], frequent, this.#methods, found);
    const types = new Set<ObjectType>();
    this.exported.objects.forEach((object, i) => {
      const type = this.#registry.byName(object.objectName);
      if (type === undefined) return;
      types.add(type);
      object.scenarios?.forEach((scenario, n) => {
        scenarios.add(type, scenario, `objects[${i}].scenarios[${n}]`);
      });
      this.#resultFields(type, object, `objects[${i}]`);
    });
    const maps = importCrossObjects(this.exported, this.#registry, found);
    const ids = new Set(scenarios.definitions.map(({ id }) => id));
    const ofTypes = ({ object }: ScenarioDefinition) => types.has(this.#registry.byName(object)!);
    const switchedOff = builtinScenarios.filter((each) => ofTypes(each) && !ids.has(each.id)).map(({ id }) => id);
    const builtins = new Set(builtinScenarios.map(({ id }) => id));
    const kept = (this.existing.scenarios ?? []).filter(
      (each) => ofTypes(each) && !ids.has(each.id) && !builtins.has(each.id) && each.enabled !== false,
    );
    return {
      files: {
        'objects.json': this.#objects,
        'scenarios.json': [...switchedOff.map((id) => ({ id, enabled: false as const })), ...scenarios.definitions],
        'cross-object.json': maps,
      },
      report: {
        complete: this.#leftOut.length === 0,
        used: this.#used,
        methods: this.#mapped,
        declared: this.#declared,
        switchedOff,
        withoutContradictions: scenarios.definitions
          .filter(({ usage, contradictions }) => contradictions === false && usage.includes('restUpsert'))
          .map(({ id }) => id),
        leftOut: this.#leftOut,
        notUsed: unusedKeys(this.exported),
        kept: kept.map(({ id }) => id),
      },
    };
  }

  #resultFields(type: ObjectType, object: ExportedObject, path: string): void {
    const names = new Set<string>();
    const inOrder = (object.resultFields ?? []).map((entry, i) => ({ ...entry, place: `${path}.resultFields[${i}]` }));
    inOrder.sort((a, b) => a.order - b.order);
    for (const { field: name, place } of inOrder) {
      const field = type.field(name);
      if (field === undefined) this.#leave(place, `the service has no field ${type.name}.${name}`);
      else if (names.has(field.name)) this.#leave(place, `${field.name} is listed twice`);
      else {
        names.add(field.name);
        this.#used.push({ path: place, as: `result field of ${type.name}` });
      }
    }
    if (names.size === 0) return;
    const at = this.#objects.findIndex(({ name }) => name.toLowerCase() === type.name.toLowerCase());
    const entry = this.#objects[at] ?? { name: type.name, keyPrefix: type.keyPrefix, fields: [] };
    if (entry.resultFields !== undefined) {
      this.#leave(`${path}.resultFields`, `the export contains ${type.name} twice; its first result fields are used`);
      return;
    }
    this.#objects[at < 0 ? this.#objects.length : at] = { ...entry, resultFields: [...names] };
  }

  #leave(path: string, reason: string): void {
    this.#leftOut.push({ path, reason });
  }
}

type Maps = z.output<typeof crossObjectSchema>;

/** Imports cross-object maps, one for each pair of objects. `crossObject` of an object turns its maps on. */
function importCrossObjects(
  { objects }: Exported,
  registry: ObjectRegistry,
  { used, leftOut }: { used: Used[]; leftOut: NotUsed[] },
): Maps {
  const maps: Maps = [];
  objects.forEach((object, i) => {
    object.crossObjects?.forEach(({ objectFrom, fieldFrom, objectTo, fieldTo }, n) => {
      const path = `objects[${i}].crossObjects[${n}]`;
      const leave = (reason: string) => leftOut.push({ path, reason });
      const from = registry.byName(objectFrom);
      const to = registry.byName(objectTo);
      if (from === undefined || to === undefined || from === to)
        return void leave(`${objectFrom} cannot be mapped to ${objectTo}: expected two different known objects`);
      const source = from.field(fieldFrom);
      const target = to.field(fieldTo);
      if (source === undefined) return void leave(`the service has no field ${from.name}.${fieldFrom}`);
      if (target === undefined) return void leave(`the service has no field ${to.name}.${fieldTo}`);
      let map = maps.find((other) => other.from === from.name && other.to === to.name);
      if (map === undefined)
        maps.push((map = { from: from.name, to: to.name, enabled: object.crossObject === true, fields: {} }));
      const taken = Object.hasOwn(map.fields, source.name) ? map.fields[source.name]! : target.name;
      if (taken !== target.name) return void leave(`${from.name}.${source.name} is already mapped to ${taken}`);
      const other = Object.keys(map.fields).find((key) => key !== source.name && map.fields[key] === target.name);
      if (other !== undefined) return void leave(`${to.name}.${target.name} already receives the value of ${other}`);
      map.fields[source.name] = target.name;
      used.push({ path, as: `cross-object map ${from.name} to ${to.name}${map.enabled ? '' : ' (disabled)'}` });
    });
  });
  return maps;
}
