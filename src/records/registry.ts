import { nameHint, nearestName } from './nearest-name.js';
import { assemble, type AssembledObject, type AssembledObjects } from './assemble.js';
import { coerce } from './coercion.js';
import { DefinitionError } from './definition-error.js';
import type { ObjectDefinition, OnSaveUpdate, ObjectDuplicateRule } from './object-schema.js';
import type { Field, ObjectRegistry, ObjectType } from './object-type.js';
import type { FieldValue, FieldValues } from './record.js';
import { resolveFields } from './resolve-fields.js';

/**
 * Creates the built-in object types, extended by `definitions` (see `assemble`). The configuration reader checks
 * formulas, their cycles and `onSave[].when`.
 * @param definitions match `objectDefinitionsSchema`
 * @throws DefinitionError with the path of the first fault
 */
export function createRegistry(definitions: readonly ObjectDefinition[] = []): ObjectRegistry {
  const assembled = assemble(definitions);
  const objects: AssembledObjects = new Map(assembled.map((object) => [object.definition.name.toLowerCase(), object]));
  const types = assembled.map((object) => resolveType(object, objects));
  return new Registry(types);
}

class Registry implements ObjectRegistry {
  readonly #byName: ReadonlyMap<string, ObjectType>;
  readonly #byPrefix: ReadonlyMap<string, ObjectType>;

  constructor(readonly types: readonly ObjectType[]) {
    this.#byName = new Map(types.map((type) => [type.name.toLowerCase(), type]));
    this.#byPrefix = new Map(types.map((type) => [type.keyPrefix, type]));
  }

  byName(name: string): ObjectType | undefined {
    return this.#byName.get(name.toLowerCase());
  }

  byPrefix(keyPrefix: string): ObjectType | undefined {
    return this.#byPrefix.get(keyPrefix);
  }
}

function resolveType(object: AssembledObject, objects: AssembledObjects): ObjectType {
  const { definition, path } = object;
  const fields = resolveFields(object, objects).map((field, i) => withDefault(field, object.fields[i]!.path));
  const type = new ResolvedType(definition.name, definition.keyPrefix, definition.label ?? definition.name, fields);
  type.maxResults = definition.maxResults ?? type.maxResults;
  type.duplicateRule = definition.duplicateRule ?? type.duplicateRule;
  type.resultFields = definition.resultFields?.map(
    (name, i) => knownField(type, name, `${path}.resultFields[${i}]`).name,
  );
  type.onSave = (definition.onSave ?? []).map((update, i) => resolveUpdate(type, update, `${path}.onSave[${i}]`));
  return type;
}

function withDefault(field: Field, path: string): Field {
  if (field.default === undefined || field.default === null) return { ...field, default: undefined };
  return { ...field, default: fittingValue(field, field.default, `${path}.default`) ?? undefined };
}

function resolveUpdate(type: ObjectType, update: OnSaveUpdate, path: string): OnSaveUpdate {
  const set: FieldValues = {};
  for (const [name, value] of Object.entries(update.set)) {
    const place = `${path}.set.${name}`;
    const field = knownField(type, name, place);
    if (!field.isWritable)
      throw new DefinitionError(place, `${type.name}.${field.name} is read-only and cannot be set`);
    if (Object.hasOwn(set, field.name))
      throw new DefinitionError(place, `${field.name} is set twice (case is ignored)`);
    const fitting = fittingValue(field, value, place);
    if (fitting === null && field.required === true)
      throw new DefinitionError(place, `${type.name}.${field.name} is required and cannot be cleared`);
    if (fitting !== null && field.unique === true)
      throw new DefinitionError(
        place,
        `${type.name}.${field.name} is unique and cannot be set to the same value in every record`,
      );
    set[field.name] = fitting;
  }
  return { when: update.when, set };
}

function knownField(type: ObjectType, name: string, path: string): Field {
  const field = type.field(name);
  if (field !== undefined) return field;
  const names = type.fields.map((each) => each.name);
  throw new DefinitionError(path, `${type.name} has no field ${name}${nameHint(name, names)}`);
}

function fittingValue(field: Field, value: FieldValue, path: string): FieldValue {
  const coerced = coerce(field, value);
  if (!coerced.ok) throw new DefinitionError(path, coerced.message);
  return coerced.value;
}

const DEFAULT_MAX_RESULTS = 100;

/** The registry adds the parts that depend on other types. */
export class ResolvedType implements ObjectType {
  readonly #declared: ReadonlyMap<string, Field>;
  readonly #byName: ReadonlyMap<string, Field>;
  readonly #byRelationship: ReadonlyMap<string, Field>;
  readonly uniqueFields: readonly string[];
  resultFields: readonly string[] | undefined = undefined;
  maxResults = DEFAULT_MAX_RESULTS;
  duplicateRule: ObjectDuplicateRule = 'off';
  onSave: readonly OnSaveUpdate[] = [];

  constructor(
    readonly name: string,
    readonly keyPrefix: string,
    readonly label: string,
    readonly fields: readonly Field[],
  ) {
    this.#declared = new Map(fields.map((field) => [field.name, field]));
    this.uniqueFields = fields.flatMap(({ name, unique }) => (unique === true ? [name] : []));
    this.#byName = new Map(fields.map((field) => [field.name.toLowerCase(), field]));
    this.#byRelationship = new Map(
      fields.flatMap((field) =>
        field.relationshipName === undefined ? [] : [[field.relationshipName.toLowerCase(), field]],
      ),
    );
  }

  field(name: string): Field | undefined {
    return this.#declared.get(name) ?? this.#byName.get(name.toLowerCase());
  }

  relationship(name: string): Field | undefined {
    return this.#byRelationship.get(name.toLowerCase());
  }

  nearestField(name: string): string | undefined {
    return nearestName(
      name,
      this.fields.map((field) => field.name),
    );
  }
}
