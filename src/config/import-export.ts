import type { z } from 'zod';
import type { ScenarioDefinition, Usage } from '../matching/scenario.js';
import type { ObjectDefinition } from '../records/definition.js';
import type { ObjectRegistry, ObjectType } from '../records/object-type.js';
import { createRegistry } from '../records/registry.js';
import { exportSchema, type ExportedObject, type ExportedScenario } from './export-schema.js';
import { jsonPath } from './problem.js';
import { scenarioDefinitionSchema, type crossObjectSchema } from './schemas.js';
import { unusedKeys, type NotUsed } from './unused-keys.js';

export interface Used {
  readonly path: string;
  /** What it became: `scenario lead-default`. */
  readonly as: string;
}

export interface ImportReport {
  readonly used: readonly Used[];
  /** Every key and part that was not taken over. */
  readonly notUsed: readonly NotUsed[];
}

/** Entries for the files of the configuration folder; a list may be empty. */
export interface ImportedFiles {
  readonly 'objects.json': readonly ObjectDefinition[];
  readonly 'scenarios.json': readonly ScenarioDefinition[];
  readonly 'cross-object.json': z.output<typeof crossObjectSchema>;
}

/** What was given is not the product's configuration export. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

/** The product's names for methods. A method that is not here refuses its scenario: without the field it would judge otherwise. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ['EQUAL', 'exact'],
  ['FUZZY_PERSON', 'personName'],
  ['FUZZY_COMPANY', 'companyNameLight'],
  ['FUZZY_COMPANY_STRICT', 'companyName'],
  ['FUZZY_COMPANY_EXTRA_STRICT', 'companyNameStrict'],
  ['PHONE', 'phone'],
  ['EMAIL', 'email'],
]);

const MAX_SHOWN = 10;

/**
 * Turns the product's configuration export into entries of our files. `onApi` assigns a scenario to REST search, `onDataApi` to REST upsert; a scenario's
 * Id is made of object and name (`Account Default` gives `account-default`, which replaces the built-in of that name), so a second import gives the
 * same Ids; cross-object maps are enabled where the object's `crossObject` is true. What names an object, field or method that is not known is
 * left out and reported; so is every other key that nothing here reads.
 *
 * @param json the export, parsed
 * @param registry the objects that it is checked against; the built-in ones unless given
 * @throws ImportError naming the first ten faults when it has not the export's form
 */
export function importExport(
  json: unknown,
  registry: ObjectRegistry = createRegistry(),
): { files: ImportedFiles; report: ImportReport } {
  const result = exportSchema.safeParse(json);
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => `  ${jsonPath(path) || 'the file'}: ${message}`);
    const more = lines.length > MAX_SHOWN ? [`  and ${lines.length - MAX_SHOWN} more`] : [];
    throw new ImportError(`This is not a configuration export:\n${[...lines.slice(0, MAX_SHOWN), ...more].join('\n')}`);
  }
  const importer = new Importer(registry);
  result.data.objects.forEach((object, i) => importer.object(object, `objects[${i}]`));
  const { used, notUsed } = importer;
  return { files: importer.files, report: { used, notUsed: [...notUsed, ...unusedKeys(result.data)] } };
}

class Importer {
  readonly used: Used[] = [];
  readonly notUsed: NotUsed[] = [];
  readonly files = {
    'objects.json': [] as ObjectDefinition[],
    'scenarios.json': [] as ScenarioDefinition[],
    'cross-object.json': [] as z.output<typeof crossObjectSchema>,
  };
  readonly #ids = new Set<string>();

  constructor(private readonly registry: ObjectRegistry) {}

  object(object: ExportedObject, path: string): void {
    const type = this.registry.byName(object.objectName);
    if (type === undefined) {
      this.#leave(path, `there is no object ${object.objectName} here: declare it first`);
      return;
    }
    const prefix = object.objectPrefix ?? type.keyPrefix;
    if (prefix !== type.keyPrefix)
      this.#leave(`${path}.objectPrefix`, `the key prefix of ${type.name} is ${type.keyPrefix} here, not ${prefix}`);
    object.scenarios?.forEach((scenario, i) => this.#scenario(type, scenario, `${path}.scenarios[${i}]`));
    this.#crossObjects(object, path);
    this.#resultFields(type, object, path);
  }

  #scenario(type: ObjectType, scenario: ExportedScenario, path: string): void {
    const refuse = (what: string) => this.#leave(path, `the scenario is left out: ${what}`);
    const fields: ScenarioDefinition['fields'] = [];
    for (const { field: name, matchMethod, weight } of scenario.fields) {
      const field = type.field(name);
      const method = METHODS.get(matchMethod);
      if (field === undefined) {
        refuse(`${type.name} has no field ${name} here`);
        return;
      }
      if (method === undefined) {
        refuse(`the match method ${matchMethod} of ${name} has no counterpart`);
        return;
      }
      fields.push({ field: field.name, method, weight });
    }
    const usage: Usage[] = [];
    if (scenario.onApi === true) usage.push('restSearch');
    if (scenario.onDataApi === true) usage.push('restUpsert');
    const definition: ScenarioDefinition = {
      id: this.#id(type.name, scenario.name),
      name: scenario.name,
      object: type.name,
      threshold: scenario.threshold,
      usage,
      fields,
    };
    const checked = scenarioDefinitionSchema.safeParse(definition);
    if (!checked.success) {
      const [issue] = checked.error.issues;
      refuse(`${jsonPath(issue?.path ?? [])} ${issue?.message ?? ''}`);
      return;
    }
    this.files['scenarios.json'].push(definition);
    this.used.push({ path, as: `scenario ${definition.id}` });
  }

  #crossObjects(object: ExportedObject, path: string): void {
    object.crossObjects?.forEach(({ objectFrom, fieldFrom, objectTo, fieldTo }, i) => {
      const place = `${path}.crossObjects[${i}]`;
      const from = this.registry.byName(objectFrom);
      const to = this.registry.byName(objectTo);
      if (from === undefined || to === undefined || from === to) {
        this.#leave(place, `no map from ${objectFrom} to ${objectTo} is possible here: expected two known objects`);
        return;
      }
      const source = from.field(fieldFrom);
      const target = to.field(fieldTo);
      if (source === undefined) {
        this.#leave(place, `${from.name} has no field ${fieldFrom} here`);
        return;
      }
      if (target === undefined) {
        this.#leave(place, `${to.name} has no field ${fieldTo} here`);
        return;
      }
      const maps = this.files['cross-object.json'];
      let map = maps.find((other) => other.from === from.name && other.to === to.name);
      if (map === undefined)
        maps.push((map = { from: from.name, to: to.name, enabled: object.crossObject === true, fields: {} }));
      const taken = map.fields[source.name] ?? target.name;
      if (taken !== target.name) {
        this.#leave(place, `${from.name}.${source.name} is carried over to ${taken} already`);
        return;
      }
      const rival = Object.keys(map.fields).find((key) => key !== source.name && map.fields[key] === target.name);
      if (rival !== undefined) {
        this.#leave(place, `${to.name}.${target.name} is given the value of ${rival} already`);
        return;
      }
      map.fields[source.name] = target.name;
      this.used.push({
        path: place,
        as: `cross-object map ${from.name} to ${to.name}${map.enabled ? '' : ' (disabled)'}`,
      });
    });
  }

  #resultFields(type: ObjectType, object: ExportedObject, path: string): void {
    const names = new Set<string>();
    const inOrder = (object.resultFields ?? []).map((entry, i) => ({ ...entry, place: `${path}.resultFields[${i}]` }));
    inOrder.sort((a, b) => a.order - b.order);
    for (const { field: name, place } of inOrder) {
      const field = type.field(name);
      if (field === undefined) this.#leave(place, `${type.name} has no field ${name} here`);
      else if (names.has(field.name)) this.#leave(place, `${field.name} is a result field already`);
      else {
        names.add(field.name);
        this.used.push({ path: place, as: `result field of ${type.name}` });
      }
    }
    if (names.size === 0) return;
    const definitions = this.files['objects.json'];
    if (definitions.some(({ name }) => name === type.name)) {
      this.#leave(`${path}.resultFields`, `${type.name} stands in the export twice; its first result fields count`);
      return;
    }
    definitions.push({ name: type.name, keyPrefix: type.keyPrefix, fields: [], resultFields: [...names] });
  }

  /** Letters and digits of object and name, joined by hyphens; numbered where two are equal. */
  #id(object: string, name: string): string {
    const slug = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join('-');
    const named = slug(name);
    const prefix = slug(object);
    const isPrefixed = named === prefix || named.startsWith(`${prefix}-`);
    const base = (isPrefixed ? named : [prefix, named].filter((part) => part !== '').join('-')).slice(0, 200);
    let id = base;
    for (let i = 2; this.#ids.has(id); i++) id = `${base}-${i}`;
    this.#ids.add(id);
    return id;
  }

  #leave(path: string, reason: string): void {
    this.notUsed.push({ path, reason });
  }
}
