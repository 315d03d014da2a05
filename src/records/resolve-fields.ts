import { type AssembledField, type AssembledObject, knownObject, type AssembledObjects } from './assemble.js';
import { parseAutoNumber } from './autonumber.js';
import { DefinitionError } from './definition-error.js';
import type { FieldDefinition, SummaryDefinition, ValueType } from './object-schema.js';
import { attributeFault, isDerivedType, lengthOf, ownValueType, isNumericType, isOrderedType } from './field-type.js';
import type { Field } from './object-type.js';
import { isSortable } from './sortable.js';

/** Replaces the names of other objects and fields with their declared spellings. */
export function resolveFields(object: AssembledObject, objects: AssembledObjects): Field[] {
  const fields = object.fields.map((field) => resolveField(field, object, objects));
  checkRelationshipNames(object, fields);
  return fields;
}

function resolveField(field: AssembledField, object: AssembledObject, objects: AssembledObjects): Field {
  const { definition, path, isSystem } = field;
  const label = `${object.definition.name}.${definition.name}`;
  const fault = attributeFault(definition);
  if (fault !== undefined) throw new DefinitionError(`${path}.${fault.attribute}`, `${label}: ${fault.problem}`);
  checkAutoNumber(definition, path);
  checkValues(definition, path);
  checkUnique(definition, path);
  const targets = (definition.referenceTo ?? []).map(
    (name, i) => knownObject(name, `${path}.referenceTo[${i}]`, objects).definition,
  );
  return {
    ...definition,
    length: lengthOf(definition),
    referenceTo: definition.referenceTo && targets.map((target) => target.name),
    summary: definition.summary && resolveSummary(field, object, objects),
    isCustom: definition.name.toLowerCase().endsWith('__c'),
    isSystem,
    isWritable: !isSystem && !isDerivedType(definition.type),
    valueType: summaryValueType(field, object, objects),
    targetPrefixes: targets.map((target) => target.keyPrefix),
    relationshipName: definition.type === 'reference' ? relationshipName(definition.name) : undefined,
  };
}

function checkAutoNumber(definition: FieldDefinition, path: string): void {
  if (definition.autoNumber === undefined) return;
  try {
    parseAutoNumber(definition.autoNumber);
  } catch (error) {
    if (error instanceof SyntaxError) throw new DefinitionError(`${path}.autoNumber`, error.message);
    throw error;
  }
}

function checkUnique(definition: FieldDefinition, path: string): void {
  if (definition.unique !== true) return;
  const valueType = ownValueType(definition);
  const length = lengthOf(definition);
  if (valueType !== undefined && !isSortable({ ...definition, length, valueType }))
    throw new DefinitionError(`${path}.unique`, 'a text field longer than 255 characters cannot be unique');
  if ((definition.default ?? null) !== null)
    throw new DefinitionError(
      `${path}.default`,
      'a unique field cannot have a default value: only one record could have it',
    );
}

function checkValues(definition: FieldDefinition, path: string): void {
  const seen = new Set<string>();
  definition.values?.forEach((value, i) => {
    const longest = lengthOf(definition) ?? Infinity;
    if (value.trim() !== value || value === '' || value.length > longest)
      throw new DefinitionError(
        `${path}.values[${i}]`,
        `expected 1 to ${longest} characters without leading or trailing spaces`,
      );
    if (seen.has(value.toLowerCase()))
      throw new DefinitionError(`${path}.values[${i}]`, `"${value}" is declared twice (case is ignored)`);
    seen.add(value.toLowerCase());
  });
}

/** A relationship must not have a field's name, because a record contains its parents next to its fields. */
function checkRelationshipNames(object: AssembledObject, fields: readonly Field[]): void {
  const taken = new Map(fields.map((field) => [field.name.toLowerCase(), field.name]));
  taken.set('attributes', 'attributes');
  fields.forEach((field, i) => {
    if (field.relationshipName === undefined) return;
    const key = field.relationshipName.toLowerCase();
    const other = taken.get(key);
    if (other !== undefined)
      throw new DefinitionError(
        `${object.fields[i]!.path}.name`,
        `the target of ${object.definition.name}.${field.name} is shown as ${field.relationshipName}, but ${other} already uses this name`,
      );
    taken.set(key, field.name);
  });
}

/** Returns a reference's name in nested results and paths: `Owner` for `OwnerId`, `Region__r` for `Region__c`. */
export function relationshipName(field: string): string {
  if (/__c$/i.test(field)) return `${field.slice(0, -3)}__r`;
  return field.endsWith('Id') && field.length > 2 ? field.slice(0, -2) : `${field}__r`;
}

/** Returns the summary with its child object and fields in declared spelling. */
function resolveSummary(field: AssembledField, parent: AssembledObject, objects: AssembledObjects): SummaryDefinition {
  const summary = field.definition.summary!;
  const path = `${field.path}.summary`;
  const child = knownObject(summary.object, `${path}.object`, objects);
  const reference = childField(child, summary.referenceField, `${path}.referenceField`);
  const parentName = parent.definition.name;
  if (reference.definition.referenceTo?.some((name) => name.toLowerCase() === parentName.toLowerCase()) !== true)
    throw new DefinitionError(
      `${path}.referenceField`,
      `${child.definition.name}.${reference.definition.name} is not a reference to ${parentName}`,
    );
  const names = {
    object: child.definition.name,
    referenceField: reference.definition.name,
    operation: summary.operation,
  };
  if (summary.operation === 'count') {
    if (summary.field !== undefined) throw new DefinitionError(`${path}.field`, 'must be absent for count');
    return names;
  }
  if (summary.field === undefined)
    throw new DefinitionError(`${path}.field`, `missing; ${summary.operation} requires a field to summarise`);
  return { ...names, field: childField(child, summary.field, `${path}.field`).definition.name };
}

/** @throws DefinitionError if a summary aggregates itself, or adds up values that are not numbers */
function summaryValueType(
  field: AssembledField,
  object: AssembledObject,
  objects: AssembledObjects,
  trail: readonly AssembledField[] = [],
): ValueType {
  const own = ownValueType(field.definition);
  if (own !== undefined) return own;
  const path = `${field.path}.summary`;
  if (trail.includes(field)) {
    const names = [...trail, field].map(({ definition }) => definition.name);
    throw new DefinitionError(path, `summarises itself: ${names.join(' -> ')}`);
  }
  const summary = resolveSummary(field, object, objects);
  if (summary.field === undefined) return 'integer';
  const child = knownObject(summary.object, `${path}.object`, objects);
  const source = childField(child, summary.field, `${path}.field`);
  if (source.definition.type === 'formula')
    throw new DefinitionError(
      `${path}.field`,
      `${summary.object}.${summary.field} is a formula field (expected a stored field)`,
    );
  const type = summaryValueType(source, child, objects, [...trail, field]);
  if (summary.operation === 'sum' ? isNumericType(type) : isOrderedType(type)) return type;
  const expected = summary.operation === 'sum' ? 'a number' : 'a number, date or datetime';
  throw new DefinitionError(
    `${path}.field`,
    `${summary.object}.${summary.field} is of type ${type} (${summary.operation} expects ${expected})`,
  );
}

function childField(child: AssembledObject, name: string, path: string): AssembledField {
  const field = child.fields.find(({ definition }) => definition.name.toLowerCase() === name.toLowerCase());
  if (field === undefined) throw new DefinitionError(path, `object ${child.definition.name} has no field ${name}`);
  return field;
}
