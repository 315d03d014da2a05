import { type AssembledField, type AssembledObject, knownObject, type AssembledObjects } from './assemble.js';
import { DefinitionError } from './definition-error.js';
import type { SummaryDefinition, ValueType } from './object-schema.js';
import { isNumericType, isOrderedType, ownValueType } from './field-type.js';

/** Returns the summary with its child object and fields in declared spelling. */
export function resolveSummary(
  field: AssembledField,
  parent: AssembledObject,
  objects: AssembledObjects,
): SummaryDefinition {
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
export function summaryValueType(
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
