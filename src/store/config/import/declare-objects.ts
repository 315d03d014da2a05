import type { MatchMethod } from '../../../matching/method.js';
import { DefinitionError } from '../../../records/definition-error.js';
import type { FieldDefinition, FieldType, ObjectDefinition } from '../../../records/object-schema.js';
import { systemFieldNames } from '../../../records/system-fields.js';
import { nameFault } from '../../../records/names.js';
import type { ObjectRegistry, ObjectType } from '../../../records/object-type.js';
import { createRegistry } from '../../../records/registry.js';
import type { Exported, ExportedObject } from './export-schema.js';
import { counterpartOf } from './product-methods.js';
import { ImportError, type DeclaredField } from './import-report.js';
import type { NotUsed } from './unused-keys.js';

export interface PlannedObjects {
  readonly additions: readonly ObjectDefinition[];
  readonly registry: ObjectRegistry;
  readonly declared: readonly DeclaredField[];
  readonly leftOut: readonly NotUsed[];
}

interface Planned {
  readonly name: string;
  readonly keyPrefix: string;
  /** `undefined` if the object is not declared yet. */
  readonly type: ObjectType | undefined;
  readonly fields: Map<string, FieldDefinition>;
}

const KEY_PREFIX = /^[0-9A-Za-z]{3}$/;
/** Fields that a custom object has automatically or must not declare. */
const IMPLIED = new Set(['name', 'ownerid', 'owner', 'attributes']);
const CUSTOM_FIELD = /__p?c$/i;

const CARRIED_TYPES = new Set<FieldType>(['email', 'phone', 'url', 'date', 'datetime', 'number', 'textarea']);

/**
 * Declares names that only the export has: objects, with the fields that scenarios, cross-object maps and result fields
 * mention, and custom fields (`__c`) of existing objects. The export contains no types. A field's type is guessed from
 * its match method or, if there is none, from the field that a map connects it to. Otherwise, it is text.
 * @param definitions entries of `objects.json`
 */
export function planObjects(
  exported: Exported,
  definitions: readonly ObjectDefinition[],
  methods: ReadonlyMap<string, MatchMethod>,
): PlannedObjects {
  const planner = new Planner(createRegistry(definitions), methods);
  exported.objects.forEach((object, i) => planner.object(object, `objects[${i}]`));
  for (const object of exported.objects) planner.comparedFields(object);
  for (const object of exported.objects) planner.carriedFields(object);
  for (const object of exported.objects) planner.shownFields(object);
  const additions = [...planner.additions()];
  try {
    const registry = createRegistry(overlayObjects(definitions, additions));
    return { additions, registry, declared: planner.declared, leftOut: planner.leftOut };
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    throw new ImportError(`The objects of this export cannot be declared: ${error.message}`);
  }
}

/** Merges entries with the same name. An addition replaces attributes, and fields are merged by name. */
export function overlayObjects(
  existing: readonly ObjectDefinition[],
  additions: readonly ObjectDefinition[],
): ObjectDefinition[] {
  const objects = [...existing];
  for (const addition of additions) {
    const at = objects.findIndex(({ name }) => name.toLowerCase() === addition.name.toLowerCase());
    const old = objects[at];
    if (old === undefined) objects.push(addition);
    else {
      const fields = new Map([...old.fields, ...addition.fields].map((field) => [field.name.toLowerCase(), field]));
      objects[at] = { ...old, ...addition, name: old.name, fields: [...fields.values()] };
    }
  }
  return objects;
}

class Planner {
  readonly declared: DeclaredField[] = [];
  readonly leftOut: NotUsed[] = [];
  readonly #planned = new Map<string, Planned>();

  constructor(
    private readonly registry: ObjectRegistry,
    private readonly methods: ReadonlyMap<string, MatchMethod>,
  ) {}

  object({ objectName: name, objectPrefix }: ExportedObject, path: string): void {
    const refuse = (reason: string, place = path) => this.leftOut.push({ path: place, reason });
    const key = name.toLowerCase();
    const planned = this.#planned.get(key);
    const known = planned ?? this.registry.byName(name);
    if (known !== undefined) {
      if (typeof objectPrefix === 'string' && objectPrefix !== known.keyPrefix)
        refuse(`the key prefix of ${known.name} is ${known.keyPrefix}, not ${objectPrefix}`, `${path}.objectPrefix`);
      return;
    }
    const fault = nameFault(name);
    if (fault !== undefined) return void refuse(`the object is skipped: ${fault}`);
    if (typeof objectPrefix !== 'string' || !KEY_PREFIX.test(objectPrefix))
      return void refuse(
        `the object ${name} is skipped: its objectPrefix is ${JSON.stringify(objectPrefix ?? null)}, expected three letters or digits`,
      );
    const owner =
      this.registry.byPrefix(objectPrefix) ??
      [...this.#planned.values()].find((each) => each.keyPrefix === objectPrefix);
    if (owner !== undefined)
      return void refuse(`the object ${name} is skipped: ${objectPrefix} is already the key prefix of ${owner.name}`);
    this.#planned.set(key, { name, keyPrefix: objectPrefix, type: undefined, fields: new Map() });
  }

  comparedFields({ objectName, scenarios }: ExportedObject): void {
    for (const { fields } of scenarios ?? [])
      for (const { field, matchMethod, matchConfig } of fields) {
        const method = counterpartOf(matchMethod, matchConfig)?.method ?? '';
        this.#need(
          objectName,
          field,
          this.methods.get(method)?.types?.[0] ?? 'string',
          `the match method ${matchMethod}`,
        );
      }
  }

  carriedFields({ crossObjects }: ExportedObject): void {
    for (const { objectFrom, fieldFrom, objectTo, fieldTo } of crossObjects ?? []) {
      const carried = (object: string, field: string) => {
        const type = this.#typeOf(object, field);
        return type !== undefined && CARRIED_TYPES.has(type) ? type : 'string';
      };
      this.#need(objectTo, fieldTo, carried(objectFrom, fieldFrom), `the map from ${objectFrom}.${fieldFrom}`);
      this.#need(objectFrom, fieldFrom, carried(objectTo, fieldTo), `the map to ${objectTo}.${fieldTo}`);
    }
  }

  shownFields({ objectName, resultFields }: ExportedObject): void {
    for (const { field } of resultFields ?? []) this.#need(objectName, field, 'string', 'nothing: a result field');
  }

  *additions(): Generator<ObjectDefinition> {
    for (const { name, keyPrefix, type, fields } of this.#planned.values())
      if (type === undefined || fields.size > 0) yield { name, keyPrefix, fields: [...fields.values()] };
  }

  #typeOf(object: string, field: string): FieldType | undefined {
    const key = object.toLowerCase();
    return (
      this.#planned.get(key)?.fields.get(field.toLowerCase())?.type ?? this.registry.byName(object)?.field(field)?.type
    );
  }

  #need(object: string, name: string, type: FieldType, by: string): void {
    const key = object.toLowerCase();
    const known = this.registry.byName(object);
    let planned = this.#planned.get(key);
    if (planned === undefined) {
      if (known === undefined) return;
      this.#planned.set(
        key,
        (planned = { name: known.name, keyPrefix: known.keyPrefix, type: known, fields: new Map() }),
      );
    }
    const { fields } = planned;
    const field = name.toLowerCase();
    if (fields.has(field) || known?.field(name) !== undefined || nameFault(name) !== undefined) return;
    if (known !== undefined ? !CUSTOM_FIELD.test(name) : IMPLIED.has(field) || systemFieldNames.has(field)) return;
    fields.set(field, { name, type, ...(type === 'string' && { length: 255 }) });
    this.declared.push({ object: planned.name, field: name, type, by });
  }
}
