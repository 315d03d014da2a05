import { DefinitionError } from './definition-error.js';
import type { FieldDefinition, ObjectDefinition } from './object-schema.js';
import { nameFault } from './names.js';
import { nameHint } from './nearest-name.js';
import { ownerField, standardObjects } from './standard-objects.js';
import { auditFields, idField, systemFieldNames } from './system-fields.js';

export interface AssembledField {
  readonly definition: FieldDefinition;
  readonly path: string;
  readonly isSystem: boolean;
}

/** An object with its built-in, configured and system fields, before its references are resolved. */
export interface AssembledObject {
  readonly definition: ObjectDefinition;
  readonly path: string;
  readonly fields: readonly AssembledField[];
}

const KEY_PREFIX = /^[0-9A-Za-z]{3}$/;
/** Names that no field may have, because returned records have a member `attributes` next to their fields. */
const RESERVED_FIELDS = new Set(['attributes']);

/**
 * Adds the configuration to the built-in objects, then custom objects. Checks names and key prefixes. A configuration
 * entry with a built-in object's name adds its fields after the built-in fields (with or without `__c`). The entry can
 * change existing fields, except for spelling and type, but not system fields. The entry replaces `label`,
 * `resultFields`, `maxResults`, `duplicateRule` and `onSave`. A custom object without a `Name` gets a `Name` (text, 80)
 * and an `OwnerId`, as on the platform.
 */
export function assemble(definitions: readonly ObjectDefinition[]): AssembledObject[] {
  const objects = new Map<string, AssembledObject>();
  for (const builtIn of standardObjects) {
    const path = `built-in ${builtIn.name}`;
    const fields = builtIn.fields.map((definition) => ({
      definition,
      path: `${path}.${definition.name}`,
      isSystem: builtIn.hasCompoundName === true && definition.name === 'Name',
    }));
    objects.set(builtIn.name.toLowerCase(), { definition: builtIn, path, fields });
  }
  const declared = new Set<string>();
  definitions.forEach((definition, i) => {
    const path = `[${i}]`;
    const key = definition.name.toLowerCase();
    const fault = nameFault(definition.name);
    if (fault !== undefined) throw new DefinitionError(`${path}.name`, fault);
    if (declared.has(key)) throw new DefinitionError(`${path}.name`, `object ${definition.name} is declared twice`);
    declared.add(key);
    const builtIn = objects.get(key);
    const fields = readFields(definition, path);
    objects.set(key, builtIn ? extend(builtIn, definition, path, fields) : customObject(definition, path, fields));
  });
  checkPrefixes(objects.values());
  return [...objects.values()].map(withSystemFields);
}

function readFields(object: ObjectDefinition, objectPath: string): AssembledField[] {
  const seen = new Set<string>();
  return object.fields.map((definition, i) => {
    const path = `${objectPath}.fields[${i}]`;
    const key = definition.name.toLowerCase();
    const fault = nameFault(definition.name);
    if (fault !== undefined) throw new DefinitionError(`${path}.name`, fault);
    if (systemFieldNames.has(key) || RESERVED_FIELDS.has(key))
      throw new DefinitionError(`${path}.name`, `${definition.name} is reserved: the service sets it on every object`);
    if (seen.has(key))
      throw new DefinitionError(
        `${path}.name`,
        `field ${definition.name} of ${object.name} is declared twice (case is ignored)`,
      );
    seen.add(key);
    return { definition, path, isSystem: false };
  });
}

function extend(
  builtIn: AssembledObject,
  definition: ObjectDefinition,
  path: string,
  fields: readonly AssembledField[],
): AssembledObject {
  const { name, keyPrefix } = builtIn.definition;
  if (definition.keyPrefix !== keyPrefix)
    throw new DefinitionError(
      `${path}.keyPrefix`,
      `${name} is a built-in object with key prefix ${keyPrefix}, not ${definition.keyPrefix}`,
    );
  const merged = new Map(builtIn.fields.map((field) => [field.definition.name.toLowerCase(), field]));
  for (const field of fields) {
    const key = field.definition.name.toLowerCase();
    const base = merged.get(key);
    merged.set(key, base === undefined ? field : refine(base, field, name));
  }
  return { definition: { ...builtIn.definition, ...given(definition), name }, path, fields: [...merged.values()] };
}

function refine(base: AssembledField, field: AssembledField, object: string): AssembledField {
  const { name, type } = base.definition;
  if (base.isSystem)
    throw new DefinitionError(`${field.path}.name`, `${object}.${name} is set by the service and cannot be redefined`);
  if (field.definition.type !== type)
    throw new DefinitionError(
      `${field.path}.type`,
      `${object}.${name} is a built-in field of type ${type}; its type cannot be changed to ${field.definition.type}`,
    );
  return { ...field, definition: { ...base.definition, ...given(field.definition), name } };
}

function customObject(definition: ObjectDefinition, path: string, fields: readonly AssembledField[]): AssembledObject {
  if (!KEY_PREFIX.test(definition.keyPrefix))
    throw new DefinitionError(
      `${path}.keyPrefix`,
      `"${definition.keyPrefix}" is not a key prefix: expected three letters or digits, usually a00 to aZZ`,
    );
  const names = new Set(fields.map((field) => field.definition.name.toLowerCase()));
  const implied: FieldDefinition[] = [];
  if (!names.has('name')) implied.push({ name: 'Name', type: 'string', length: 80 });
  if (!names.has('ownerid') && !names.has('owner')) implied.push(ownerField);
  return {
    definition,
    path,
    fields: [
      ...implied.map((field) => ({ definition: field, path: `${path} (implied ${field.name})`, isSystem: false })),
      ...fields,
    ],
  };
}

function withSystemFields(object: AssembledObject): AssembledObject {
  const system = (definition: FieldDefinition) => ({
    definition,
    path: `${object.path}.${definition.name}`,
    isSystem: true,
  });
  return { ...object, fields: [system(idField), ...object.fields, ...auditFields.map(system)] };
}

function checkPrefixes(objects: Iterable<AssembledObject>): void {
  const owners = new Map<string, string>();
  for (const { definition, path } of objects) {
    const owner = owners.get(definition.keyPrefix);
    if (owner !== undefined)
      throw new DefinitionError(
        `${path}.keyPrefix`,
        `${definition.keyPrefix} is already the key prefix of ${owner}: expected three letters or digits that no other object uses`,
      );
    owners.set(definition.keyPrefix, definition.name);
  }
}

/** Removes `undefined` attributes, which would replace the built-in attributes. */
function given<T extends object>(definition: T): T {
  return Object.fromEntries(Object.entries(definition).filter(([, value]) => value !== undefined)) as T;
}

export type AssembledObjects = ReadonlyMap<string, AssembledObject>;

export function knownObject(name: string, path: string, objects: AssembledObjects): AssembledObject {
  const object = objects.get(name.toLowerCase());
  if (object !== undefined) return object;
  const names = [...objects.values()].map(({ definition }) => definition.name);
  throw new DefinitionError(path, `unknown object ${name}${nameHint(name, names)}`);
}
